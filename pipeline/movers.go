package pipeline

import "parcelaudit/spatial/crs"

// movers makes the transformers to one CRS, each once: making one costs PROJ more than moving a whole layer. For one
// goroutine.
type movers struct {
	to   crs.CRS
	made []mover
}

type mover struct {
	from crs.CRS
	*crs.Transformer
}

func (m *movers) from(c crs.CRS) (*crs.Transformer, error) {
	for _, one := range m.made {
		if one.from.Equal(c) {
			return one.Transformer, nil
		}
	}
	t, err := crs.NewTransformer(c, m.to)
	if err != nil {
		return nil, err
	}
	m.made = append(m.made, mover{c, t})
	return t, nil
}

// systems reads CRS definitions, each once. For one goroutine.
type systems map[string]crs.CRS

func (s systems) parse(text string) (crs.CRS, error) {
	if c, ok := s[text]; ok {
		return c, nil
	}
	c, err := crs.Parse(text)
	if err == nil {
		s[text] = c
	}
	return c, err
}
