package core

import (
	"container/heap"
	"sync"
	"testing/synctest"
	"time"
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
}

// Cancel takes it off the agenda, as if it had never been there.
func (a *Appointment) Cancel() { a.isCanceled = true }

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
// is not nil, is called after each.
func (a *Agenda) Run(settled func()) {
	for {
		next := a.next()
		if next == nil {
			return
		}
		// Everybody else waits for something on the agenda, so that the bubble's clock goes straight there.
		time.Sleep(time.Until(next.at))
		next.do()
		synctest.Wait()
		if settled != nil {
			settled()
		}
	}
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
