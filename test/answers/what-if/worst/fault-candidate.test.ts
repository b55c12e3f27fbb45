import { describe, expect, it } from 'vitest';
import { startedAt } from '../../../../src/answers/what-if/worst/change-luck.ts';
import {
  faultDocument,
  faultWords,
  readFaultCandidate,
} from '../../../../src/answers/what-if/worst/fault-candidate.ts';

function read(words: string) {
  const candidate = readFaultCandidate(words, 2);
  if (!('words' in candidate)) throw new Error(JSON.stringify(candidate));
  return candidate;
}

describe('a fault that may happen', () => {
  it.each([
    ['registryDown registry=ghcr.io until=40s', 0.5, 'registryDown registry=ghcr.io until=40s'],
    [
      'registryDown registry=ghcr.io from=10s..20s for=40s',
      0,
      'registryDown from=10s registry=ghcr.io for=40s',
    ],
    [
      'registryDown registry=ghcr.io from=10s..20s for=40s',
      1,
      'registryDown from=20s registry=ghcr.io for=40s',
    ],
    ['kubeletRestart at=0s..5m', 0.5, 'kubeletRestart at=150s'],
    ['kubeletRestart at=0s..1s', 0.25, 'kubeletRestart at=250ms'],
    [
      "pullFails image=app error='not found' from=0s..1m",
      1,
      'pullFails from=60s image=app error="not found"',
    ],
  ])('%s at %s of its range is %s', (words, share, expected) => {
    expect(faultWords(startedAt(read(words), share))).toBe(expected);
  });

  it('is written into files with what --fault reads', () => {
    expect(
      faultDocument(startedAt(read("pullFails image=app error='not found' from=0s..1m times=2"), 0.5)),
    ).toEqual({
      kind: 'pullFails',
      image: 'app',
      error: 'not found',
      from: '30s',
      times: 2,
    });
  });

  it.each([
    ['registryDwn from=0s..1m', '--faults 2', 'did you mean registryDown?'],
    ['registryDown from=1m..0s', '--faults 2', 'from=1m..0s is no range of times'],
    ['registryDown from=soon..later', '--faults 2', 'from=soon..later is no range of times'],
    ['registryDown registri=docker.io from=0s..1m', '--faults 2', 'did you mean registry?'],
    ['registryDown from=0s..1m until=30s', '--faults 2', 'until'],
    ['', '--faults 2', 'the option is empty'],
  ])('%s is refused', (words, file, says) => {
    const errors = readFaultCandidate(words, 2);
    if ('words' in errors) throw new Error('accepted');
    expect(errors[0]?.file).toBe(file);
    expect(JSON.stringify(errors)).toContain(says);
  });
});
