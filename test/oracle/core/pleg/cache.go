package pleg

import (
	"reflect"
	"time"

	"windlass/oracle/core"
)

// CacheSet and the next three are what the PLEG writes to the pod cache, told before the cache itself is.
func (n *Node) CacheSet(uid string, status *Status, err error, timestamp time.Time) {
	n.noteWrite(Entry{Op: "Set", UID: uid, Status: text(status), Error: messageOf(err), Timestamp: n.millisOf(timestamp)})
}

func (n *Node) CacheDelete(uid string) { n.noteWrite(Entry{Op: "Delete", UID: uid}) }

func (n *Node) noteWrite(e Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e.Type = "cache"
	n.touched[e.UID] = true
	n.note(e, ofRelist, inspecting)
}

// CacheSetObservedTime ends the relist of one pod.
func (n *Node) CacheSetObservedTime(uid string, timestamp time.Time) {
	n.noteTime(Entry{Op: "SetObservedTime", UID: uid, Timestamp: n.millisOf(timestamp)})
}

// CacheUpdateTime ends the relist of all pods.
func (n *Node) CacheUpdateTime(timestamp time.Time) {
	n.noteTime(Entry{Op: "UpdateTime", Timestamp: n.millisOf(timestamp)})
}

func (n *Node) noteTime(e Entry) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e.Type = "cache"
	n.note(e, ofRelist, updatingTime)
	n.readChannel()
	n.endRelist()
}

// Times are those that the cache holds; zero where it holds none.
type Times struct{ Modified, Observed, Global time.Time }

// TimesIn looks into the kubelet's pod cache, which keeps them to itself.
func TimesIn(cache any, uid string) Times {
	var times Times
	fields := reflect.ValueOf(cache).Elem()
	pods := core.Settable(fields.FieldByName("pods"))
	if held := pods.MapIndex(reflect.ValueOf(uid).Convert(pods.Type().Key())); held.IsValid() {
		times.Modified = timeIn(held.Elem().FieldByName("modified"))
		if observed := held.Elem().FieldByName("observedTime"); observed.IsValid() {
			times.Observed = timeIn(observed)
		}
	}
	if global := fields.FieldByName("timestamp"); !global.IsNil() {
		times.Global = timeIn(global.Elem())
	}
	return times
}

func timeIn(field reflect.Value) time.Time { return core.Settable(field).Interface().(time.Time) }
