package credentials

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// shownRecords are the contents of the records' files as the trace has them so far.
type shownRecords struct{ pulling, pulled map[string]json.RawMessage }

// recordsIn is where a kubelet keeps its records of images.
func recordsIn(folder string) string { return filepath.Join(folder, "image_manager") }

// showRecords notes what lies there, each of the two kinds where it has changed.
func (l *Life) showRecords() {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := Entry{Type: "records"}
	if pulling := readRecords(l.Folder, "pulling"); !isSame(pulling, l.records.pulling) {
		l.records.pulling, e.Pulling = pulling, &pulling
	}
	if pulled := readRecords(l.Folder, "pulled"); !isSame(pulled, l.records.pulled) {
		l.records.pulled, e.Pulled = pulled, &pulled
	}
	if e.Pulling != nil || e.Pulled != nil {
		l.note(e)
	}
}

func isSame(a, b map[string]json.RawMessage) bool {
	return maps.EqualFunc(a, b, func(x, y json.RawMessage) bool { return slices.Equal(x, y) })
}

// readRecords gives the files' JSON, or where there is none their text, by name. With the gate off there is no folder.
func readRecords(folder, kind string) map[string]json.RawMessage {
	contents := map[string]json.RawMessage{}
	files := os.DirFS(filepath.Join(recordsIn(folder), kind))
	names, err := fs.Glob(files, "*")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		if !json.Valid(content) {
			if content, err = json.Marshal(string(content)); err != nil {
				panic(err)
			}
		}
		contents[name] = content
	}
	return contents
}

// writeRecords writes or deletes files among the records.
func (l *Life) writeRecords(written []RecordFile) error {
	for _, file := range written {
		path := filepath.Join(recordsIn(l.Folder), filepath.FromSlash(file.Path))
		if file.Content != nil {
			if err := os.WriteFile(path, []byte(*file.Content), 0o600); err != nil {
				return err
			}
		} else if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
