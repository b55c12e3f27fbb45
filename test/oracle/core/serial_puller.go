package core

import (
	"context"
	"reflect"
	"unsafe"
)

// endSerialPuller ends the goroutine that serves serialized pulls. The kubelet never does, but a synctest bubble must be
// empty at its end. The goroutine gets one more request, without a call in its context, at which Node.PullImage exits; the
// request goes past the throttle, which would refuse it, to the image service behind.
func endSerialPuller(imageManager, imageService any) {
	puller := reflect.ValueOf(imageManager).Elem().FieldByName("puller").Elem().Elem()
	open(puller.FieldByName("imageService")).Set(reflect.ValueOf(imageService))
	requests := open(puller.FieldByName("pullRequests"))
	request := reflect.New(requests.Type().Elem().Elem())
	open(request.Elem().FieldByName("ctx")).Set(reflect.ValueOf(context.Background()))
	requests.Send(request)
}

// open makes an unexported field settable.
func open(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
