import type {
  ConformanceTrace,
  Entry,
  ResultEntry,
} from '../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script, ScriptCall } from '../../src/proof/conformance/imagemanager/script.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';

/**
 * What a seed's test sets; all else is as `pullerTestEnv` of seed 000 has it: no throttle, back-off of 1 s to
 * 60 s.
 */
export interface Setting {
  readonly serialized?: boolean;
  readonly maxParallelImagePulls?: number | null;
  readonly qps?: number;
  readonly burst?: number;
  readonly runtime?: Partial<Script['runtime']>;
}

export const testPod = { namespace: 'test-ns', name: 'test_pod', uid: 'bar' };

/** A call of `EnsureImageExists` at a time (s) for the test pod. */
export function callAt(
  seconds: number,
  image: string,
  policy: string,
  more: Partial<ScriptCall> = {},
): ScriptCall {
  return { at: seconds * 1000, id: `c${seconds}`, pod: testPod, image, policy, ...more };
}

/** Runs calls of `EnsureImageExists` on a release's machines. */
export function ensureImageExists(
  profile: Profile,
  calls: readonly ScriptCall[],
  setting: Setting = {},
): EnsuredImages {
  const script: Script = {
    name: 'seed',
    kubelet: {
      serializeImagePulls: setting.serialized ?? false,
      maxParallelImagePulls: setting.maxParallelImagePulls ?? null,
      registryPullQPS: setting.qps ?? 0,
      registryBurst: setting.burst ?? 0,
      imagePullBackOff: { initialMs: 1_000, maxMs: 60_000 },
    },
    runtime: { images: [], ...setting.runtime },
    calls,
  };
  return new EnsuredImages(runScript(script, profile));
}

/** What a call did, as the seeds' tests ask for it. */
export class EnsuredImages {
  readonly entries: ConformanceTrace['trace'];

  constructor(trace: ConformanceTrace) {
    this.entries = trace.trace;
  }

  /** The calls to the runtime, in order, of one call or of all. */
  runtimeCalls(call?: string): readonly string[] {
    return this.#of(call).flatMap((entry) => (entry.type === 'runtime' ? [entry.op] : []));
  }

  /** How many PullImage calls have begun by that time (s), that instant included. */
  pullsBegunBy(seconds: number): number {
    return this.entries.filter(
      (entry) => entry.type === 'runtime' && entry.op === 'PullImage' && entry.at <= seconds * 1000,
    ).length;
  }

  /** The events, as `Normal Pulling: …`. */
  events(call?: string): readonly string[] {
    return this.#of(call).flatMap((entry) =>
      entry.type === 'event' ? [`${entry.eventType} ${entry.reason}: ${entry.message}`] : [],
    );
  }

  /** What the pod pulling-time recorder was told. */
  recorded(call?: string): readonly string[] {
    return this.#of(call).flatMap((entry) => (entry.type === 'pulling' ? [entry.state] : []));
  }

  /** What the call returned. */
  result(call: string): Pick<ResultEntry, 'imageRef' | 'error' | 'message'> {
    const result = this.#of(call).find((entry) => entry.type === 'result');
    if (result === undefined) throw new Error(`${call} did not return`);
    const { imageRef, error, message } = result;
    return { imageRef, error, message };
  }

  #of(call: string | undefined): readonly Entry[] {
    return this.entries.filter((entry) => call === undefined || ('call' in entry && entry.call === call));
  }
}
