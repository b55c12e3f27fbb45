package core

import (
	"math"
	"slices"
	"strconv"

	dto "github.com/prometheus/client_model/go"
)

// Gatherer is a registry of metrics.
type Gatherer interface {
	Gather() ([]*dto.MetricFamily, error)
}

// Samples reads the named counters and histograms.
func Samples(registry Gatherer, names ...string) []Sample {
	families, err := registry.Gather()
	if err != nil {
		panic(err)
	}
	var samples []Sample
	for _, family := range families {
		if !slices.Contains(names, family.GetName()) {
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
				s.Count = uint64(series.GetCounter().GetValue())
			}
			samples = append(samples, s)
		}
	}
	return samples
}

func (s *Sample) observe(histogram *dto.Histogram) {
	// Pulls take whole milliseconds here; the last bits of the sum hang on the order of addition.
	sum := math.Round(histogram.GetSampleSum()*1000) / 1000
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

// metrics gives what one script counted, as entries at the time of its last one. Histograms are emptied before each
// script; counters cannot be.
func metrics(before, after []Sample, entries []Entry) []Entry {
	at := 0.0
	if len(entries) > 0 {
		at = entries[len(entries)-1].At
	}
	slices.SortFunc(before, compareSamples)
	slices.SortFunc(after, compareSamples)
	var counted []Entry
	for _, s := range after {
		if i, ok := slices.BinarySearchFunc(before, s, compareSamples); ok && s.Sum == nil {
			s.Count -= before[i].Count
		}
		if s.Count > 0 {
			counted = append(counted, Entry{At: at, Type: "metric", Sample: &s})
		}
	}
	return counted
}
