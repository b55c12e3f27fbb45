import { excerpt, type InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { kubeletMetricsTable } from '../../../rules/kubelet/kubelet-metrics.ts';
import { readMetricLine } from './metric-line.ts';

/** Pulls of images of one class of sizes, as the kubelet has counted them since it started. */
export interface PullHistogram {
  /** The class, `100MB-500MB`. */
  readonly sizeClass: string;
  readonly count: number;
  /** Without the kubelet's own waiting, as far as the runtime's calls tell. */
  readonly seconds: number;
}

const { imagePullDuration } = kubeletMetricsTable;
/** The runtime's calls, including failed ones, without the wait for a pull slot. */
const runtimeSum = 'kubelet_runtime_operations_duration_seconds_sum';

/** The pulls in a kubelet's /metrics text. `errors` are the places that could not be read. */
export interface ReadMetrics {
  readonly histograms: readonly PullHistogram[];
  readonly errors: readonly InputError[];
}

/**
 * Reads the kubelet's histogram of pull durations from its /metrics text. The waiting for slots is subtracted
 * in equal shares. A line that is not in Prometheus' text format, and a file without that histogram, are
 * errors with their place; a last line that was cut short is ignored.
 */
export function readMetrics({ name: file, text }: SourceText): ReadMetrics {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const histograms = new Map<string, { count: number; sum: number }>();
  let callSeconds = Infinity;
  for (const [index, raw] of lines.entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const sample = readMetricLine(line);
    if (sample === undefined) continue;
    if (typeof sample === 'number') {
      if (index === lines.length - 1 && histograms.size > 0) continue;
      return { histograms: [], errors: [notMetrics(file, index + 1, sample, line)] };
    }
    if (sample.name === runtimeSum && sample.labels.get('operation_type') === 'pull_image')
      callSeconds = sample.value;
    if (!sample.name.startsWith(imagePullDuration.name) || !Number.isFinite(sample.value)) continue;
    const sizeClass = sample.labels.get('image_size_in_bytes') ?? 'N/A';
    const histogram = histograms.get(sizeClass) ?? { count: 0, sum: 0 };
    histograms.set(sizeClass, histogram);
    if (sample.name.endsWith('_count')) histogram.count += sample.value;
    if (sample.name.endsWith('_sum')) histogram.sum += sample.value;
  }
  const counted = [...histograms].filter(([, { count, sum }]) => count > 0 && sum > 0);
  const total = counted.reduce((seconds, [, { sum }]) => seconds + sum, 0);
  const share = Math.min(1, callSeconds / total);
  if (counted.length > 0) {
    return {
      histograms: counted.map(([sizeClass, { count, sum }]) => ({ sizeClass, count, seconds: sum * share })),
      errors: [],
    };
  }
  const message = `no pulls in ${imagePullDuration.name}: the kubelet counts them from ${imagePullDuration.since}, and since it started`;
  const hint = 'kubectl get --raw /api/v1/nodes/NODE/proxy/metrics > kubelet.prom';
  return { histograms: [], errors: [{ code: 'NO_PULLS', file, line: 1, column: 1, message, hint }] };
}

function notMetrics(file: string, line: number, column: number, text: string): InputError {
  return {
    code: 'SYNTAX',
    file,
    line,
    column,
    message: "not a line of Prometheus' text format",
    expected: 'a name, labels in braces, and a number',
    excerpt: excerpt(text, column),
  };
}
