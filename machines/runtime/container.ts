import { type ActorRef, type Snapshot, sendTo, setup } from 'xstate';
import type { PodRef } from '../../src/trace/observation.ts';
import { reportUnhandled } from '../chart-parts.ts';
import type { Recorder } from '../world/recorder.ts';

/** A container's process has ended. */
export type ContainerExited = {
  readonly type: 'CONTAINER.EXITED';
  readonly pod: PodRef;
  readonly container: string;
  /** Which process of the container it is. Processes of an earlier boot do not count. */
  readonly process: string;
  readonly exitCode: number;
};

export interface ContainerInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly runtime: ActorRef<Snapshot<unknown>, ContainerExited>;
  readonly pod: PodRef;
  readonly container: string;
  readonly process: string;
  readonly runsForMicros: number;
  readonly exitCode: number;
}

/** The process of a container that ends by itself: an init container, or one of a Job. */
export const containerMachine = setup({
  types: { input: {} as ContainerInput, context: {} as ContainerInput },
  delays: { life: ({ context }) => context.runsForMicros },
  actions: {
    tellRuntime: sendTo(
      ({ context }) => context.runtime,
      ({ context: { pod, container, process, exitCode } }): ContainerExited => ({
        type: 'CONTAINER.EXITED',
        pod,
        container,
        process,
        exitCode,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'container',
  description: 'A container that runs for a while and ends.',
  context: ({ input }) => input,
  initial: 'running',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    running: { description: 'The process runs.', tags: 'running', after: { life: { target: 'exited', actions: 'tellRuntime' } } },
    exited: { description: 'The process has ended; the runtime keeps its exit code.' },
  },
});
