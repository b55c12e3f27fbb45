// Package imagegc plays conformance scripts against an image garbage collection manager in virtual time.
package imagegc

import "windlass/oracle/core"

// Script is one line of the input; docs/conformance.md says what the fields mean.
type Script struct {
	core.Head
	Policy        Policy  `json:"policy"`
	CapacityBytes *uint64 `json:"capacityBytes"`
	DetectLoop    bool    `json:"detectLoop"`
	SandboxImage  string  `json:"sandboxImage"`
	Steps         []Step  `json:"steps"`
}

type Policy struct {
	HighThresholdPercent int         `json:"highThresholdPercent"`
	LowThresholdPercent  int         `json:"lowThresholdPercent"`
	MinAge               core.Millis `json:"minAgeMs"`
	MaxAge               core.Millis `json:"maxAgeMs"`
}

// Step changes the world, then acts, in the order of its fields.
type Step struct {
	At             core.Millis        `json:"at"`
	Images         []Image            `json:"images"`
	RemoveImages   []string           `json:"removeImages"`
	Containers     *[]Container       `json:"containers"`
	RemoveErrors   map[string]string  `json:"removeErrors"`
	ListError      core.Given[string] `json:"listError"`
	PodsError      core.Given[string] `json:"podsError"`
	StatsError     core.Given[string] `json:"statsError"`
	CapacityBytes  core.Given[uint64] `json:"capacityBytes"`
	AvailableBytes core.Given[uint64] `json:"availableBytes"`

	Restart            bool `json:"restart"`
	GarbageCollect     bool `json:"garbageCollect"`
	DeleteUnusedImages bool `json:"deleteUnusedImages"`
}

type Image struct {
	ID       string   `json:"id"`
	RepoTags []string `json:"repoTags"`
	Size     int64    `json:"size"`
	Pinned   bool     `json:"pinned"`
	// What its removal frees, where that is not Size.
	ExclusiveBytes *uint64 `json:"exclusiveBytes"`
}

type Container struct {
	PodUID  string `json:"podUID"`
	ImageID string `json:"imageID"`
	// The ids of images that are mounted.
	ImageVolumes []string `json:"imageVolumes"`
	StatusError  string   `json:"statusError"`
}
