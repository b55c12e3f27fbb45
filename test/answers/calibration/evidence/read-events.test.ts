import { expect, test } from 'vitest';
import { readEvents } from '../../../../src/answers/calibration/evidence/read-events.ts';
import { formatInputError } from '../../../../src/inputs/documents/input-error.ts';
import {
  pulledWithDurations,
  pulledWithoutDurations,
  pulledWithSize,
} from '../../../../src/rules/kubelet/images/image-messages.ts';

const facts = {
  image: 'nginx:1.27',
  pullMicros: 3_200_100,
  pullMicrosWithWaiting: 5_100_000,
  sizeBytes: 72_306_218,
};
const micros = Date.UTC(2026, 10, 21, 10, 0, 5) * 1_000;

function v1(message: string, reason = 'Pulled') {
  return {
    kind: 'Event',
    reason,
    message,
    lastTimestamp: '2026-11-21T10:00:05Z',
    eventTime: null,
    source: { component: 'kubelet', host: 'n1' },
    count: 1,
  };
}

function listOf(...items: readonly unknown[]) {
  return { name: 'events.json', text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) };
}

test.each([
  ['1.36', pulledWithSize(facts), { durationMicros: 3_200_000, bytes: 72_306_218 }],
  ['1.27', pulledWithDurations(facts), { durationMicros: 3_200_100, bytes: undefined }],
  [
    '1.24',
    'Successfully pulled image "nginx:1.27" in 3.2001s',
    { durationMicros: 3_200_100, bytes: undefined },
  ],
  ['combined', `(combined from similar events): ${pulledWithSize(facts)}`, { durationMicros: 3_200_000 }],
])('the message of %s', (_, message, expected) => {
  expect(readEvents(listOf(v1(message))).pulls).toMatchObject([
    { ...expected, image: 'nginx:1.27', node: 'n1', endMicros: micros, endSpreadMicros: 1_000_000 },
  ]);
});

test('events.k8s.io/v1 calls its fields otherwise, and may have microseconds', () => {
  const event = {
    note: pulledWithSize(facts),
    reason: 'Pulled',
    eventTime: '2026-11-21T10:00:05.000123Z',
    reportingInstance: 'n2',
    series: { count: 2, lastObservedTime: '2026-11-21T12:00:05.000123+02:00' },
  };
  expect(readEvents(listOf(event)).pulls).toMatchObject([
    { node: 'n2', endMicros: micros + 123, endSpreadMicros: 0 },
  ]);
});

test('YAML, and one object after the other as --watch prints them', () => {
  const yaml = `apiVersion: v1\nkind: List\nitems:\n- reason: Pulled\n  message: ${JSON.stringify(pulledWithSize(facts))}\n  lastTimestamp: "2026-11-21T10:00:05Z"\n`;
  expect(readEvents({ name: 'e.yaml', text: yaml }).pulls).toHaveLength(1);
  const one = JSON.stringify(v1(pulledWithSize(facts)), undefined, 4);
  expect(readEvents({ name: 'w.json', text: `${one}\n${one}\r\n${one}\n` }).pulls).toHaveLength(3);
  const line = JSON.stringify({ type: 'ADDED', object: v1(pulledWithSize(facts)) });
  expect(readEvents({ name: 'w.json', text: `${line}\n${line}\n` }).pulls).toHaveLength(2);
});

test('what is of no use is counted with its reason', () => {
  const { pulls, skips, events } = readEvents(
    listOf(
      v1(pulledWithoutDurations(facts)),
      v1('Failed to pull image "x": boom', 'Failed'),
      v1('Container image "x" already present on machine'),
      v1('Successfully pulled image "../x" in 1s (1s including waiting). Image size: 5 bytes.'),
      v1('Successfully pulled image "x" in a while'),
      v1('Started container c', 'Started'),
      { reason: 'Pulled', message: pulledWithSize(facts) },
      null,
    ),
  );
  expect(pulls).toEqual([]);
  expect(events).toBe(5);
  expect(skips.list().map(({ reason, count }) => `${count} ${reason}`)).toEqual([
    '2 an event without a message or a time',
    '1 a failed pull',
    '1 a message of an unknown form',
    '1 a name that no image has',
    '1 an image that was there: nothing was asked of the registry',
    '1 no duration in the message: an old kubelet',
  ]);
});

