import { expect, test } from 'vitest';
import { estimateFromMetrics } from '../../../../src/answers/calibration/estimates/estimate-from-metrics.ts';
import { readMetrics } from '../../../../src/answers/calibration/evidence/read-metrics.ts';
import { formatInputError } from '../../../../src/inputs/documents/input-error.ts';

const histogram = `# HELP kubelet_image_pull_duration_seconds [ALPHA] Duration in seconds to pull an image.
# TYPE kubelet_image_pull_duration_seconds histogram
kubelet_image_pull_duration_seconds_bucket{image_size_in_bytes="100MB-500MB",le="5"} 2
kubelet_image_pull_duration_seconds_bucket{image_size_in_bytes="100MB-500MB",le="+Inf"} 4
kubelet_image_pull_duration_seconds_sum{image_size_in_bytes="100MB-500MB"} 40.6
kubelet_image_pull_duration_seconds_count{image_size_in_bytes="100MB-500MB"} 4
kubelet_http_requests_total{path="a\\"b\\\\,c}",} 1e3 1700000000000
go_gc_duration_seconds{quantile="0"} +Inf
`;

test('the counts by class of sizes', () => {
  expect(readMetrics({ name: 'k.prom', text: histogram })).toEqual({
    errors: [],
    histograms: [{ sizeClass: '100MB-500MB', count: 4, seconds: 40.6 }],
  });
});

test('a class bounds the rate of download and unpacking together', () => {
  const { histograms } = readMetrics({ name: 'k.prom', text: histogram });
  const estimate = estimateFromMetrics(histograms);
  expect(estimate?.low).toBeCloseTo((100 * 1024 ** 2) / 10, -1);
  expect(estimate?.high).toBeCloseTo((500 * 1024 ** 2) / 10, -1);
  expect(estimateFromMetrics([{ sizeClass: 'N/A', count: 3, seconds: 9 }])).toBeUndefined();
});

test('what was waited for slots is taken out by what the runtime says of its calls', () => {
  const call = 'kubelet_runtime_operations_duration_seconds_sum{operation_type="pull_image"} 20.3\n';
  expect(readMetrics({ name: 'k.prom', text: histogram + call }).histograms).toMatchObject([
    { seconds: 20.3 },
  ]);
});

test('calls of another kind, and classes without pulls, are left', () => {
  const call =
    'kubelet_runtime_operations_duration_seconds_sum{operation_type="list"} 1\nother_sum{operation_type="pull_image"} 1\n';
  const family = (suffix: string, size: string, value: string) =>
    `kubelet_image_pull_duration_seconds_${suffix}{image_size_in_bytes="${size}"} ${value}\n`;
  const empty =
    family('sum', 'a', '0') + family('count', 'a', '3') + family('sum', 'b', '3') + family('count', 'b', '0');
  const endless = family('sum', 'c', '+Inf') + family('count', 'c', '3');
  expect(readMetrics({ name: 'k', text: histogram + call + empty + endless })).toEqual(
    readMetrics({ name: 'k', text: histogram }),
  );
});

test('what cannot be read says what was expected, or where to get it', () => {
  const errorOf = (text: string) => readMetrics({ name: 'k', text: `\uFEFF${text}` }).errors[0];
  expect(errorOf('up 1\n!! 2\n')).toMatchObject({
    code: 'SYNTAX',
    line: 2,
    message: "not a line of Prometheus' text format",
    expected: 'a name, labels in braces, and a number',
  });
  expect(errorOf('!!')).toMatchObject({ code: 'SYNTAX', line: 1, column: 1 });
  expect(errorOf('up 1')).toMatchObject({
    code: 'NO_PULLS',
    hint: 'kubectl get --raw /api/v1/nodes/NODE/proxy/metrics > kubelet.prom',
  });
});

test('a last line that was cut short is passed over', () => {
  expect(
    readMetrics({ name: 'k.prom', text: `${histogram}kubelet_image_pull_dur{` }).histograms,
  ).toHaveLength(1);
});

test.each([
  ['garbage in the middle', histogram.replace('go_gc', '!!'), 'k.prom:8:1: '],
  ['a label without its quote', histogram.replace('path="', 'path='), 'k.prom:7:29: '],
  ['a value that is no number', histogram.replace(' 40.6', ' many'), 'k.prom:5:75: '],
  ['an HTML page', '<html>', 'k.prom:1:1: '],
  ['metrics of something else', 'up 1\n', 'k.prom:1:1: no pulls'],
])('%s is an error with its place', (_, text, expected) => {
  const { errors, histograms } = readMetrics({ name: 'k.prom', text });
  expect(errors.map(formatInputError).join('\n')).toContain(expected);
  expect(histograms).toEqual([]);
});

test('Windows line ends are no part of a value', () => {
  expect(readMetrics({ name: 'k.prom', text: histogram.replaceAll('\n', '\r\n') }).histograms).toHaveLength(
    1,
  );
});
