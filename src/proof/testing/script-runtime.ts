import type { ImageServiceAnswer } from '../../../machines/runtime/cri.ts';
import { createListener } from '../../run/simulation/root-actors.ts';
import type { Entry } from '../conformance/imagemanager/conformance-trace.ts';
import type { ScriptRuntime } from '../conformance/imagemanager/script.ts';
import { ScriptedImageService } from '../conformance/imagemanager/scripted-image-service.ts';
import type { FakeClock } from './fake-clock.ts';

/** What the kubelet gives the runtime with a call: the name with the default tag, and what its pod adds. */
export interface ImageSpec {
  readonly image: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly runtimeHandler?: string;
}

/**
 * The container runtime of a script, for a system under test. Each call is noted in the trace, under the id of
 * the call of the script that made it.
 */
export interface ScriptRuntimeForTest {
  /** Returns the image's reference, empty where it is not present. Throws the runtime's error. */
  readonly imageRef: (call: string, spec: ImageSpec) => string;
  /** Returns the image's size in bytes (GetImageSize). */
  readonly imageSize: (call: string, spec: ImageSpec) => number;
  /** Pulls the image and resolves with its reference, or rejects with the runtime's error. */
  readonly pullImage: (call: string, spec: ImageSpec) => Promise<string>;
}

/** An entry of the trace without its time. */
export type NotedEntry = Entry extends infer E ? (E extends unknown ? Omit<E, 'at'> : never) : never;

/** Starts the runtime of a script. Its removals are scheduled: make it after the calls, which come first. */
export function scriptRuntime(
  runtime: ScriptRuntime,
  clock: FakeClock,
  note: (entry: NotedEntry) => void,
): ScriptRuntimeForTest & { readonly scheduleRemovals: () => void } {
  const takes = (ms: number, run: () => void) => void (ms > 0 ? clock.after(ms, run) : run());
  const service = new ScriptedImageService(
    { at: (ms, run) => void clock.after(ms - clock.nowMs(), run), takes },
    runtime,
  );
  const inspect = (image: string, forSize: boolean): ImageServiceAnswer => {
    let answer: ImageServiceAnswer | undefined;
    const requester = createListener('requester', (event: ImageServiceAnswer) => {
      answer = event;
    });
    service.actor.send({ type: 'IMAGE_STATUS.REQUESTED', image, requester, forSize });
    if (answer === undefined) throw new Error(`the runtime of a script says at once whether it has ${image}`);
    return answer;
  };
  return {
    scheduleRemovals: () => service.scheduleRemovals(runtime.removals),
    imageRef: (call, spec) => {
      note({ type: 'runtime', call, op: 'GetImageRef', ...spec });
      const answer = inspect(spec.image, false);
      if (answer.type === 'IMAGE_STATUS.FAILED') throw new Error(answer.error);
      return answer.type === 'IMAGE_STATUS.ANSWERED' ? answer.imageRef : '';
    },
    imageSize: (call, spec) => {
      note({ type: 'runtime', call, op: 'GetImageSize', ...spec });
      const answer = inspect(spec.image, true);
      return answer.type === 'IMAGE_STATUS.ANSWERED' ? answer.sizeBytes : 0;
    },
    pullImage: (call, spec) => {
      const { image } = spec;
      note({ type: 'runtime', call, op: 'PullImage', ...spec });
      return new Promise((resolve, reject) => {
        const requester = createListener('requester', (answer: ImageServiceAnswer) => {
          const told = { type: 'runtime-return', call, op: 'PullImage', image } as const;
          if (answer.type === 'IMAGE_PULL.FAILED') {
            note({ ...told, error: answer.error });
            reject(new Error(answer.error));
          } else if (answer.type === 'IMAGE_PULL.SUCCEEDED') {
            note({ ...told, ref: answer.imageRef });
            resolve(answer.imageRef);
          }
        });
        service.actor.send({ type: 'IMAGE_PULL.REQUESTED', image, caller: call, requester });
      });
    },
  };
}
