package core

import (
	"container/heap"
	"time"
)

// agenda is what is still to happen, by time; at equal times what was put down first goes first.
type agenda struct {
	items appointments
	put   int
}

type appointment struct {
	at    time.Duration
	order int
	do    func()
}

func (a *agenda) add(at time.Duration, do func()) {
	heap.Push(&a.items, appointment{at, a.put, do})
	a.put++
}

func (a *agenda) next() (appointment, bool) {
	if len(a.items) == 0 {
		return appointment{}, false
	}
	return heap.Pop(&a.items).(appointment), true
}

type appointments []appointment

func (l appointments) Len() int      { return len(l) }
func (l appointments) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l appointments) Less(i, j int) bool {
	return l[i].at < l[j].at || l[i].at == l[j].at && l[i].order < l[j].order
}
func (l *appointments) Push(x any) { *l = append(*l, x.(appointment)) }
func (l *appointments) Pop() any {
	last := len(*l) - 1
	x := (*l)[last]
	*l = (*l)[:last]
	return x
}
