import { expect, test } from 'vitest';
import { readLogLine } from '../../src/calibration/log-line.ts';

const text = 'time="2026-11-21T10:00:00.250000500Z" level=info msg="PullImage \\"docker.io/library/nginx:1.27\\""';
const micros = Date.UTC(2026, 10, 21, 10) * 1_000 + 250_000;
const message = 'PullImage "docker.io/library/nginx:1.27"';

test('a line of the text formatter, with its escapes undone', () => {
  expect(readLogLine(text)).toMatchObject({ micros, message, node: undefined });
});

test('a line of the JSON formatter', () => {
  const line = JSON.stringify({ level: 'info', msg: message, time: '2026-11-21T10:00:00.250000500Z' });
  expect(readLogLine(line)).toMatchObject({ micros, message });
});

test.each([
  ['short', `Nov 21 10:00:00 worker-3 containerd[812]: ${text}`],
  ['short-iso', `2026-11-21T10:00:00+0000 worker-3 containerd[812]: ${text}`],
  ['short-precise', `Nov 21 10:00:00.250312 worker-3 containerd[812]: ${text}`],
  ['json', JSON.stringify({ __REALTIME_TIMESTAMP: '1', _HOSTNAME: 'worker-3', MESSAGE: text })],
  ['json, not UTF-8', JSON.stringify({ _HOSTNAME: 'worker-3', MESSAGE: [...new TextEncoder().encode(text)] })],
])('a line of journalctl -o %s names its node', (_, line) => {
  expect(readLogLine(line)).toMatchObject({ micros, message, node: 'worker-3' });
});

test.each([
  ['2026-11-21T15:30:00.25+05:30', micros],
  ['2026-11-21T02:00:00.25-08:00', micros],
  ['2026-11-21T02:00:00.25-0800', micros],
])('the time %s is the same moment', (time, expected) => {
  expect(readLogLine(text.replace('2026-11-21T10:00:00.250000500Z', time))).toMatchObject({ micros: expected });
});

test.each([
  'time="2026-11-21T10:00:00Z" level=info msg="StartContainer for \\"x\\""',
  '',
  '\u001f\u008b\u0008garbage',
  '-- Boot 0123456789abcdef --',
])('what says nothing of pulls is passed over: %s', (line) => {
  expect(readLogLine(line)).toBe('other');
});

test.each([
  text.slice(0, -5),
  text.slice(0, 60) + text,
  `${text} trailing words`,
  'PullImage without a time',
  text.replace('2026-11-21', '2026-21-21'),
  '{"msg":"PullImage \\"x\\"","time":',
  '{"MESSAGE":[300,"PullImage"]}',
])('a line that was cut short or mixed up is broken: %s', (line) => {
  expect(readLogLine(line)).toBe('broken');
});
