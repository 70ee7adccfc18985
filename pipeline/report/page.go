package report

type page struct{ places Places }

func newPage(p Places) *page    { return &page{places: p} }
func (p *page) add(b *prepared) {}
func (p *page) render(run Run, sum summary, totals Totals) ([]byte, error) {
	return []byte("<!doctype html>\n"), nil
}
