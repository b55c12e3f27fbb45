import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from './run-yaml.ts';

// A whole real kubelet v1.36.3 with a scripted runtime: test/run/simulation/kubelet-runs, runs A, C and D. Times
// in seconds.

const bare = (name: string, images: readonly string[]) => `
apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  automountServiceAccountToken: false
  containers:
${images.map((image) => `  - { name: ${image.slice(10, -2)}, image: '${image}', imagePullPolicy: IfNotPresent }`).join('\n')}
`;

const scripted = (image: string, takes: string) =>
  `  - { kind: pullTakes, image: '${image}', takes: ${takes} }`;

interface Attempt {
  readonly image: string;
  readonly beginS: number;
  readonly endS: number;
}

function attempts(input: SimulationInput): readonly Attempt[] {
  const begun = new Map<string, Attempt>();
  const found: Attempt[] = [];
  for (const record of simulate(input).records) {
    if (record.type === 'runtime' && record.op === 'PullImage') {
      begun.set(record.actor, { image: record.image, beginS: record.at / 1000, endS: Number.NaN });
    } else if (record.type === 'runtime-return') {
      const attempt = begun.get(record.actor);
      if (attempt !== undefined) found.push({ ...attempt, endS: record.at / 1000 });
    }
  }
  return found;
}

describe('run A: two containers whose images fail four and five times', () => {
  const yaml = `${bare('retry-probe-a', ['sim.local/a:1', 'sim.local/b:1'])}---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { timings: { sandbox: 45ms } } }
faults:
  - { kind: pullFails, image: 'sim.local/a:1', error: 'RegistryUnavailable: pull access: 503 simulated', takes: 301ms, times: 4 }
  - { kind: pullFails, image: 'sim.local/b:1', error: 'rpc error: code = NotFound desc = rpc: image not found (simulated)', takes: 1503ms, times: 5 }
${scripted('sim.local/a:1', '2s')}
${scripted('sim.local/b:1', '3002ms')}
`;
  const recorded = {
    'sim.local/a:1': [0, 17.024, 45.029, 91.036, 173.031],
    'sim.local/b:1': [0.309, 17.329, 45.335, 91.339, 175.06, 343.026],
  };
  const windowsS = [10, 20, 40, 80, 160];
  const runs = Array.from({ length: 60 }, (_, seed) => attempts(inputOf(yaml, { seed })));

  it('starts each retry between due and due + 17 s, over 60 seeds', () => {
    for (const run of runs) {
      for (const image of Object.keys(recorded)) {
        const own = run.filter((attempt) => attempt.image === image);
        expect(own.length).toBe(image === 'sim.local/a:1' ? 5 : 6);
        for (const [index, attempt] of own.entries()) {
          const before = own[index - 1];
          if (before === undefined) continue;
          const lateS = attempt.beginS - (before.endS + (windowsS[index - 1] ?? Number.NaN));
          expect(lateS).toBeGreaterThanOrEqual(0);
          expect(lateS).toBeLessThanOrEqual(17);
        }
      }
    }
  });

  it('has the recorded times within its range', () => {
    for (const [image, times] of Object.entries(recorded)) {
      for (const [index, recordedS] of times.entries()) {
        const first = (run: readonly Attempt[]) => run[0]?.beginS ?? Number.NaN;
        const starts = runs.map(
          (run) =>
            (run.filter((attempt) => attempt.image === image)[index]?.beginS ?? Number.NaN) - first(run),
        );
        expect(Math.min(...starts) - 0.02).toBeLessThanOrEqual(recordedS);
        expect(Math.max(...starts) + 0.02).toBeGreaterThanOrEqual(recordedS);
      }
    }
  });
});

describe('runs C and D: four pods, each pull 4 s', () => {
  const images = ['s1', 's2', 's3', 's4'].map((name) => `sim.local/${name}:1`);
  const yaml = (
    settings: string,
  ) => `${images.map((image, index) => bare(`s${index + 1}`, [image])).join('---')}---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
${settings}
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
arrivals: { interval: 5ms }
faults:
${images.map((image) => scripted(image, '4002ms')).join('\n')}
`;
  const check = (settings: string, recorded: readonly (readonly [number, number])[]) => {
    const run = attempts(inputOf(yaml(settings)));
    const startS = run[0]?.beginS ?? Number.NaN;
    expect(run.map(({ image }) => image)).toEqual(images);
    for (const [index, [beginS, endS]] of recorded.entries()) {
      expect(Math.abs((run[index]?.beginS ?? Number.NaN) - startS - beginS)).toBeLessThanOrEqual(0.06);
      expect(Math.abs((run[index]?.endS ?? Number.NaN) - startS - endS)).toBeLessThanOrEqual(0.06);
    }
  };

  it('C: two at a time, within 60 ms of the run', () => {
    check('serializeImagePulls: false\nmaxParallelImagePulls: 2', [
      [0, 4.002],
      [0.005, 4.007],
      [4.014, 8.016],
      [4.042, 8.043],
    ]);
  });

  it('D: one after the other, within 60 ms of the run', () => {
    check('serializeImagePulls: true', [
      [0, 4.001],
      [4.015, 8.018],
      [8.032, 12.033],
      [12.041, 16.043],
    ]);
  });
});
