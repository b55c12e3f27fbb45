import { expect, test } from 'vitest';
import { readLogLine } from '../../../../src/answers/calibration/evidence/log-line.ts';

const text =
  'time="2026-11-21T10:00:00.250000500Z" level=info msg="PullImage \\"docker.io/library/nginx:1.27\\""';
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
  [
    'json, not UTF-8',
    JSON.stringify({ _HOSTNAME: 'worker-3', MESSAGE: [...new TextEncoder().encode(text)] }),
  ],
])('a line of journalctl -o %s names its node', (_, line) => {
  expect(readLogLine(line)).toMatchObject({ micros, message, node: 'worker-3' });
});

test.each([
  ['2026-11-21T15:30:00.25+05:30', micros],
  ['2026-11-21T02:00:00.25-08:00', micros],
  ['2026-11-21T02:00:00.25-0800', micros],
  ['2026-11-21 10:00:00,25z', micros],
  ['2026-12-31T23:59:00Z', Date.UTC(2026, 11, 31, 23, 59) * 1_000],
  ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1) * 1_000],
])('the time %s is the same moment', (time, expected) => {
  expect(readLogLine(text.replace('2026-11-21T10:00:00.250000500Z', time))).toMatchObject({
    micros: expected,
  });
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
  ...['2026-21-21', '2026-13-01', '2026-00-01', '2026-01-32', '2026-1-1'].map((day) =>
    text.replace('2026-11-21', day),
  ),
  ...['24:00', '10:60'].map((time) => text.replace('10:00', time)),
  text.replace('msg=', 'message='),
  `{"MESSAGE":null,"x":"PullImage"}`,
  '{"MESSAGE":[80,117,-1,"PullImage"]}',
  `{"MESSAGE":[${[...new TextEncoder().encode(text)]},256],"x":"PullImage"}`,
  '{"msg":"PullImage \\"x\\"","time":',
  '{"MESSAGE":[300,"PullImage"]}',
])('a line that was cut short or mixed up is broken: %s', (line) => {
  expect(readLogLine(line)).toBe('broken');
});

test('a line of JSON in the journal names its node too, and a journal of another kind none', () => {
  const json = JSON.stringify({ msg: message, time: '2026-11-21T10:00:00.250000500Z', size: 7 });
  expect(readLogLine(`Nov 21 10:00:00 worker-3 containerd[812]: ${json}`)).toMatchObject({
    micros,
    message,
    node: 'worker-3',
  });
  const read = readLogLine(json);
  expect(typeof read === 'string' ? undefined : read.fields.get('size')).toBe('7');
  expect(readLogLine(JSON.stringify({ _HOSTNAME: 7, MESSAGE: text }))).toMatchObject({
    message,
    node: undefined,
  });
});

test('a brace in the text is no JSON', () => {
  expect(readLogLine(`${text.slice(0, -3)}{\\""`)).toMatchObject({ micros });
});
