import type { EventObject } from 'xstate';
import type { PullAnswer } from '../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import { stage } from '../stage.ts';
import { type ImageManagerOptions, startImageManager } from './start-image-manager.ts';

export interface ManagerOptions extends Omit<ImageManagerOptions, 'imageService'> {
  readonly present?: readonly string[];
  readonly inspectError?: string;
  /** undefined: pulls succeed. */
  readonly pullError?: string;
  readonly pullMicros?: number;
}

/** A whole image manager in front of a runtime that answers by a script. */
export function pullManager(options: ManagerOptions) {
  const world = stage();
  const calls: { readonly at: number; readonly call: string; readonly image: string }[] = [];
  const present = new Map((options.present ?? []).map((image) => [image, `sha256:${image}`]));
  const script = { pullError: options.pullError, pullMicros: options.pullMicros ?? 0 };
  const after = (micros: number, act: () => void) =>
    micros === 0 ? act() : void world.at(world.kernel.nowMicros + micros, act);
  const imageService = world.listen<ImageServiceRequest>('imageService', (event) => {
    const { image, requester } = event;
    const call =
      event.type === 'IMAGE_PULL.REQUESTED'
        ? 'PullImage'
        : event.forSize === true
          ? 'GetImageSize'
          : 'GetImageRef';
    calls.push({ at: world.kernel.nowMicros / 1e6, call, image });
    if (event.type !== 'IMAGE_PULL.REQUESTED') {
      const error = options.inspectError;
      if (error !== undefined) requester.send({ type: 'IMAGE_STATUS.FAILED', error });
      else
        requester.send({
          type: 'IMAGE_STATUS.ANSWERED',
          imageRef: present.get(image) ?? '',
          sizeBytes: 1_000,
        });
      return;
    }
    const { pullError: error } = script;
    after(script.pullMicros, () => {
      if (error !== undefined) return requester.send({ type: 'IMAGE_PULL.FAILED', error });
      present.set(image, `sha256:${image}`);
      requester.send({ type: 'IMAGE_PULL.SUCCEEDED', imageRef: `sha256:${image}` });
    });
  });
  const images = startImageManager(world, { ...options, imageService });
  const answers: { readonly at: number; readonly pull: string; readonly answer: string }[] = [];
  let pulls = 0;
  /** The pull of a container, ready to be asked again and again. */
  const pullOf = (uid: string, container = `c${++pulls}`) => {
    const name = `${uid}/${container}`;
    const pull = world.start(imagePullMachine, {
      ...images,
      name,
      pod: { namespace: 'default', name: uid, uid },
      annotations: {},
      runtimeHandler: '',
      container,
      fieldPath: `spec.containers{${container}}`,
    });
    const requester = world.listen<PullAnswer>(name, (event: EventObject & PullAnswer) => {
      const answer = event.type === 'PULL.SUCCEEDED' ? '' : event.failure.reason;
      answers.push({ at: world.kernel.nowMicros / 1e6, pull: name, answer });
    });
    return (image: string, policy = 'IfNotPresent') =>
      pull.send({ type: 'PULL.REQUESTED', image, policy, requester });
  };
  return { ...world, script, calls, answers, pullOf, images, present };
}
