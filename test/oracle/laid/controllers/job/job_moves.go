// Package job: laid beside the controller's own files, whose steps are not exported (scripts/oracle/record-jobs.mjs).
package job

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	batch "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/controller/job/util"
	clocktesting "k8s.io/utils/clock/testing"
)

type jobCase struct {
	Completions  *int32 `json:"completions"`
	Parallelism  int32  `json:"parallelism"`
	BackoffLimit int32  `json:"backoffLimit"`
	IsIndexed    bool   `json:"isIndexed"`
	// What becomes of the pods in the order in which they are made, the first again after the last; if indexed, of index 0, 1, 2 and so on, and
	// of their next ones three further on.
	Ends []podEnd `json:"ends"`
}

type podEnd struct {
	// In ms.
	After   int64 `json:"after"`
	IsError bool  `json:"isError"`
	// Whether an init container is what fails.
	IsInit bool `json:"isInit"`
}

type jobMove struct {
	At    int64 `json:"at"`
	Index int   `json:"index"`
}

type jobMoves struct {
	Creates []jobMove `json:"creates"`
	// When all pods that are left are deleted, and when the Job is complete; -1: never.
	DeletedAt  int64 `json:"deletedAt"`
	CompleteAt int64 `json:"completeAt"`
}

// jobPlay is the world around one Job: its pods, which end in time, and a queue that knows when the controller looks.
type jobPlay struct {
	workqueue.TypedRateLimitingInterface[string]
	mutex    sync.Mutex
	given    jobCase
	clock    *clocktesting.FakeClock
	start    time.Time
	due      *time.Time
	pods     cache.Indexer
	made     []*v1.Pod
	ends     map[string]time.Time
	errors   map[string]podEnd
	freed    []string
	attempts map[int]int
	moves    jobMoves
}

func (p *jobPlay) AddAfter(_ string, delay time.Duration) {
	at := p.clock.Now().Add(delay)
	if p.due == nil || at.Before(*p.due) {
		p.due = &at
	}
}

func (p *jobPlay) Add(key string) { p.AddAfter(key, 0) }

func (p *jobPlay) CreatePods(context.Context, string, *v1.PodTemplateSpec, runtime.Object, *metav1.OwnerReference) error {
	return fmt.Errorf("a Job names its pods itself")
}

func (p *jobPlay) CreatePodsWithGenerateName(_ context.Context, namespace string, template *v1.PodTemplateSpec, _ runtime.Object, owner *metav1.OwnerReference, _ string) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	count := len(p.moves.Creates)
	place, index := count, -1
	if text, ok := template.Annotations[batch.JobCompletionIndexAnnotation]; ok {
		index, _ = strconv.Atoi(text)
		place = index + 3*p.attempts[index]
		p.attempts[index]++
	}
	pod := &v1.Pod{ObjectMeta: *template.ObjectMeta.DeepCopy(), Spec: template.Spec}
	pod.Name, pod.Namespace, pod.ResourceVersion = fmt.Sprint("pod-", count), namespace, "1"
	pod.UID = types.UID(pod.Name)
	pod.CreationTimestamp = metav1.NewTime(p.clock.Now())
	pod.OwnerReferences = []metav1.OwnerReference{*owner}
	pod.Status.Phase = v1.PodPending
	end := p.given.Ends[place%len(p.given.Ends)]
	p.ends[pod.Name] = p.clock.Now().Add(time.Duration(end.After) * time.Millisecond)
	p.errors[pod.Name] = end
	p.made = append(p.made, pod)
	p.moves.Creates = append(p.moves.Creates, jobMove{At: p.sinceStart(), Index: index})
	return nil
}

func (p *jobPlay) DeletePod(_ context.Context, _, name string, _ runtime.Object) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.moves.DeletedAt = p.sinceStart()
	delete(p.ends, name)
	return nil
}

func (p *jobPlay) PatchPod(_ context.Context, _, name string, _ []byte) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.freed = append(p.freed, name)
	return nil
}

func (p *jobPlay) sinceStart() int64 { return p.clock.Now().Sub(p.start).Milliseconds() }

