import { expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const pods = names.map((name) => podYaml(name, '{ containers: [{ name: c, image: i }] }'));
const arrivals = (fields: string) =>
  accepted(stream(...pods, scenarioYaml(fields))).input.pods.map(
    (pod) => `${pod.name} ${pod.arrivesAtMicros / 1_000}`,
  );

test('all at once, 1 ms apart, in order of the input', () => {
  expect(arrivals('seed: 1')).toEqual(['a 0', 'b 1', 'c 2', 'd 3', 'e 4']);
});

test('from a time on, with an interval', () => {
  expect(arrivals('arrivals: { at: 1s, interval: 500ms }')).toEqual([
    'a 1000',
    'b 1500',
    'c 2000',
    'd 2500',
    'e 3000',
  ]);
});

test('some pods at other times, in order of arrival; the others do not wait for them', () => {
  expect(
    arrivals('arrivals: { pods: [{ match: b, at: 1m }, { match: "Pod/[ab]" }, { match: pod/d, at: 30s }] }'),
  ).toEqual(['a 0', 'c 1', 'e 2', 'd 30000', 'b 60000']);
});

test('in waves, the last of which takes the rest', () => {
  const waves = '[{ at: 0s, count: 2 }, { at: 10s, interval: 1s, count: 2 }, { at: 20s, count: 0 }]'.replace(
    ', count: 0',
    '',
  );
  expect(arrivals(`arrivals: { waves: ${waves} }`)).toEqual(['a 0', 'b 1', 'c 10000', 'd 11000', 'e 20000']);
  expect(arrivals('arrivals: { waves: [{ at: 5s, count: 1 }] }')).toEqual([
    'a 5000',
    'b 5001',
    'c 5002',
    'd 5003',
    'e 5004',
  ]);
});

test('an entry that matches nothing is warned of', () => {
  const { warnings } = accepted(
    stream(...pods, scenarioYaml('arrivals: { pods: [{ match: zebra, at: 1m }] }')),
  );
  expect(warnings).toEqual(['in.yaml:28:29: this entry of arrivals.pods matches no pod']);
});

test('at beside waves, and unknown fields, are errors', () => {
  expect(refused(stream(...pods, scenarioYaml('arrivals: { at: 1s, waves: [{ at: 3s }] }')))).toEqual([
    '28:11 WRONG_VALUE arrivals must be arrivals with either at or waves',
  ]);
  const [error] = errorsOf(stream(...pods, scenarioYaml('arrivals: { intervall: 1s }')));
  expect(error).toMatchObject({
    code: 'UNKNOWN_FIELD',
    line: 28,
    column: 13,
    hint: 'did you mean interval?',
  });
});

test('an entry’s own interval, its time, and the first that matches', () => {
  expect(
    arrivals(
      'arrivals: { interval: 2s, pods: [{ match: "pod/a", at: 9s }, { match: "*", at: 1s, interval: 500ms }, { match: b }] }',
    ),
  ).toEqual(['b 1000', 'c 1500', 'd 2000', 'e 2500', 'a 9000']);
  expect(arrivals('arrivals: { at: 7s, interval: 2s, pods: [{ match: a }, { match: b }] }')).toEqual([
    'a 0',
    'b 0',
    'c 7000',
    'd 9000',
    'e 11000',
  ]);
});

test('a wave of one interval and the next of another; one without a count takes all that come', () => {
  expect(
    arrivals(
      'arrivals: { interval: 10ms, waves: [{ at: 1s, count: 2 }, { at: 3s, interval: 1s }, { at: 9s }] }',
    ),
  ).toEqual(['a 1000', 'b 1010', 'c 3000', 'd 4000', 'e 5000']);
  expect(arrivals('arrivals: { waves: [{ at: 1s, count: 2 }], pods: [{ match: "a", at: 5s }] }')).toEqual([
    'b 1000',
    'c 1001',
    'd 1002',
    'e 1003',
    'a 5000',
  ]);
});
