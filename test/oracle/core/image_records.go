package core

import (
	"cmp"
	"reflect"
	"time"
)

// ImageRecord is the image garbage collector's own record of an image.
type ImageRecord struct {
	FirstDetected, LastUsed time.Time
	Size                    int64
	Pinned                  bool
}

// Compare orders as the collector removes: by last use, then by first detection. Equal ones it leaves in any order.
func (r ImageRecord) Compare(other ImageRecord) int {
	return cmp.Or(r.LastUsed.Compare(other.LastUsed), r.FirstDetected.Compare(other.FirstDetected))
}

// ImageRecords looks into the collector, which keeps them to itself, by image id.
func ImageRecords(manager any) map[string]ImageRecord {
	records := map[string]ImageRecord{}
	fields := Settable(reflect.ValueOf(manager).Elem().FieldByName("imageRecords"))
	for id, held := range fields.Seq2() {
		held = held.Elem()
		records[id.String()] = ImageRecord{
			FirstDetected: Settable(held.FieldByName("firstDetected")).Interface().(time.Time),
			LastUsed:      Settable(held.FieldByName("lastUsed")).Interface().(time.Time),
			Size:          held.FieldByName("size").Int(),
			Pinned:        held.FieldByName("pinned").Bool(),
		}
	}
	return records
}
