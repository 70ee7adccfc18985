package audit

import (
	"os"
	"path/filepath"
	"testing"

	"parcelaudit/rules"
	"parcelaudit/spatial/kernel"
)

// eachPack runs a test under every pack that comes with the program.
func eachPack(t *testing.T, test func(t *testing.T, pack *rules.Pack)) {
	packs, err := filepath.Glob("../../rules/packs/*/pack.yaml")
	if err != nil || len(packs) == 0 {
		t.Fatalf("no packs: %v", err)
	}
	for _, file := range packs {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			pack, err := rules.Load(os.DirFS("../../rules/packs"), name)
			if err != nil {
				t.Fatal(err)
			}
			test(t, pack)
		})
	}
}

// auditorOf is a worker that keeps the findings of every outcome.
func auditorOf(t *town) *auditor {
	return &auditor{town: t, kernel: kernel.New(), view: newView(t), evaluator: rules.NewEvaluator(), keepAll: true, account: newAccount(t.in.Pack.Clauses)}
}