// PodsOf answers with the pods that the controller makes and when, until the Job is over or half an hour has passed.
func PodsOf(line []byte) (any, error) {
	// The API has times in whole seconds.
	start := time.Unix(1000, 300_000_000)
	p := &jobPlay{
		clock: clocktesting.NewFakeClock(start), start: start, ends: map[string]time.Time{}, errors: map[string]podEnd{},
		attempts: map[int]int{}, moves: jobMoves{Creates: []jobMove{}, DeletedAt: -1, CompleteAt: -1},
	}
	if err := json.Unmarshal(line, &p.given); err != nil {
		return nil, err
	}
	factory := informers.NewSharedInformerFactory(nil, 0)
	pods, jobs := factory.Core().V1().Pods(), factory.Batch().V1().Jobs()
	jm, err := newControllerWithClock(context.Background(), nil, p.clock, pods, jobs, nil, nil)
	if err != nil {
		return nil, err
	}
	p.pods = pods.Informer().GetIndexer()
	mode, labels := batch.NonIndexedCompletion, map[string]string{"job": "job"}
	if p.given.IsIndexed {
		mode = batch.IndexedCompletion
	}
	template := v1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}}
	job := &batch.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "job", Namespace: "default", UID: "job", ResourceVersion: "1"},
		Spec: batch.JobSpec{
			Completions: p.given.Completions, Parallelism: &p.given.Parallelism, BackoffLimit: &p.given.BackoffLimit, CompletionMode: &mode,
			Selector: &metav1.LabelSelector{MatchLabels: labels}, Template: template,
		},
	}
	store := jobs.Informer().GetIndexer()
	store.Add(job)
	jm.podControl, jm.queue, jm.recorder = p, p, &record.FakeRecorder{}
	jm.updateStatusHandler = func(_ context.Context, changed *batch.Job) (*batch.Job, error) {
		job = changed.DeepCopy()
		store.Update(job)
		jm.enqueueSyncJobBatched(klog.Background(), job)
		return job, nil
	}
	update := func(name string, change func(*v1.Pod)) {
		stored, ok, _ := p.pods.GetByKey("default/" + name)
		if !ok {
			return
		}
		old := stored.(*v1.Pod)
		pod := old.DeepCopy()
		change(pod)
		pod.ResourceVersion += "1"
		p.pods.Update(pod)
		jm.updatePod(klog.Background(), old, pod)
	}
	for p.AddAfter("", 0); ; {
		next, ending := time.Time{}, ""
		if p.due != nil {
			next = *p.due
		}
		for name, at := range p.ends {
			if next.IsZero() || at.Before(next) || at.Equal(next) && (ending == "" || name < ending) {
				next, ending = at, name
			}
		}
		if next.IsZero() || next.Sub(start) > 30*time.Minute {
			break
		}
		p.clock.SetTime(next)
		if ending != "" {
			end := p.errors[ending]
			delete(p.ends, ending)
			update(ending, func(pod *v1.Pod) { finish(pod, end, next) })
			continue
		}
		p.due = nil
		if err := jm.syncJob(context.Background(), "default/job"); err != nil {
			return nil, err
		}
		for _, pod := range p.made {
			p.pods.Add(pod)
			jm.addPod(klog.Background(), pod)
		}
		for _, name := range p.freed {
			update(name, func(pod *v1.Pod) { pod.Finalizers = nil })
		}
		p.made, p.freed = nil, nil
		if p.moves.DeletedAt >= 0 {
			break
		}
		if util.IsJobFinished(job) {
			if job.Status.CompletionTime != nil {
				p.moves.CompleteAt = p.sinceStart()
			}
			break
		}
	}
	slices.SortStableFunc(p.moves.Creates, func(a, b jobMove) int {
		if a.At != b.At {
			return int(a.At - b.At)
		}
		return a.Index - b.Index
	})
	return p.moves, nil
}

func finish(pod *v1.Pod, end podEnd, at time.Time) {
	pod.Status.Phase = v1.PodSucceeded
	if end.IsError {
		pod.Status.Phase = v1.PodFailed
	}
	began := metav1.NewTime(pod.CreationTimestamp.Truncate(time.Second))
	pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodReady, Status: v1.ConditionFalse, LastTransitionTime: began}}
	state := v1.ContainerState{Terminated: &v1.ContainerStateTerminated{FinishedAt: metav1.NewTime(at.Truncate(time.Second))}}
	if end.IsError && end.IsInit {
		pod.Status.InitContainerStatuses = []v1.ContainerStatus{{Name: "init", State: state}}
		state = v1.ContainerState{Waiting: &v1.ContainerStateWaiting{Reason: "PodInitializing"}}
	}
	pod.Status.ContainerStatuses = []v1.ContainerStatus{{Name: "app", State: state}}
}

var _ controller.PodControlInterface = &jobPlay{}
