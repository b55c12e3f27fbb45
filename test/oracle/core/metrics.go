package core

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	dto "github.com/prometheus/client_model/go"
)

// Gatherer is a registry of metrics.
type Gatherer interface {
	Gather() ([]*dto.MetricFamily, error)
}

// Sample is one series of a metric: a counter with Count, a histogram that has Sum and Buckets too, or a gauge with Value.
type Sample struct {
	Metric string            `json:"metric"`
	Labels map[string]string `json:"labels,omitempty"`
	Count  uint64            `json:"count,omitempty"`
	Value  float64           `json:"value,omitempty"`
	Sum    *float64          `json:"sum,omitempty"`
	// Observations by upper bound, each bucket on its own.
	Buckets map[string]uint64 `json:"buckets,omitempty"`
}

// Samples reads the named counters, gauges and histograms, by default all, in canonical order. Those of 0 are left out.
func Samples(registry Gatherer, names ...string) []Sample {
	families, err := registry.Gather()
	if err != nil {
		panic(err)
	}
	var samples []Sample
	for _, family := range families {
		if len(names) > 0 && !slices.Contains(names, family.GetName()) {
			continue
		}
		for _, series := range family.GetMetric() {
			s := Sample{Metric: family.GetName(), Labels: map[string]string{}}
			for _, label := range series.GetLabel() {
				s.Labels[label.GetName()] = label.GetValue()
			}
			if histogram := series.GetHistogram(); histogram != nil {
				s.observe(histogram)
			} else {
				s.Count, s.Value = uint64(series.GetCounter().GetValue()), series.GetGauge().GetValue()
			}
			if s.Count != 0 || s.Value != 0 {
				samples = append(samples, s)
			}
		}
	}
	slices.SortFunc(samples, compareSamples)
	return samples
}

func (s *Sample) observe(histogram *dto.Histogram) {
	sum := math.Round(histogram.GetSampleSum()*1e3) / 1e3
	s.Count, s.Sum, s.Buckets = histogram.GetSampleCount(), &sum, map[string]uint64{}
	var below uint64
	for _, bucket := range histogram.GetBucket() {
		if n := bucket.GetCumulativeCount() - below; n > 0 {
			s.Buckets[strconv.FormatFloat(bucket.GetUpperBound(), 'g', -1, 64)] = n
		}
		below = bucket.GetCumulativeCount()
	}
	if n := s.Count - below; n > 0 {
		s.Buckets["+Inf"] = n
	}
}

// Since gives what was counted between two readings; of histograms and gauges, which can be emptied, the later one.
func Since(before, after []Sample) []Sample {
	var counted []Sample
	for _, s := range after {
		if i, ok := slices.BinarySearchFunc(before, s, compareSamples); ok && s.Sum == nil && s.Value == 0 {
			s.Count -= before[i].Count
		}
		if s.Count != 0 || s.Value != 0 {
			counted = append(counted, s)
		}
	}
	return counted
}

func compareSamples(a, b Sample) int {
	return cmp.Or(strings.Compare(a.Metric, b.Metric), slices.Compare(labelsOf(a), labelsOf(b)))
}

// The label's values in the order of their names; a metric has the same names throughout.
func labelsOf(s Sample) []string {
	names := make([]string, 0, len(s.Labels))
	for name := range s.Labels {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		names[i] = s.Labels[name]
	}
	return names
}
