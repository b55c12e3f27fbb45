import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { AnyReducer } from '../../../machines/reducer.ts';
import { differenceText, ModelTestFailure } from './model-test-failure.ts';
import {
  type EventOfMachine,
  type MachinePath,
  type MachinePathStep,
  type MachinePathsOptions,
  paths,
} from './paths.ts';

/** One run of a system under test. */
export interface PathSession<M extends AnyStateMachine | AnyReducer, Observed> {
  /** Performs an event. `step` has its name, the time before it, and the model's snapshot after it. */
  readonly send: (event: EventOfMachine<M>, step: MachinePathStep<M>) => void | Promise<void>;
  /** Returns what is compared with the model's projection; called at the start and after every event. */
  readonly read: () => Observed | Promise<Observed>;
  /** Called at the end of the path, whether it passed or not. */
  readonly dispose?: () => void | Promise<void>;
}

/** A system under test: `sut` of `@xstate/test` has the same parts. */
export interface PathSut<M extends AnyStateMachine | AnyReducer, Observed> {
  /** Returns a new system for one path, with its start. */
  readonly create: (path: MachinePath<M>) => PathSession<M, Observed> | Promise<PathSession<M, Observed>>;
  /** What of a snapshot of the model is compared with `read()`. */
  readonly projectModel: (snapshot: SnapshotFrom<M>) => Observed;
}

/** Which paths are run, and on what. */
export interface TestPathsOptions<M extends AnyStateMachine | AnyReducer, Observed>
  extends MachinePathsOptions {
  readonly sut: PathSut<M, Observed>;
}

/**
 * Sends each path through one of Windlass's machines to a system under test, and compares both after every
 * event. Returns what was run. Rejects with a `ModelTestFailure` at the first difference; an error of the
 * system itself passes through.
 */
export async function testPaths<M extends AnyStateMachine | AnyReducer, Observed>(
  machine: M,
  { sut, ...options }: TestPathsOptions<M, Observed>,
): Promise<{ readonly paths: number; readonly steps: number }> {
  const all = paths(machine, options);
  let steps = 0;
  for (const path of all) {
    const session = await sut.create(path);
    try {
      await compare(session, sut, path, -1);
      for (const [index, step] of path.steps.entries()) {
        await session.send(step.event, step);
        steps += 1;
        await compare(session, sut, path, index);
      }
    } finally {
      await session.dispose?.();
    }
  }
  return { paths: all.length, steps };
}

/** Compares after the step with this index; -1 is the start. */
async function compare<M extends AnyStateMachine | AnyReducer, Observed>(
  session: PathSession<M, Observed>,
  { projectModel }: PathSut<M, Observed>,
  path: MachinePath<M>,
  index: number,
): Promise<void> {
  const { initial, start, steps } = path;
  const expected = projectModel(steps[index]?.snapshot ?? initial);
  const actual = await session.read();
  const difference = differenceText(expected, actual);
  if (difference === undefined) return;
  const done = steps.slice(0, index + 1).map(({ name, state }) => `  ${name} → ${state}`);
  throw new ModelTestFailure(
    [
      `the system differs from the model after ${index + 1} events (start ${start}):`,
      ...done,
      difference,
    ].join('\n'),
    steps.slice(0, index + 1),
    expected,
    actual,
  );
}
