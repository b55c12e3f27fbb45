import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kubeadmKind } from '../../../../src/proof/conformance/kubeadm/kubeadm-kind.ts';
import type { KubeadmScript } from '../../../../src/proof/conformance/kubeadm/script-schema.ts';
import type { ScriptRunner } from '../../../../src/proof/conformance/script-kind.ts';

// docs/conformance.md, kind kubeadm: what holds of every script.
const runners = ['1.27', ...kubeadmKind.recorded, '1.31'].map(runnerOf);

function runnerOf(version: string): ScriptRunner<KubeadmScript> {
  const runner = kubeadmKind.runnerOf(version);
  if ('error' in runner) throw new Error(runner.error);
  return runner;
}

test('each release answers every call of random scripts once, in order', () => {
  fc.assert(
    fc.property(kubeadmKind.random(), (script) => {
      for (const runner of runners) {
        const { trace } = runner.run(script);
        const made = trace.find(({ type }) => type === 'new');
        const answered = trace
          .filter(({ type }) => type === 'result' || type === 'unsupported')
          .map((entry) => Reflect.get(entry, 'call'));
        expect(answered).toEqual(
          made !== undefined && 'error' in made ? [] : script.calls.map((_, index) => index),
        );
      }
    }),
    { seed: 1, numRuns: 40 },
  );
});

test('an image that is pulled twice at once is a race: what comes before that call is compared', () => {
  const [, runner = runnerOf('1.36')] = runners;
  const trace = runner.run({
    kind: 'kubeadm',
    name: 'twice',
    socket: 's',
    calls: [
      { op: 'imageExists', image: 'a' },
      { op: 'pullImagesInParallel', images: ['a', 'a'] },
    ],
  });
  expect(trace.races).toEqual(['call 1: a twice']);
  const { expected, excludedBy } = kubeadmKind.comparedPart(trace, trace);
  expect(excludedBy).toBe('races');
  expect(expected.map(({ type }) => type)).toEqual(['cri', 'cri', 'new', 'cri', 'result']);
});
