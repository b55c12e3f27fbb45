import { expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('web', '{ containers: [{ name: a, image: redis }] }');
const faults = scenarioYaml(
  'faults: [{ kind: registryDown, registry: docker.io, from: 1m, until: 10m }, { kind: slowLink, link: 1MB/s }, { kind: kubeletRestart, at: 8m }]',
);
const windowsOf = (...faultsUntil: string[]) => {
  const { input, warnings } = accepted(stream(pod, faults), { faultsUntil });
  return [
    ...input.faults.map(
      ({ kind, fromMicros, untilMicros }) =>
        `${kind} ${fromMicros / 6e7} ${untilMicros && untilMicros / 6e7}`,
    ),
    ...warnings,
  ];
};

test('faults that last end at the latest then, and those that would begin later are not there; what happens once stays', () => {
  expect(windowsOf()).toEqual(['registryDown 1 10', 'slowLink 0 null', 'kubeletRestart 8 null']);
  expect(windowsOf('5m')).toEqual(['registryDown 1 5', 'slowLink 0 5', 'kubeletRestart 8 null']);
  expect(windowsOf('20m')).toEqual(['registryDown 1 10', 'slowLink 0 20', 'kubeletRestart 8 null']);
  expect(windowsOf('0s')).toEqual(['kubeletRestart 8 null']);
});

test('a kind of fault may be named, and the earliest end counts', () => {
  expect(windowsOf('registryDown=2m')).toEqual([
    'registryDown 1 2',
    'slowLink 0 null',
    'kubeletRestart 8 null',
  ]);
  expect(windowsOf('registryDown=2m', '90s')).toEqual([
    'registryDown 1 1.5',
    'slowLink 0 1.5',
    'kubeletRestart 8 null',
  ]);
  expect(windowsOf('stall=2m').at(-1)).toBe(
    '--faults-until stall=2m: there is no such fault, so this changes nothing',
  );
});

test.each([
  ['soon', '"soon" is not a duration', undefined],
  ['registryDown=', '"" is not a duration', undefined],
  ['registryDwn=5m', 'there is no fault with a duration called "registryDwn"', 'did you mean registryDown?'],
  ['kubeletRestart=5m', 'there is no fault with a duration called "kubeletRestart"', undefined],
])('%s is refused', (option, message, hint) => {
  const [error] = errorsOf(pod, { faultsUntil: [option] });
  expect(error).toMatchObject({
    code: 'OPTION',
    file: `--faults-until ${option}`,
    message,
    expected: expect.any(String),
  });
  expect(error?.hint).toBe(hint);
});
