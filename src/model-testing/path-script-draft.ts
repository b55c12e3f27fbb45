import type { Script, ScriptCall, ScriptKubelet, ScriptPull } from '../conformance/imagemanager/script.ts';

/** Collects the calls and outcomes of a script; ids go by the time of the calls. */
export class ScriptDraft {
  readonly #calls: Omit<ScriptCall, 'id'>[] = [];
  readonly #images: { image: string; ref: string; size: number }[] = [];
  readonly #inspect: Record<string, { error?: string }[]> = {};
  readonly #pulls: Record<string, ScriptPull[]> = {};

  /** A call of `EnsureImageExists` by the pod of that name. */
  call(atMs: number, pod: string, image: string, policy = 'Always'): void {
    this.#calls.push({ at: atMs, pod: { namespace: 'ns', name: pod, uid: pod }, image, policy });
  }

  /** `image` is the name after the default tag, here and below. */
  present(image: string, ref = `sha256:${image}`): void {
    this.#images.push({ image, ref, size: 1000 });
  }

  inspects(image: string, ...outcomes: readonly { error?: string }[]): void {
    this.#inspect[image] = [...(this.#inspect[image] ?? []), ...outcomes];
  }

  /** The outcome of the next pull of the image that has none yet. */
  pulls(image: string, outcome: ScriptPull): void {
    this.#pulls[image] = [...(this.#pulls[image] ?? []), outcome];
  }

  script(name: string, kubelet: ScriptKubelet, featureGates: Readonly<Record<string, boolean>> = {}): Script {
    const calls = this.#calls.toSorted((a, b) => a.at - b.at).map((call, index) => ({ ...call, id: `c${index + 1}` }));
    return { name, kubelet, featureGates, runtime: { images: this.#images, inspect: this.#inspect, pulls: this.#pulls }, calls };
  }
}

/** A successful pull of that length, as `ScriptDraft.pulls` takes it. */
export function pullOf(image: string, takesMs: number): ScriptPull {
  return { takesMs, ref: `sha256:${image}`, size: 4096 };
}
