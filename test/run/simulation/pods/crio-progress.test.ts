import { describe, expect, it } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { simulate } from '../../../../src/run/simulation/simulate.ts';

/** Returns the end of each call of PullImage: its time in seconds, and its error. */
function pulls(runtime: string, layers: readonly string[], runtimeConfig: readonly string[] = []) {
  const files = `
apiVersion: v1
kind: Pod
metadata: { name: trainer }
spec: { containers: [{ name: t, image: "registry.example.com/trainer:1" }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
images:
  - { name: "registry.example.com/trainer:1", layers: [${layers.map((size) => `{ size: ${size} }`).join(', ')}] }
`;
  const read = readInput([{ name: 'in.yaml', text: files }], {
    runtime,
    runtimeConfig: [...runtimeConfig],
    horizon: '6m',
    presentImages: ['*pause*'],
  });
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join());
  const { records } = simulate(read.input);
  return records.flatMap((record): { seconds: number; error: string | undefined }[] => {
    if (record.type !== 'event') return [];
    const seconds = Math.round(record.at / 1_000);
    if (record.reason === 'Pulled') return [{ seconds, error: undefined }];
    const [, error] = /^Failed to pull image "[^"]*": (.*)$/.exec(record.message) ?? [];
    return error === undefined ? [] : [{ seconds, error }];
  });
}

const canceled = /^rpc error: code = Canceled desc = copying config: context canceled$/;

// cri-o#8760: pulls of large images fail each time.
describe('a layer whose commit takes longer than the progress timeout of CRI-O', () => {
  it('is committed to its end, and then the pull fails, each time', () => {
    const ended = pulls('cri-o://1.31.2', ['30MB', '1GB']);
    expect(ended.length).toBeGreaterThan(2);
    for (const { error } of ended) expect(error).toMatch(canceled);
    const [{ seconds = 0 } = {}] = ended;
    const [{ seconds: withoutTimeout = 0 } = {}] = pulls('cri-o://1.31.8', ['30MB', '1GB']);
    expect(Math.abs(seconds - withoutTimeout)).toBeLessThanOrEqual(2);
  });

  it('succeeds without a timeout, and with a longer one', () => {
    expect(pulls('cri-o://1.31.8', ['30MB', '1GB'])).toMatchObject([{ error: undefined }]);
    expect(pulls('cri-o://1.31.2', ['30MB', '1GB'], ['pull_progress_timeout=2m'])).toMatchObject([
      { error: undefined },
    ]);
  });
});

it('layers that are committed within the timeout each do not use it up together while others arrive', () => {
  expect(pulls('cri-o://1.31.2', ['100MB', '100MB'])).toMatchObject([{ error: undefined }]);
});
