package pleg

import (
	"cmp"
	"slices"
)

// place is where an entry stands among those of its instant.
type place struct {
	class class
	// The relist that it belongs to, by the order in which they began.
	relist int
	phase  phase
}

// class says who did it; at equal times what relists did comes first.
type class int

const (
	ofRelist class = iota
	ofGetNewerThan
	ofStep
)

// phase is a part of one relist.
type phase int

const (
	listing phase = iota
	// Pod by pod in the order of their UIDs, not in the kubelet's, which is a Go map's.
	inspecting
	sending
	updatingTime
	ending
)

// sortCanonically puts the entries of what followed one step in the order by which traces are compared. A pod's events
// stand after what was done to it, before the next pod's.
func sortCanonically(entries []Entry) {
	slices.SortStableFunc(entries, func(a, b Entry) int {
		first := cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.place.class, b.place.class))
		switch {
		case first != 0:
			return first
		case a.place.class == ofRelist:
			return compareInRelists(a, b)
		case a.place.class == ofGetNewerThan:
			return cmp.Compare(*a.Step, *b.Step)
		default:
			return 0
		}
	})
}

func compareInRelists(a, b Entry) int {
	if first := cmp.Compare(a.place.relist, b.place.relist); first != 0 {
		return first
	}
	if isOfOnePod(a) && isOfOnePod(b) {
		return cmp.Or(cmp.Compare(a.UID, b.UID), cmp.Compare(a.place.phase, b.place.phase))
	}
	return cmp.Compare(a.place.phase, b.place.phase)
}

func isOfOnePod(e Entry) bool { return e.place.phase == inspecting || e.place.phase == sending }
