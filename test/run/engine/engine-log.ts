import type {
  Actor,
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import type { EngineName } from '../../../src/run/engine/engine.ts';
import { selectEngine } from '../../../src/run/engine/select-engine.ts';
import type { QueueEntry } from '../../../src/run/simulation/event-queue.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { createListener } from '../../../src/run/simulation/root-actors.ts';
import { VirtualClock } from '../../../src/run/simulation/virtual-clock.ts';

/** What the root of every corner gets. */
export interface CornerInput {
  /** Writes a line: functions of machines tell when they are called. */
  readonly note: (text: string) => void;
  /** An actor that only listens. */
  readonly out: ReturnType<typeof createListener<CornerEvent>>;
}

export interface CornerEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A small machine, and what is done to it. */
export interface Corner {
  readonly name: string;
  readonly logic: AnyActorLogic;
  readonly script?: (drive: CornerDrive) => void;
}

interface CornerDrive {
  readonly actor: Actor<AnyActorLogic>;
  readonly send: (...types: readonly (string | CornerEvent)[]) => void;
  readonly wait: (micros: number) => void;
}

/** All that an engine makes of a corner, line by line: what was called, sent and told, and every snapshot. */
export function engineLog(
  engine: EngineName,
  { logic, script = () => {} }: Corner,
  isInspected: boolean,
): readonly string[] {
  const lines: string[] = [];
  const note = (text: string) => void lines.push(text);
  const kernel = new Kernel();
  const virtual = new VirtualClock(kernel);
  const clock = {
    setTimeout: (run: () => void, delay: number) => {
      const timer = virtual.setTimeout(run, delay);
      note(`timer ${timer.sequence} of ${delay} µs`);
      return timer;
    },
    clearTimeout: (timer: unknown) => {
      note(`timer ${(timer as QueueEntry).sequence} ends`);
      virtual.clearTimeout(timer as QueueEntry);
    },
  };
  const out = createListener<CornerEvent>('out', (event) => {
    note(`out ${kernel.nowMicros} ${plain(event)}`);
    if (event.type === 'STOP_ROOT') actor.stop();
    if (event.type === 'THROW') throw new Error('the listener fails');
  });
  const inspect = isInspected
    ? (event: InspectionEvent) => note(`${event.type.slice(8)} ${told(event)}`)
    : undefined;
  const failed = (error: unknown) => note(`failed ${String(error)}`);
  const actor = selectEngine(engine).create(logic, {
    id: 'root',
    clock,
    input: { note, out },
    inspect,
    failed,
  });
  actor.on('*' as never, ((event: unknown) => note(`emitted * ${plain(event)}`)) as never);
  actor.on('TOLD' as never, ((event: unknown) => note(`emitted TOLD ${plain(event)}`)) as never);
  actor.subscribe({
    next: (snapshot) => note(`next ${shown(snapshot)}`),
    complete: () => note('complete'),
    error: () => {},
  });
  // Where nobody watches, an actor that fails keeps what its actions had assigned by then.
  const mark = (what: string) => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    note(
      `-- ${what}: ${shown(snapshot.status === 'error' && !isInspected ? { ...snapshot, context: 'any' } : snapshot)}`,
    );
  };
  mark('made');
  actor.start();
  mark('started');
  script({
    actor,
    send: (...types) => {
      for (const type of types) {
        actor.send(typeof type === 'string' ? { type } : type);
        mark(plain(type));
      }
    },
    wait: (micros) => {
      kernel.run(kernel.nowMicros + micros);
      mark(`${kernel.nowMicros} µs`);
    },
  });
  kernel.run(10_000);
  mark('end');
  return lines;
}

function told(event: InspectionEvent): string {
  const of = plain(event.actorRef);
  switch (event.type) {
    case '@xstate.event':
      return `${plain(event.sourceRef)} → ${of} ${plain(event.event)}`;
    case '@xstate.microstep':
      return `${of} ${plain(event.event)} [${event._transitions.map(transitionText)}] ${shown(event.snapshot)}`;
    case '@xstate.snapshot':
      return `${of} ${plain(event.event)} ${shown(event.snapshot)}`;
    case '@xstate.action':
      return `${of} ${plain(event.action)}`;
    default:
      return `${of} ${event.rootId === 'x' ? '' : 'of its root'}`;
  }
}

function transitionText({ source, eventType, target = [] }: AnyTransitionDefinition): string {
  return `${source.id} ${eventType} ${target.map(({ id }) => id).join()}`;
}

function shown(snapshot: unknown): string {
  const {
    value,
    context,
    status,
    output,
    error,
    children = {},
    tags,
    _nodes,
  } = snapshot as AnyMachineSnapshot;
  const nodes = (_nodes as readonly { readonly id: string }[] | undefined)?.map(({ id }) => id).sort();
  return plain({
    value,
    context,
    status,
    output,
    error,
    children: Object.keys(children),
    tags: [...(tags ?? [])],
    nodes,
  });
}

/** As JSON, with actors as their names, errors as their messages, functions as `ƒ`. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'function') return 'ƒ';
    if (inner instanceof Error) return `${inner}`;
    if (typeof inner !== 'object' || inner === null) return inner;
    if ('root' in inner && 'implementations' in inner) return 'a machine';
    return inner;
  })?.replaceAll(/\{"xstate\$\$type":1,"id":"([^"]*)"\}/g, '@$1');
}
