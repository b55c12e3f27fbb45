package orders

import "sync"

// Mutex takes the place of sync.Mutex in code with points: who waits for it lets a bubble settle, and whoever comes first
// after an unlock gets it.
type Mutex struct {
	mu       sync.Mutex
	isLocked bool
	// Closed at the next unlock; nil where none waits.
	unlocked chan struct{}
}

var _ sync.Locker = &Mutex{}

func (m *Mutex) Lock() {
	Point()
	for {
		unlocked := m.tryLock()
		if unlocked == nil {
			return
		}
		<-unlocked
		Point()
	}
}

// tryLock locks and gives nil, or gives what the next unlock will close.
func (m *Mutex) tryLock() chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.isLocked {
		m.isLocked = true
		return nil
	}
	if m.unlocked == nil {
		m.unlocked = make(chan struct{})
	}
	return m.unlocked
}

func (m *Mutex) Unlock() {
	m.mu.Lock()
	if !m.isLocked {
		panic("an unlocked mutex is unlocked")
	}
	m.isLocked = false
	if m.unlocked != nil {
		close(m.unlocked)
		m.unlocked = nil
	}
	m.mu.Unlock()
	Point()
}
