// Package cronjob: laid beside the controller's own files, since syncCronJob is not exported (scripts/oracle/record-cron.mjs).
package cronjob

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/util/parsers"
)

type scheduleCase struct {
	Schedule string `json:"schedule"`
	TimeZone string `json:"timeZone"`
	From     int64  `json:"from"`
}

type schedule struct {
	IsRefused bool    `json:"isRefused"`
	Runs      []int64 `json:"runs"`
}

// ScheduleOf answers with the times of a schedule after an instant, in ms since 1970.
func ScheduleOf(line []byte) (any, error) {
	var given scheduleCase
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	_, err := parsers.ParseCronScheduleWithPanicRecovery(given.Schedule)
	if err != nil || strings.Contains(given.Schedule, "TZ") {
		return schedule{IsRefused: true, Runs: []int64{}}, nil
	}
	cronJob := &batchv1.CronJob{Spec: batchv1.CronJobSpec{Schedule: given.Schedule, TimeZone: &given.TimeZone}}
	parsed, err := parsers.ParseCronScheduleWithPanicRecovery(formatSchedule(cronJob, nil))
	if err != nil {
		return nil, err
	}
	runs := []int64{}
	for at := parsed.Next(time.UnixMilli(given.From)); len(runs) < 5 && !at.IsZero(); at = parsed.Next(at) {
		runs = append(runs, at.UnixMilli())
	}
	return schedule{Runs: runs}, nil
}

type seriesCase struct {
	Schedule        string                    `json:"schedule"`
	Policy          batchv1.ConcurrencyPolicy `json:"policy"`
	DeadlineSeconds *int64                    `json:"deadlineSeconds"`
	From            int64                     `json:"from"`
	Until           int64                     `json:"until"`
	// How long each Job takes, in ms; the first again after the last.
	Durations []int64 `json:"durations"`
}

type started struct {
	Name string `json:"name"`
	At   int64  `json:"at"`
}

// series is the world around one CronJob: its Jobs, which end in time.
type series struct {
	given   seriesCase
	now     time.Time
	jobs    []*batchv1.Job
	ends    map[types.UID]time.Time
	started []started
}

func (s *series) GetJob(_, name string) (*batchv1.Job, error) {
	for _, job := range s.jobs {
		if job.Name == name {
			return job, nil
		}
	}
	return nil, errors.NewNotFound(schema.GroupResource{Group: "batch", Resource: "jobs"}, name)
}

func (s *series) CreateJob(namespace string, job *batchv1.Job) (*batchv1.Job, error) {
	if _, err := s.GetJob(namespace, job.Name); err == nil {
		return nil, errors.NewAlreadyExists(schema.GroupResource{Group: "batch", Resource: "jobs"}, job.Name)
	}
	job.UID = types.UID(fmt.Sprint(len(s.started)))
	job.Namespace = namespace
	s.ends[job.UID] = s.now.Add(time.Duration(s.given.Durations[len(s.started)%len(s.given.Durations)]) * time.Millisecond)
	s.jobs = append(s.jobs, job)
	s.started = append(s.started, started{Name: job.Name, At: s.now.UnixMilli()})
	return job, nil
}

func (s *series) DeleteJob(_, name string) error {
	s.jobs = slices.DeleteFunc(s.jobs, func(job *batchv1.Job) bool { return job.Name == name })
	return nil
}

// JobsOf answers with the Jobs that the controller makes.
func JobsOf(line []byte) (any, error) {
	s := &series{ends: map[types.UID]time.Time{}, started: []started{}}
	if err := json.Unmarshal(line, &s.given); err != nil {
		return nil, err
	}
	utc := "UTC"
	cronJob := &batchv1.CronJob{ObjectMeta: metav1.ObjectMeta{Name: "report", Namespace: "default", UID: "report"}}
	cronJob.CreationTimestamp = metav1.NewTime(time.UnixMilli(s.given.From))
	cronJob.Spec = batchv1.CronJobSpec{
		Schedule: s.given.Schedule, TimeZone: &utc, ConcurrencyPolicy: s.given.Policy, StartingDeadlineSeconds: s.given.DeadlineSeconds,
	}
	controller := &ControllerV2{
		recorder: &record.FakeRecorder{}, jobControl: s, cronJobControl: &fakeCJControl{CronJob: cronJob}, now: func() time.Time { return s.now },
	}
	until := time.UnixMilli(s.given.Until)
	for s.now = time.UnixMilli(s.given.From); !s.now.After(until); {
		for _, job := range s.jobs {
			if len(job.Status.Conditions) == 0 && !s.ends[job.UID].After(s.now) {
				job.Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobComplete, Status: corev1.ConditionTrue}}
			}
		}
		again, _, err := controller.syncCronJob(context.Background(), cronJob, s.jobs)
		if err != nil {
			return nil, err
		}
		next := until.Add(1)
		if again != nil && *again > 0 {
			next = s.now.Add(*again)
		}
		for _, job := range s.jobs {
			if end := s.ends[job.UID]; end.After(s.now) && end.Before(next) {
				next = end
			}
		}
		s.now = next
	}
	return s.started, nil
}
