import type { Script, ScriptCall, ScriptKubelet, ScriptPull } from '../conformance/imagemanager/script.ts';
import { isWildcard, type ModelPath } from '../models/exploration/path-goals.ts';
import { digestOf } from './real-world.ts';

/** A path through one machine, with the settings with which it was found. */
export interface SettledPath extends ModelPath {
  /** The input with which the machine was started. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The first step of a path that no script can cause, and why. */
export interface Impossible {
  readonly step: number;
  readonly reason: string;
}

/** A script that should walk the path, or why there is none. */
export type Realized = Script | Impossible;

/**
 * Returns the first step that only the wildcard of the machine takes; undefined if there is none. No system
 * is made to send what no state expects.
 */
export function unexpectedStep({ steps }: ModelPath): Impossible | undefined {
  const step = steps.findIndex(({ transitions }) => transitions.every(isWildcard));
  return step < 0
    ? undefined
    : {
        step,
        reason: `${steps[step]?.event}: ${steps[step]?.state} does not expect it, and no script sends it`,
      };
}

/** Collects the calls and outcomes of a script. Ids are in the order of the calls' times. */
export class ScriptDraft {
  readonly #calls: Omit<ScriptCall, 'id'>[] = [];
  readonly #images: { image: string; ref: string; size: number }[] = [];
  readonly #inspect: Record<string, { error?: string }[]> = {};
  readonly #pulls: Record<string, ScriptPull[]> = {};

  /** Adds a call of `EnsureImageExists` by the pod with that name. */
  call(atMs: number, pod: string, image: string, policy = 'Always'): void {
    this.#calls.push({ at: atMs, pod: { namespace: 'ns', name: pod, uid: pod }, image, policy });
  }

  /** `image` is the name with the default tag, here and below. */
  present(image: string, ref = digestOf(image)): void {
    this.#images.push({ image, ref, size: 1000 });
  }

  inspects(image: string, ...outcomes: readonly { error?: string }[]): void {
    this.#inspect[image] = [...(this.#inspect[image] ?? []), ...outcomes];
  }

  /** Adds the outcome of the image's next pull without one. */
  pulls(image: string, outcome: ScriptPull): void {
    this.#pulls[image] = [...(this.#pulls[image] ?? []), outcome];
  }

  script(name: string, kubelet: ScriptKubelet, featureGates: Readonly<Record<string, boolean>> = {}): Script {
    const calls = this.#calls
      .toSorted((a, b) => a.at - b.at)
      .map((call, index) => ({ ...call, id: `c${index + 1}` }));
    return {
      name,
      kubelet,
      featureGates,
      runtime: { images: this.#images, inspect: this.#inspect, pulls: this.#pulls },
      calls,
    };
  }
}

/** Returns a successful pull of that length, for `ScriptDraft.pulls`. */
export function pullOf(image: string, takesMs: number): ScriptPull {
  return { takesMs, ref: digestOf(image), size: 4096 };
}
