package imagemanager

import (
	"cmp"
	"slices"
	"strconv"
)

// sortCanonically puts entries in the order by which traces are compared: by time, then by the call's place in the
// script, then as it happened.
func sortCanonically(entries []Entry) {
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.place, b.place))
	})
}

// races names where the kubelet leaves undefined what follows: two pulls of one back-off key that fail in one instant with
// different messages, because the later one's message is what the back-off repeats.
func races(script *Script, entries []Entry) []string {
	type moment struct {
		at  float64
		key string
	}
	failed := map[moment]string{}
	var found []string
	for _, e := range entries {
		if e.Type != "result" || !isPullFailure(*e.Error) {
			continue
		}
		call := &script.Calls[e.place]
		m := moment{e.At, call.Pod.UID + "_" + call.Image}
		text := *e.Error + ": " + *e.Message
		if before, ok := failed[m]; ok && before != text {
			found = append(found, strconv.FormatFloat(m.at, 'f', -1, 64)+" "+m.key)
		}
		failed[m] = text
	}
	return found
}

// All other errors come before the pull, or are the back-off itself.
func isPullFailure(err string) bool {
	return slices.Contains([]string{"ErrImagePull", "RegistryUnavailable", "SignatureValidationFailed"}, err)
}
