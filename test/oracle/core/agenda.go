package core

import (
	"container/heap"
	"sync"
	"testing/synctest"
	"time"

	"windlass/oracle/core/orders"
)

// Agenda is what is still to happen, by time; at equal times what was put down first goes first.
type Agenda struct {
	mu    sync.Mutex
	items appointments
	put   int
}

// Appointment is one thing on the agenda.
type Appointment struct {
	at         time.Time
	order      int
	do         func()
	isCanceled bool
	isAlone    bool
}

// Cancel takes it off the agenda, as if it had never been there.
func (a *Appointment) Cancel() { a.isCanceled = true }

// Alone says that under a schedule, too, nothing else happens beside it.
func (a *Appointment) Alone() { a.isAlone = true }

// Add puts something down; it may be called while the agenda runs.
func (a *Agenda) Add(at time.Time, do func()) *Appointment {
	a.mu.Lock()
	defer a.mu.Unlock()
	added := &Appointment{at: at, order: a.put, do: do}
	heap.Push(&a.items, added)
	a.put++
	return added
}

// Run lets one thing happen after the other, each settling before the next, until there is nothing left. settled, where it
// is not nil, is called after each. Under a schedule things of one time happen at once.
func (a *Agenda) Run(settled func()) {
	if settled == nil {
		settled = func() {}
	}
	if orders.IsOn() {
		a.runAtOnce(settled)
		return
	}
	for {
		next := a.next()
		if next == nil {
			return
		}
		// Everybody else waits for something on the agenda, so that the bubble's clock goes straight there.
		time.Sleep(time.Until(next.at))
		next.do()
		synctest.Wait()
		settled()
	}
}

func (a *Agenda) runAtOnce(settled func()) {
	for {
		next := a.next()
		if next == nil && orders.CatchUp() {
			settled()
			continue
		}
		if next == nil {
			return
		}
		time.Sleep(time.Until(next.at))
		if next.isAlone {
			next.do()
			orders.Settle()
			settled()
			continue
		}
		together := append([]*Appointment{next}, a.until(next.at)...)
		orders.Shuffle(together)
		for _, one := range together {
			if orders.IsInTurn() {
				one.doUnlessCanceled()
				orders.Settle()
				settled()
			} else {
				go one.doUnlessCanceled()
			}
		}
		orders.Settle()
		settled()
	}
}

func (a *Appointment) doUnlessCanceled() {
	orders.Point()
	if !a.isCanceled {
		a.do()
	}
}

// until takes what is due by then, up to what has to be alone.
func (a *Agenda) until(at time.Time) []*Appointment {
	a.mu.Lock()
	defer a.mu.Unlock()
	var due []*Appointment
	for len(a.items) > 0 && !a.items[0].at.After(at) && !a.items[0].isAlone {
		due = append(due, heap.Pop(&a.items).(*Appointment))
	}
	return due
}

func (a *Agenda) next() *Appointment {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.items) > 0 {
		if next := heap.Pop(&a.items).(*Appointment); !next.isCanceled {
			return next
		}
	}
	return nil
}

type appointments []*Appointment

func (l appointments) Len() int      { return len(l) }
func (l appointments) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l appointments) Less(i, j int) bool {
	return l[i].at.Before(l[j].at) || l[i].at.Equal(l[j].at) && l[i].order < l[j].order
}
func (l *appointments) Push(x any) { *l = append(*l, x.(*Appointment)) }
func (l *appointments) Pop() any {
	last := len(*l) - 1
	x := (*l)[last]
	*l = (*l)[:last]
	return x
}
