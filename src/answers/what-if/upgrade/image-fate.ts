import type { JsonFields } from '../../../reports/json/json-text.ts';
import type { Readings } from '../../../trace/readings.ts';

/** What became of the image of one container, or of one image volume, in one run. */
export type ImageFate = NonNullable<JsonFields<'Upgrade'>['pulls'][number]['before']>;

/** The same with its container. */
export interface ContainerFate {
  /** `namespace/name` */
  readonly pod: string;
  readonly container: string;
  /** It is an image volume, whose name stands for the container's. */
  readonly volume?: true;
  readonly node: string;
  readonly image: string;
  readonly fate: ImageFate;
}

/** Hears the records of a run, or of several parts of one, and tells the fate of each image. */
export class ImageFateReader {
  readonly #fates = new Map<string, ContainerFate & { fate: ImageFate }>();
  /** By the actor of the last pull. */
  readonly #byActor = new Map<string, ContainerFate & { fate: ImageFate }>();

  readonly readings: Readings = {
    pull: ({ state, pod, container, volume, node, image, error, actor }) => {
      const key = `${pod.namespace}/${pod.name}/${container}`;
      let known = this.#fates.get(key);
      if (known === undefined) {
        const fate: ImageFate = { asked: 0, failed: 0, got: false, verified: false };
        known = {
          pod: `${pod.namespace}/${pod.name}`,
          container,
          ...(volume === true ? { volume } : {}),
          node,
          image,
          fate,
        };
        this.#fates.set(key, known);
      }
      this.#byActor.set(actor, known);
      const { fate } = known;
      if (state === 'pulling') known.fate = { ...fate, asked: fate.asked + 1 };
      else if (state === 'present' || state === 'pulled') known.fate = { ...fate, got: true };
      else if (state === 'failed')
        known.fate = { ...fate, failed: fate.failed + 1, ...(error === undefined ? {} : { error }) };
      else if (state === 'neverPresent')
        known.fate = { ...fate, error: 'it is not present, with the policy Never' };
    },
    // The image is there, and the kubelet wants credentials for it all the same.
    result: ({ actor, credentialCheck, present, pullRequired }) => {
      if (credentialCheck !== 'mustAuthenticate' || present !== true || pullRequired !== true) return;
      const known = this.#byActor.get(actor);
      if (known !== undefined) known.fate = { ...known.fate, verified: true };
    },
  };

  /** By `namespace/name/container`. */
  get fates(): ReadonlyMap<string, ContainerFate> {
    return this.#fates;
  }
}
