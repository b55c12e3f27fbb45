package imagegc

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"windlass/oracle/core"
)

// Node stands for everything around the manager: the runtime and its disk, and who hears of it. It writes down what they
// are told.
type Node struct {
	start   time.Time
	entries []Entry

	images       map[string]Image
	containers   []Container
	removeErrors map[string]string
	listError    string
	podsError    string
	statsError   string
	// nil where the stats have none.
	capacityBytes  *uint64
	availableBytes *uint64

	// What the operation under way has come to.
	operation operation
	manager   Manager
}

func newNode(script *Script) *Node {
	return &Node{
		start: time.Now(), images: map[string]Image{},
		capacityBytes: script.CapacityBytes, availableBytes: script.CapacityBytes,
	}
}

func (n *Node) note(e Entry) {
	e.At = core.InMillis(time.Since(n.start))
	n.entries = append(n.entries, e)
}

// change makes the world what a step says.
func (n *Node) change(step *Step) {
	for _, image := range step.Images {
		n.images[image.ID] = image
	}
	for _, id := range step.RemoveImages {
		delete(n.images, id)
	}
	if step.Containers != nil {
		n.containers = *step.Containers
	}
	if step.RemoveErrors != nil {
		n.removeErrors = step.RemoveErrors
	}
	for failure, given := range map[*string]*core.Given[string]{
		&n.listError: &step.ListError, &n.podsError: &step.PodsError, &n.statsError: &step.StatsError,
	} {
		if given.Is {
			*failure = given.Or("")
		}
	}
	if step.CapacityBytes.Is {
		n.capacityBytes = step.CapacityBytes.Value
	}
	if step.AvailableBytes.Is {
		n.availableBytes = step.AvailableBytes.Value
	}
}

// failing gives an error of that text, nil for none.
func failing(text string) error {
	if text == "" {
		return nil
	}
	return errors.New(text)
}

// ListImages lists the images by id.
func (n *Node) ListImages() ([]Image, error) {
	if n.listError != "" {
		return nil, failing(n.listError)
	}
	return slices.SortedFunc(maps.Values(n.images), func(a, b Image) int { return strings.Compare(a.ID, b.ID) }), nil
}

// ImageRef gives the id of the image with that tag, of several the first, "" for none.
func (n *Node) ImageRef(tag string) string {
	for _, id := range slices.Sorted(maps.Keys(n.images)) {
		if slices.Contains(n.images[id].RepoTags, tag) {
			return id
		}
	}
	return ""
}

// Containers lists all that exist, whatever their state.
func (n *Node) Containers() ([]Container, error) { return n.containers, failing(n.podsError) }

// ImageVolumes gives the images that a container mounts, by its place in Containers.
func (n *Node) ImageVolumes(place int) ([]string, error) {
	container := n.containers[place]
	return container.ImageVolumes, failing(container.StatusError)
}

// ImageFsStats gives capacity and available bytes of the disk with the images.
func (n *Node) ImageFsStats() (capacityBytes, availableBytes *uint64, err error) {
	n.operation.hasStats = true
	if n.statsError != "" {
		return nil, nil, failing(n.statsError)
	}
	return n.capacityBytes, n.availableBytes, nil
}

// RemoveImage frees the image's exclusive bytes, or fails as the script says.
func (n *Node) RemoveImage(id string) error {
	n.operation.observe(n)
	failure := n.removeErrors[id]
	e := Entry{Type: "runtime", Op: "RemoveImage", Image: id}
	if failure != "" {
		e.Error = &failure
		n.note(e)
		return failing(failure)
	}
	n.note(e)
	image := n.images[id]
	delete(n.images, id)
	if n.availableBytes != nil {
		freed := uint64(image.Size)
		if image.ExclusiveBytes != nil {
			freed = *image.ExclusiveBytes
		}
		available := *n.availableBytes + freed
		n.availableBytes = &available
	}
	return nil
}

// Event is what the event recorder is told.
func (n *Node) Event(eventType, reason, message string) {
	n.note(Entry{Type: "event", EventType: eventType, Reason: reason, Message: &message})
}

// Pruned is what the hook that prunes pulled records is told: the images that the manager believes are left.
func (n *Node) Pruned(remaining []string) {
	sorted := append([]string{}, remaining...)
	slices.Sort(sorted)
	n.note(Entry{Type: "hook", Remaining: &sorted})
}

// noteState writes down what an operation has left.
func (n *Node) noteState() {
	ids := append([]string{}, slices.Sorted(maps.Keys(n.images))...)
	n.note(Entry{Type: "state", Images: &ids, AvailableBytes: n.availableBytes})
}