test.each([
  ['cut short', listOf(v1(pulledWithSize(facts))).text.slice(0, -3), /^e:1:\d+: not valid YAML/],
  ['no events', '{"kind":"Pod"}', /^e:1:1: there is no list of Events in it/],
  ['binary', '\u001f\u008b\u0008\u0000\u0000', /^e:1:4: a zero byte/],
  ['empty', '', /^e:1:1: there is no list of Events in it/],
])('a file that is %s is an error with its place', (_, text, expected) => {
  const { errors, pulls } = readEvents({ name: 'e', text });
  expect(errors.map(formatInputError).join('\n')).toMatch(expected);
  expect(pulls).toEqual([]);
});

test('a file without events says how to get them, under its own name where a shell would take it', () => {
  const hintOf = (name: string) => readEvents({ name, text: '{}' }).errors[0];
  const hint = 'kubectl get events --all-namespaces -o json >';
  expect(hintOf('my-events_1.json')).toMatchObject({ code: 'NO_EVENTS', hint: `${hint} my-events_1.json` });
  for (const name of ['a b', 'x;rm', '$x', '-;']) expect(hintOf(name)?.hint).toBe(`${hint} events.json`);
  expect(readEvents({ name: 'e', text: '{"items":[]}' }).errors).toEqual([]);
});

test('a pull names its place, and where it was told', () => {
  const { pulls } = readEvents(listOf(v1('Started', 'Started'), v1(pulledWithSize(facts))));
  expect(pulls).toMatchObject([{ at: 'events.json items[1]', from: 'events', outcome: 'pulled' }]);
});

test('a bare list is read, after a mark of its encoding or a blank; of other objects nothing', () => {
  const event = JSON.stringify(v1(pulledWithSize(facts)));
  for (const text of [`[${event}]`, `\uFEFF${event}`, `\n  [${event}]`, `{"items":[${event}]}`]) {
    expect(readEvents({ name: 'e', text }).pulls).toHaveLength(1);
  }
  for (const text of ['null', '7', '{"items":7}', '[[]]', `{"x":${event}}`])
    expect(readEvents({ name: 'e', text }).pulls).toEqual([]);
});

test('other failures are not of pulls; a size that no image has is counted', () => {
  const other = v1('Error: ErrImagePull', 'Failed');
  const huge = v1(
    'Successfully pulled image "x" in 1s (1s including waiting). Image size: 999999999999999 bytes.',
  );
  const { events, skips } = readEvents(listOf(other, v1('Failed to pull image "x": boom', 'Warning'), huge));
  expect(events).toBe(1);
  expect(skips.list()).toEqual([{ reason: 'a size that no image has', count: 1 }]);
});

test('an event is as late as the last time in it that is one, on the node that it names', () => {
  const event = {
    message: pulledWithSize(facts),
    reason: 'Pulled',
    source: { host: '' },
    reportingInstance: 'n3',
  };
  const series = { lastObservedTime: 'never' };
  const [pull] = readEvents(
    listOf({ ...event, series, lastTimestamp: 7, firstTimestamp: '2026-11-21T10:00:05Z' }),
  ).pulls;
  expect(pull).toMatchObject({ endMicros: micros, node: 'n3' });
  expect(
    readEvents(listOf({ ...event, reportingInstance: 7, eventTime: '2026-11-21T10:00:05Z' })).pulls,
  ).toMatchObject([{ node: undefined }]);
  expect(
    readEvents(listOf({ ...event, message: 7, eventTime: '2026-11-21T10:00:05Z' })).skips.list(),
  ).toEqual([{ reason: 'an event without a message or a time', count: 1 }]);
});
