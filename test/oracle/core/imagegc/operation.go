package imagegc

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"windlass/oracle/core"
)

// operation is one GarbageCollect or DeleteUnusedImages: what the manager knew when it removed images. The kubelet gathers
// them from a Go map and sorts them unstably by last use and first detection, so that equal images come in any order.
type operation struct {
	name     string
	policy   Policy
	hasStats bool
	// At most two: images that are too old (before the stats), then images for space.
	passes []*pass
}

// pass is one round of removals.
type pass struct {
	forSpace bool
	// The manager's records at its first removal, and what the disk lacks then.
	records map[string]core.ImageRecord
	needed  int64
	// Where its entries begin.
	from int
}

// observe begins a pass at its first removal.
func (o *operation) observe(n *Node) {
	forSpace := o.hasStats || o.name == "DeleteUnusedImages"
	if last := len(o.passes) - 1; last >= 0 && o.passes[last].forSpace == forSpace {
		return
	}
	p := &pass{forSpace: forSpace, records: core.ImageRecords(n.manager.Kubelet()), needed: math.MaxInt64, from: len(n.entries)}
	if o.hasStats {
		capacity, available := int64(*n.capacityBytes), int64(0)
		if n.availableBytes != nil {
			available = min(int64(*n.availableBytes), capacity)
		}
		p.needed = capacity*int64(100-o.policy.LowThresholdPercent)/100 - available
	}
	o.passes = append(o.passes, p)
}

// settle puts the removals of equal images in the order of their ids; where what comes of the operation hangs on their
// order, it gives those images instead.
func (o *operation) settle(n *Node, now time.Time) (race string) {
	end := len(n.entries)
	for _, p := range slices.Backward(o.passes) {
		places := map[string]int{}
		freed := int64(0)
		for place, equals := range p.groups(o.policy, now) {
			for _, id := range equals {
				places[id] = place
			}
			if p.endsWithin(equals, freed, n.removeErrors) || sayDifferently(equals, n.removeErrors) {
				race = fmt.Sprintf("%v %s: %s", core.InMillis(now.Sub(n.start)), o.name, strings.Join(equals, ","))
				break
			}
			gained, isGain := p.gain(equals, n.removeErrors)
			if freed += gained; isGain && freed >= p.needed {
				break
			}
		}
		if race == "" {
			sortRemovals(n.entries[p.from:end], places)
		}
		end = p.from
	}
	return race
}

// groups gives the images that the pass may remove, in its order, equal ones together and by id.
func (p *pass) groups(policy Policy, now time.Time) [][]string {
	var ids []string
	for id, r := range p.records {
		isOld := now.Sub(r.LastUsed) > policy.MaxAge.Duration()
		if p.forSpace {
			isOld = r.LastUsed.Before(now) && now.Sub(r.FirstDetected) >= policy.MinAge.Duration()
		}
		if isOld && !r.Pinned {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(p.compare(a, b), strings.Compare(a, b)) })
	var groups [][]string
	for i, id := range ids {
		if i > 0 && p.compare(ids[i-1], id) == 0 {
			groups[len(groups)-1] = append(groups[len(groups)-1], id)
		} else {
			groups = append(groups, []string{id})
		}
	}
	return groups
}

func (p *pass) compare(a, b string) int {
	return p.records[a].Compare(p.records[b])
}

// gain is what the manager believes that the removals of these images free, and whether any succeeds.
func (p *pass) gain(ids []string, removeErrors map[string]string) (freed int64, isGain bool) {
	for _, id := range ids {
		if removeErrors[id] == "" {
			freed += p.records[id].Size
			isGain = true
		}
	}
	return freed, isGain
}

// endsWithin tells whether the pass may have what it needs before it comes to the last of these images.
func (p *pass) endsWithin(equals []string, freed int64, removeErrors map[string]string) bool {
	for _, last := range equals {
		others := slices.DeleteFunc(slices.Clone(equals), func(id string) bool { return id == last })
		if gained, isGain := p.gain(others, removeErrors); isGain && freed+gained >= p.needed {
			return true
		}
	}
	return false
}

// sayDifferently tells whether the order of the failures shows in the operation's error.
func sayDifferently(equals []string, removeErrors map[string]string) bool {
	texts := map[string]bool{}
	for _, id := range equals {
		if text := removeErrors[id]; text != "" {
			texts[text] = true
		}
	}
	return len(slices.Collect(maps.Keys(texts))) > 1
}

// sortRemovals leaves what follows the removals where it is.
func sortRemovals(entries []Entry, places map[string]int) {
	removals := 0
	for removals < len(entries) && entries[removals].Op == "RemoveImage" {
		if _, ok := places[entries[removals].Image]; !ok {
			panic(entries[removals].Image + " was removed, which the manager's records do not explain")
		}
		removals++
	}
	slices.SortStableFunc(entries[:removals], func(a, b Entry) int {
		return cmp.Or(cmp.Compare(places[a.Image], places[b.Image]), strings.Compare(a.Image, b.Image))
	})
}
