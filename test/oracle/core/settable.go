package core

import (
	"reflect"
	"unsafe"
)

// Settable gives an unexported field of something addressable as one that can be read and set.
func Settable(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
