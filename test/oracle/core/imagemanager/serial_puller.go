package imagemanager

import (
	"context"
	"reflect"

	"windlass/oracle/core"
)

// endSerialPuller ends the goroutine that serves serialized pulls. The kubelet never does, but a synctest bubble must be
// empty at its end. The goroutine gets one more request, without a call in its context, at which Node.PullImage exits; the
// request goes past the throttle, which would refuse it, to the image service behind.
func endSerialPuller(imageManager, imageService any) {
	puller := reflect.ValueOf(imageManager).Elem().FieldByName("puller").Elem().Elem()
	core.Settable(puller.FieldByName("imageService")).Set(reflect.ValueOf(imageService))
	requests := core.Settable(puller.FieldByName("pullRequests"))
	request := reflect.New(requests.Type().Elem().Elem())
	core.Settable(request.Elem().FieldByName("ctx")).Set(reflect.ValueOf(context.Background()))
	requests.Send(request)
}
