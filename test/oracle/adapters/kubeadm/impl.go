package kubeadm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	criapi "k8s.io/cri-api/pkg/apis"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"

	harness "windlass/oracle/core/kubeadm"
)

// impl is the host's container runtime, in place of the connection to one.
type impl struct{ host *harness.Host }

func (i *impl) call(ctx context.Context, op string, subject *string, verbose *bool) (harness.Outcome, error) {
	outcome, err := i.host.CRI(ctx, op, subject, verbose)
	switch {
	case err != nil:
		return outcome, status.Error(codes.DeadlineExceeded, err.Error())
	case outcome.Code != "":
		return outcome, status.Error(codeNamed(outcome.Code), outcome.Error)
	case outcome.Error != "":
		return outcome, errors.New(outcome.Error)
	}
	return outcome, nil
}

// codeNamed gives the gRPC status code that prints so.
func codeNamed(name string) codes.Code {
	for code := codes.OK; code <= codes.Unauthenticated; code++ {
		if code.String() == name {
			return code
		}
	}
	panic(fmt.Sprintf("gRPC has no status code %q", name))
}

func (i *impl) connect(ctx context.Context, op string, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, err := i.call(ctx, op, nil, nil)
	return err
}

func (i *impl) NewRemoteRuntimeService(ctx context.Context, _ string, timeout time.Duration) (criapi.RuntimeService, error) {
	return nil, i.connect(ctx, "NewRemoteRuntimeService", timeout)
}

func (i *impl) NewRemoteImageService(ctx context.Context, _ string, timeout time.Duration) (criapi.ImageManagerService, error) {
	return nil, i.connect(ctx, "NewRemoteImageService", timeout)
}

func (i *impl) RuntimeConfig(ctx context.Context, _ criapi.RuntimeService) (*runtimeapi.RuntimeConfigResponse, error) {
	if _, err := i.call(ctx, "RuntimeConfig", nil, nil); err != nil {
		return nil, err
	}
	return &runtimeapi.RuntimeConfigResponse{}, nil
}

func (i *impl) Status(ctx context.Context, _ criapi.RuntimeService, verbose bool) (*runtimeapi.StatusResponse, error) {
	outcome, err := i.call(ctx, "Status", nil, &verbose)
	if err != nil {
		return nil, err
	}
	response := &runtimeapi.StatusResponse{Status: &runtimeapi.RuntimeStatus{}, Info: outcome.Info}
	for _, c := range outcome.Conditions {
		response.Status.Conditions = append(response.Status.Conditions, &runtimeapi.RuntimeCondition{
			Type: c.Type, Status: c.Status, Reason: c.Reason, Message: c.Message,
		})
	}
	return response, nil
}

func (i *impl) ListPodSandbox(ctx context.Context, _ criapi.RuntimeService, _ *runtimeapi.PodSandboxFilter) ([]*runtimeapi.PodSandbox, error) {
	outcome, err := i.call(ctx, "ListPodSandbox", nil, nil)
	if err != nil {
		return nil, err
	}
	var sandboxes []*runtimeapi.PodSandbox
	for _, id := range outcome.Sandboxes {
		sandboxes = append(sandboxes, &runtimeapi.PodSandbox{Id: id})
	}
	return sandboxes, nil
}

func (i *impl) StopPodSandbox(ctx context.Context, _ criapi.RuntimeService, id string) error {
	_, err := i.call(ctx, "StopPodSandbox", &id, nil)
	return err
}

func (i *impl) RemovePodSandbox(ctx context.Context, _ criapi.RuntimeService, id string) error {
	_, err := i.call(ctx, "RemovePodSandbox", &id, nil)
	return err
}

func (i *impl) PullImage(ctx context.Context, _ criapi.ImageManagerService, image *runtimeapi.ImageSpec, _ *runtimeapi.AuthConfig, _ *runtimeapi.PodSandboxConfig) (string, error) {
	_, err := i.call(ctx, "PullImage", &image.Image, nil)
	return "", err
}

func (i *impl) ImageStatus(ctx context.Context, _ criapi.ImageManagerService, image *runtimeapi.ImageSpec, verbose bool) (*runtimeapi.ImageStatusResponse, error) {
	outcome, err := i.call(ctx, "ImageStatus", &image.Image, &verbose)
	if err != nil {
		return nil, err
	}
	response := &runtimeapi.ImageStatusResponse{}
	if outcome.Present {
		response.Image = &runtimeapi.Image{Id: image.Image}
	}
	return response, nil
}
