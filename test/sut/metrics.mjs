const bounds = [1, 5, 10, 20, 30, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600];
const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
/** @type {readonly (readonly [number, string])[]} */
const sizes = [
  [100 * GiB, 'GT100GB'],
  [60 * GiB, '60GB-100GB'],
  [40 * GiB, '40GB-60GB'],
  [30 * GiB, '30GB-40GB'],
  [20 * GiB, '20GB-30GB'],
  [10 * GiB, '10GB-20GB'],
  [5 * GiB, '5GB-10GB'],
  [GiB, '1GB-5GB'],
  [500 * MiB, '500MB-1GB'],
  [100 * MiB, '100MB-500MB'],
  [10 * MiB, '10MB-100MB'],
  [0, '0-10MB'],
];

/** The two metrics of the image manager. */
export class Metrics {
  /** @param {(name: string) => boolean} mutated */
  constructor(mutated) {
    this.mutated = mutated;
    /** @type {Map<string, { labels: Record<string, string>, seconds: number[] }>} */
    this.durations = new Map();
    /** @type {Map<string, { labels: Record<string, string>, count: number }>} */
    this.requests = new Map();
  }

  /** @param {number} size @param {number} nanos with waiting, whole milliseconds */
  pulled(size, nanos) {
    const label =
      sizes.find(
        ([above]) => size > above || (this.mutated('size-bucket-inclusive') && size === above && above > 0),
      )?.[1] ?? 'N/A';
    const series = this.durations.get(label) ?? { labels: { image_size_in_bytes: label }, seconds: [] };
    series.seconds.push(nanos / 1e9);
    this.durations.set(label, series);
  }

  /** @param {string} policy @param {boolean | undefined} present @param {boolean | undefined} required */
  requested(policy, present, required) {
    const labels = {
      present_locally: String(present ?? 'unknown'),
      pull_policy: policy.toLowerCase(),
      pull_required: String(required ?? 'unknown'),
    };
    const key = Object.values(labels).join(' ');
    const series = this.requests.get(key) ?? { labels, count: 0 };
    series.count += 1;
    this.requests.set(key, series);
  }

  /** All series, sorted by name and labels. @param {number} at ms */
  entries(at) {
    const requests = sorted(this.requests).map(({ labels, count }) => ({
      at,
      type: 'metric',
      metric: 'kubelet_image_manager_ensure_image_requests_total',
      labels,
      count,
    }));
    const durations = sorted(this.durations).map(({ labels, seconds }) => ({
      at,
      type: 'metric',
      metric: 'kubelet_image_pull_duration_seconds',
      labels,
      count: seconds.length,
      sum: Math.round(seconds.reduce((sum, one) => sum + one, 0) * 1000) / 1000,
      buckets: buckets(seconds, this.mutated('duration-bucket-exclusive')),
    }));
    return [...requests, ...durations];
  }
}

/** @template T @param {Map<string, T>} series @returns {T[]} */
function sorted(series) {
  return [...series].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** @param {number[]} seconds @param {boolean} isExclusive */
function buckets(seconds, isExclusive) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const one of seconds) {
    const bound = String(bounds.find((upper) => (isExclusive ? one < upper : one <= upper)) ?? '+Inf');
    counts[bound] = (counts[bound] ?? 0) + 1;
  }
  return counts;
}
