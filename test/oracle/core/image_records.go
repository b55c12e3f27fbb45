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

// DetectInOrder gives the collector a record of each image that it does not know yet, as its own detection would. The images
// have been detected a nanosecond one after the other, the last one a nanosecond ago: so they go in this order.
func DetectInOrder(manager any, ids []string) {
	records := Settable(reflect.ValueOf(manager).Elem().FieldByName("imageRecords"))
	for place, id := range ids {
		if records.MapIndex(reflect.ValueOf(id)).IsValid() {
			continue
		}
		record := reflect.New(records.Type().Elem().Elem())
		detected := time.Now().Add(time.Duration(place - len(ids)))
		Settable(record.Elem().FieldByName("firstDetected")).Set(reflect.ValueOf(detected))
		records.SetMapIndex(reflect.ValueOf(id), record)
	}
}
