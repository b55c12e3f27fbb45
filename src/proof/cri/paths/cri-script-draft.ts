import type { CriFault, CriScript, CriStep, PullStep } from '../cri-script.ts';

type Registry = NonNullable<CriScript['registry']>;
export type Stage = 'tag' | 'manifest' | 'layer';

/** Whether a pull of a draft goes on while the next steps come. */
interface RunningPull {
  readonly id: string;
  readonly image: string;
}

/** The size of layers, and a rate at which each of them takes an eighth of a second. */
const layerBytes = 20_000;
const slowBytesPerSecond = layerBytes * 8;

/** A script that is being written: images that share a layer, and what happens to their pulls. */
export class CriScriptDraft {
  readonly #steps: CriStep[] = [];
  readonly #faults: CriFault[] = [];
  #registry: Registry = {};
  #pulls = 0;
  readonly #running: RunningPull[] = [];

  /** Whose credentials pulls have from now on. */
  as: PullStep['as'];

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** Whether a pull of this image goes on. */
  isRunning(image: string): boolean {
    return this.#running.some((pull) => pull.image === image);
  }

  registry(rules: Registry): void {
    this.#registry = { ...this.#registry, ...rules };
  }

  fault(fault: CriFault): void {
    this.#faults.push(fault);
  }

  /** Pulls an image to its end. */
  pull(image: string): void {
    this.#steps.push({ do: 'pull', image, ...this.#credentials() });
  }

  /** Begins to pull an image, and goes on once it is so far. */
  begin(image: string, until: 'start' | 'manifest' | 'layer'): void {
    this.#pulls += 1;
    const id = `pull-${this.#pulls}`;
    this.#running.push({ id, image });
    this.registry({ bytesPerSecond: slowBytesPerSecond });
    this.#steps.push({ do: 'pull', id, image, until, ...this.#credentials() });
  }

  /** Cancels the latest pull of an image that goes on; nothing if there is none. */
  cancel(image: string): void {
    const index = this.#running.findLastIndex((pull) => pull.image === image);
    const [pull] = index < 0 ? [] : this.#running.splice(index, 1);
    if (pull !== undefined) this.#steps.push({ do: 'cancel', id: pull.id });
  }

  remove(image: string, by?: 'digest' | 'id'): void {
    this.#steps.push({ do: 'remove', image, ...(by && { by }) });
  }

  wait(): void {
    this.#running.length = 0;
    this.#steps.push({ do: 'wait' });
  }

  #credentials(): Pick<PullStep, 'as'> {
    return this.as === undefined ? {} : { as: this.as };
  }

  /**
   * Returns the script. In the end what goes on is waited for, and the image is pulled, removed by its id and pulled
   * again: whatever has happened must not matter then.
   */
  script(name: string): CriScript {
    if (this.#registry.isPrivate) this.as = 'alice';
    if (this.#running.length > 0) this.wait();
    this.pull('web');
    this.remove('web', 'id');
    this.pull('web');
    const isSlow = this.#registry.bytesPerSecond !== undefined;
    return {
      name,
      images: [
        { name: 'web', layers: ['base', 'web'] },
        { name: 'api', layers: ['base', 'api'] },
      ],
      ...(isSlow && { layerBytes }),
      ...(Object.keys(this.#registry).length > 0 && { registry: this.#registry }),
      ...(this.#faults.length > 0 && { faults: this.#faults }),
      steps: this.#steps,
    };
  }
}
