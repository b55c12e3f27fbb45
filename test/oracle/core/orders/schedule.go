// Package orders runs the goroutines of a bubble one step at a time, in an order that a seed decides. The steps are the
// stretches between two points: calls of Point, which core/instrument writes into the kubelet's code.
package orders

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"
)

var current atomic.Pointer[Schedule]

// IsInstrumented says whether this program was built with points in the kubelet's code.
var IsInstrumented bool

// Order is what a script asks for.
type Order struct {
	Seed uint64 `json:"seed"`
	// Things of one time happen one after the other, each settling before the next; the seed decides which comes first.
	InTurn bool `json:"inTurn"`
	// Goroutines stand still at some points, for so many milliseconds at most, as on a busy machine.
	LateMs float64 `json:"lateMs"`
}

// Schedule is one order of the steps of all goroutines.
type Schedule struct {
	Order
	random *rand.Rand
	// An even seed draws each next goroutine; an odd one gives goroutines ranks, and lowers one now and then, so that some
	// stand still for long.
	isRanked bool
	ranks    map[uint64]float64
	// Whether points hold goroutines up. They do only while Settle lets them go again.
	isOpen atomic.Bool
	// How often there was more than one goroutine to choose from.
	choices int
	// How many goroutines stand still.
	late atomic.Int32

	mu   sync.Mutex
	held []held
}

type held struct {
	goroutine uint64
	goOn      chan struct{}
}

// Begin makes the schedule of an order the present one; end goes back to Go's own order, and gives the number of choices.
func Begin(order Order) (end func() int) {
	s := &Schedule{
		Order:    order,
		random:   rand.New(rand.NewPCG(order.Seed, 0)),
		isRanked: order.Seed%2 == 1,
		ranks:    map[uint64]float64{},
	}
	current.Store(s)
	return func() int {
		current.Store(nil)
		return s.choices
	}
}

// IsOn says whether there is a schedule.
func IsOn() bool { return current.Load() != nil }

// IsInTurn says whether there is a schedule in which things of one time happen one after the other.
func IsInTurn() bool {
	s := current.Load()
	return s != nil && s.InTurn
}

// Point is where another goroutine may go first.
func Point() {
	s := current.Load()
	if s == nil || !s.isOpen.Load() {
		return
	}
	me := held{goroutineID(), make(chan struct{})}
	s.mu.Lock()
	s.held = append(s.held, me)
	late := s.lateness()
	s.mu.Unlock()
	<-me.goOn
	if late > 0 {
		s.late.Add(1)
		time.Sleep(late)
		s.late.Add(-1)
	}
}

// One point in this many, a goroutine stands still, where goroutines may be late.
const pointsPerLateness = 12

func (s *Schedule) lateness() time.Duration {
	if s.LateMs == 0 || s.random.IntN(pointsPerLateness) > 0 {
		return 0
	}
	return time.Duration(s.random.Float64() * s.LateMs * float64(time.Millisecond))
}

// CatchUp waits for goroutines that stand still; it gives whether there was one.
func CatchUp() bool {
	s := current.Load()
	if s == nil || s.late.Load() == 0 {
		return false
	}
	time.Sleep(time.Duration(s.LateMs * float64(time.Millisecond)))
	Settle()
	return true
}

// Settle lets one goroutine after the other go on to its next point, until all wait for something else. Only the
// goroutine that owns the bubble may call it.
func Settle() {
	s := current.Load()
	if s == nil || s.InTurn {
		synctest.Wait()
		return
	}
	s.isOpen.Store(true)
	defer s.isOpen.Store(false)
	for {
		synctest.Wait()
		next, ok := s.choose()
		if !ok {
			return
		}
		close(next.goOn)
	}
}

// Shuffle puts a list into an order of the schedule.
func Shuffle[T any](list []T) {
	if s := current.Load(); s != nil {
		s.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
}

func (s *Schedule) choose() (next held, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.held) == 0 {
		return next, false
	}
	// Goroutines that one step has woken come here in an order of Go's.
	slices.SortFunc(s.held, func(a, b held) int { return cmp.Compare(a.goroutine, b.goroutine) })
	place := 0
	if len(s.held) > 1 {
		s.choices++
		place = s.random.IntN(len(s.held))
	}
	if s.isRanked {
		place = s.first()
	}
	next = s.held[place]
	s.held = slices.Delete(s.held, place, place+1)
	return next, true
}

// One step in this many, a goroutine that goes on is put behind all others.
const stepsPerChange = 24

func (s *Schedule) first() int {
	best := 0
	for i, one := range s.held {
		if _, ok := s.ranks[one.goroutine]; !ok {
			s.ranks[one.goroutine] = s.random.Float64()
		}
		if s.ranks[one.goroutine] > s.ranks[s.held[best].goroutine] {
			best = i
		}
	}
	if s.random.IntN(stepsPerChange) == 0 {
		s.ranks[s.held[best].goroutine] = -s.random.Float64()
	}
	return best
}

// goroutineID is the number in its stack trace, "goroutine 7 [running]:".
func goroutineID() uint64 {
	var head [32]byte
	text := strings.TrimPrefix(string(head[:runtime.Stack(head[:], false)]), "goroutine ")
	number, _, _ := strings.Cut(text, " ")
	id, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		panic(err)
	}
	return id
}
