package credentials

import (
	"slices"
	"strings"
	"sync"
	"time"

	"windlass/oracle/core"
)

// Node is everything around the kubelet: it outlives its kubelets.
type Node struct {
	start  time.Time
	agenda core.Agenda

	mu           sync.Mutex
	entries      []Entry
	moment       int
	places       map[string]int
	images       map[string]Image
	pulls        map[string][]Pull
	registryAuth map[string][]string
	removeTakes  map[string]core.Millis
	secrets      map[string]*Secret
	accounts     map[string]*Secret
	// The refs that containers use.
	inUse   []string
	records shownRecords
	// Called before each removal of an image, while images are collected.
	removing func()
}

func newNode(script *Script) *Node {
	n := &Node{
		start:        time.Now(),
		places:       map[string]int{},
		images:       map[string]Image{},
		pulls:        map[string][]Pull{},
		registryAuth: script.Runtime.RegistryAuth,
		removeTakes:  script.Runtime.RemoveTakes,
		secrets:      map[string]*Secret{},
		accounts:     map[string]*Secret{},
	}
	for name, outcomes := range script.Runtime.Pulls {
		n.pulls[name] = outcomes
	}
	for i, call := range script.Calls {
		n.places[call.ID] = i
	}
	n.change(&Step{Secrets: script.Secrets, ServiceAccounts: script.ServiceAccounts, Images: script.Runtime.Images})
	return n
}

// change makes the world what a step says.
func (n *Node) change(step *Step) {
	for i := range step.Secrets {
		n.secrets[step.Secrets[i].key()] = &step.Secrets[i]
	}
	for _, key := range step.RemoveSecrets {
		delete(n.secrets, key)
	}
	for i := range step.ServiceAccounts {
		n.accounts[step.ServiceAccounts[i].key()] = &step.ServiceAccounts[i]
	}
	if step.RegistryAuth != nil {
		n.registryAuth = step.RegistryAuth
	}
	for _, image := range step.Images {
		n.images[image.Name] = image
	}
	for _, name := range step.RemoveImages {
		delete(n.images, name)
	}
}

// note writes an entry down; the caller holds n.mu.
func (n *Node) note(e Entry) {
	e.At = core.InMillis(time.Since(n.start))
	e.moment, e.place = n.moment, ofNoCall
	if place, ok := n.places[e.Call]; ok {
		e.place = place
	}
	n.entries = append(n.entries, e)
}

// plan puts an event of the script down: what follows from it are the entries of one moment.
func (n *Node) plan(at time.Time, do func()) *core.Appointment {
	return n.agenda.Add(at, func() {
		n.moment++
		do()
	})
}

// pullSecrets gives those of the pod that there are now.
func (n *Node) pullSecrets(call *Call) []*Secret {
	n.mu.Lock()
	defer n.mu.Unlock()
	var found []*Secret
	for _, name := range call.PullSecrets {
		if secret, ok := n.secrets[call.Pod.Namespace+"/"+name]; ok {
			found = append(found, secret)
		}
	}
	return found
}

// ServiceAccount gives the account with what the credential provider gives for it, nil for none.
func (n *Node) ServiceAccount(namespace, name string) *Secret {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.accounts[namespace+"/"+name]
}

// mayPull asks the registry. The longest name or prefix decides; auth is nil for the anonymous.
func (n *Node) mayPull(image string, auth *Auth) bool {
	longest, isProtected := "", false
	for prefix := range n.registryAuth {
		if strings.HasPrefix(image, prefix) && len(prefix) >= len(longest) {
			longest, isProtected = prefix, true
		}
	}
	if !isProtected {
		return true
	}
	allowed := n.registryAuth[longest]
	if auth == nil {
		return slices.Contains(allowed, "")
	}
	return slices.Contains(allowed, auth.Username) || slices.Contains(allowed, auth.Username+":"+auth.Password)
}
