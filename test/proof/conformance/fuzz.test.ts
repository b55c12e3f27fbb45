import { describe, expect, test } from 'vitest';
import { type FuzzOptions, type FuzzReport, fuzz } from '../../../src/proof/conformance/fuzz.ts';
import type {
  ConformanceTrace,
  Entry,
} from '../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { randomScript } from '../../../src/proof/conformance/imagemanager/random-script.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import type { ImageManagerUnderTest } from '../../../src/proof/conformance/system-under-test.ts';
import { profileOf } from './conformance-data.ts';

const profile = profileOf('1.31');

function system(name: string, run: (script: Script) => ConformanceTrace): ImageManagerUnderTest {
  return { name, run: async (script) => run(script), close: async () => {} };
}

const judge = system('judge', (script) => runScript(script, profile));

/** A kubelet that does one thing wrong, seen from outside. */
const wrong = (change: (entries: readonly Entry[]) => readonly Entry[]): ImageManagerUnderTest =>
  system('wrong', (script) => {
    const { trace, ...rest } = runScript(script, profile);
    return { ...rest, trace: change(trace) };
  });

const withoutBackOff = wrong((entries) =>
  entries.filter((entry) => entry.type !== 'event' || entry.reason !== 'BackOff'),
);

const run = (options: Partial<FuzzOptions<Script>>): Promise<FuzzReport<Script>> =>
  fuzz({
    kind: imageManagerKind,
    left: judge,
    right: judge,
    runs: 300,
    seed: 5,
    scripts: randomScript({ callsMax: 5 }),
    ...options,
  });

describe('fuzz', () => {
  test('finds nothing where both do the same, and says how much it compared', async () => {
    const report = await run({ runs: 40 });
    expect(report).toMatchObject({ runs: 40, seed: 5, finding: undefined });
    expect(report.entriesAgreeing).toBeGreaterThan(300);
  });

  test('shrinks what differs to the smallest script: a back-off needs two calls and a failed pull, and nothing else', async () => {
    const { finding } = await run({ right: withoutBackOff });
    expect(finding?.script).toMatchObject({
      kubelet: { serializeImagePulls: false, maxParallelImagePulls: null, registryPullQPS: 0 },
      runtime: { images: [] },
      calls: [
        { at: 0, image: 'root', policy: 'Always' },
        { image: 'root', policy: 'Always' },
      ],
    });
    expect(finding?.script.runtime).toEqual({ images: [] });
    expect(finding?.script).not.toHaveProperty('featureGates');
    expect(finding?.divergence?.expected).toMatchObject({ type: 'event', reason: 'BackOff' });
    expect(finding?.actual?.trace).not.toContainEqual(finding?.divergence?.expected);
  });

  test('seed and path go straight to the same finding', async () => {
    const first = await run({ right: withoutBackOff });
    const scripts: number[] = [];
    const again = await run({
      right: withoutBackOff,
      path: first.path ?? '',
      onProgress: (progress) => scripts.push(progress.scripts),
    });
    expect(again.finding?.script).toEqual(first.finding?.script);
    expect(scripts.length).toBeLessThan(100);
  });

  test('a system that rejects is a finding too, shrunk, with its reason', async () => {
    const fragile = system('fragile', (script) => {
      if (script.calls.length > 2) throw new Error('index out of range');
      return runScript(script, profile);
    });
    const { finding } = await run({ right: fragile });
    expect(finding?.breakdown).toBe('fragile: index out of range');
    expect(finding?.script.calls).toHaveLength(3);
    expect(finding?.actual).toBeUndefined();
    expect(finding?.expected).toBeDefined();
  });

  test('a judge that cannot run a script is no agreement', async () => {
    const refuses = system('oracle', ({ name }) => ({
      script: name,
      trace: [{ at: 0, type: 'oracle-error', message: 'no such policy' }],
    }));
    const { finding } = await run({ left: refuses });
    expect(finding?.breakdown).toBe('oracle cannot run the script: no such policy');
    expect(finding?.script.calls).toHaveLength(1);
  });

  test('shrinking ends where it is told to, with what it has', async () => {
    const scripts: number[] = [];
    const report = await run({
      right: withoutBackOff,
      shrinksMax: 5,
      onProgress: (progress) => scripts.push(progress.scripts),
    });
    expect(scripts).toHaveLength(report.runs + 5);
    expect(report.finding?.divergence).toBeDefined();
  });
});
