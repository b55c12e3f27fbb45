package pleg

import (
	"errors"
	"maps"
	"math"
	"time"
)

// take does what one step says; it does not wait for what follows from it.
func (p *player) take(i int, step *Step) error {
	switch {
	case step.Set != nil, step.GetPodsError.Is, step.PodStatusError != nil, step.Latency != nil:
		p.change(step)
	case step.Relist:
		if p.isStarted {
			return errors.New("relist while the PLEG relists by itself")
		}
		p.relisting.Add(1)
		p.relists <- struct{}{}
	case step.Start:
		return p.startPLEG()
	case step.Stop:
		p.isStarted = false
		p.pleg.Stop()
	case step.Update != nil:
		if p.isStarted {
			return errors.New("update while the PLEG relists by itself")
		}
		p.pleg.Update(*step.Update)
	case step.Healthy:
		ok, err := p.pleg.Healthy()
		p.answer(Entry{Type: "healthy", OK: &ok, Message: messageOf(err)})
	case step.CacheGet != nil:
		p.getFromCache(*step.CacheGet)
	case step.GetNewerThan != nil:
		p.blocked[i] = step.GetNewerThan.UID
		go p.getNewerThan(i, step.GetNewerThan)
	case step.RequestReinspect != nil:
		p.onDemand("requestReinspect", func(pleg OnDemand) { pleg.RequestReinspect(*step.RequestReinspect) })
	case step.RequestRelist != nil:
		p.onDemand("requestRelist", func(pleg OnDemand) { pleg.RequestRelist(*step.RequestRelist) })
	case step.Drain:
		if !p.drainsByHand {
			return errors.New(`drain without "drain":"manual"`)
		}
		p.drain()
	default:
		return errors.New("it has no action")
	}
	return nil
}

// change changes what the runtime holds or answers.
func (p *player) change(step *Step) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case step.Set != nil:
		p.pods = step.Set.Pods
	case step.GetPodsError.Is:
		p.listError = step.GetPodsError.Or("")
	case step.PodStatusError != nil:
		maps.Copy(p.outcomes, step.PodStatusError)
	default:
		p.latency = *step.Latency
	}
}

func (p *player) startPLEG() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isRelisting {
		return errors.New("start during a relist")
	}
	p.isStarted = true
	p.pleg.Start()
	return nil
}

func (p *player) getFromCache(uid string) {
	status, err := p.pleg.Get(uid)
	times := p.pleg.Times(uid)
	p.answer(Entry{
		Type: "cache-get", UID: uid, Status: text(status), Error: messageOf(err),
		Modified: p.millisOf(times.Modified), Observed: p.millisOf(times.Observed), Global: p.millisOf(times.Global),
	})
}

func (p *player) getNewerThan(i int, asked *NewerThan) {
	min := p.start.Add(time.Duration(math.Round(asked.MinMillis * 1e6)))
	status, err := p.pleg.GetNewerThan(asked.UID, min)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.blocked, i)
	p.note(Entry{Type: "newer", UID: asked.UID, Step: &i, Status: text(status), Error: messageOf(err)}, ofGetNewerThan, 0)
}

func (p *player) onDemand(op string, request func(OnDemand)) {
	if pleg, ok := p.pleg.(OnDemand); ok {
		request(pleg)
	} else {
		p.answer(Entry{Type: "unsupported", Op: op})
	}
}
