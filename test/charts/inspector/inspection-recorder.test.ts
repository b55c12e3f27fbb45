import { describe, expect, it } from 'vitest';
import { type AnyActorRef, assign, createActor, raise, sendTo, setup } from 'xstate';
import { InspectionRecorder } from '../../../src/charts/inspector/inspection-recorder.ts';
import type { StepNote } from '../../../src/charts/inspector/step-note.ts';

/** Notes as texts, `a took PING from b → idle`. */
function watching(isWatched?: (root: string) => boolean) {
  const notes: StepNote[] = [];
  const watch = new InspectionRecorder({
    onNote: (note) => notes.push(note),
    ...(isWatched === undefined ? {} : { isWatched: ({ root }) => isWatched(root) }),
  });
  const inspect = (event: Parameters<typeof watch.inspect>[0]) => watch.inspect(event, 0);
  const told = () => notes.splice(0).map(textOf);
  return { inspect, told, watch };
}

function textOf(note: StepNote): string {
  const { path } = note.actor;
  if (note.kind === 'started') return `${path} started ${JSON.stringify(note.value)}`;
  if (note.kind === 'stopped') return `${path} stopped`;
  const { event, source, value, transitions, follows } = note;
  const from = source === undefined ? '' : ` from ${source}`;
  return `${path} ${follows ? 'follows' : 'took'} ${event.type}${from} → ${JSON.stringify(value)}${transitions.length === 0 ? ' (ignored)' : ''}`;
}

const quiet = setup({ types: { events: {} as { type: 'PING' } | { type: 'END' } } }).createMachine({
  id: 'quiet',
  initial: 'idle',
  states: { idle: { on: { PING: { target: 'idle' }, END: 'over' } }, over: { type: 'final' } },
});

describe('an actor that is watched', () => {
  it('begins in its first state; the eventless transitions out of it are steps', () => {
    const { inspect, told } = watching();
    const hasty = setup({}).createMachine({
      id: 'hasty',
      initial: 'first',
      states: { first: { always: 'second' }, second: { initial: 'inner', states: { inner: {} } } },
    });
    createActor(hasty, { id: 'h', inspect }).start();
    expect(told()).toEqual(['h started "first"', 'h took xstate.init → {"second":"inner"}']);
  });

  it('that is over as soon as it begins has begun and stopped', () => {
    const { inspect, told } = watching();
    createActor(
      setup({}).createMachine({ id: 'brief', initial: 'over', states: { over: { type: 'final' } } }),
      {
        id: 'b',
        inspect,
      },
    ).start();
    expect(told()).toEqual(['b started "over"', 'b stopped']);
  });

  it('stops once: at its end, or when its parent stops it', () => {
    const { inspect, told } = watching();
    const ending = createActor(quiet, { id: 'ending', inspect }).start();
    ending.send({ type: 'END' });
    ending.stop();
    createActor(quiet, { id: 'stopped', inspect }).start().stop();
    expect(told()).toEqual([
      'ending started "idle"',
      'ending took END → "over"',
      'ending stopped',
      'stopped started "idle"',
      'stopped stopped',
    ]);
  });

  it('takes events that it raised itself, and ignores unexpected events', () => {
    const { inspect, told } = watching();
    const raising = setup({
      types: { events: {} as { type: 'GO' } | { type: 'NEXT' } | { type: 'STRAY' } },
    }).createMachine({
      id: 'raising',
      initial: 'a',
      states: {
        a: { on: { GO: { target: 'b', actions: raise({ type: 'NEXT' }) } } },
        b: { on: { NEXT: 'c' } },
        c: { always: 'd' },
        d: {},
      },
    });
    const actor = createActor(raising, { id: 'r', inspect }).start();
    actor.send({ type: 'GO' });
    actor.send({ type: 'STRAY' });
    expect(told()).toEqual([
      'r started "a"',
      'r took GO → "b"',
      'r took NEXT → "c"',
      'r follows NEXT → "d"',
      'r took STRAY → "d" (ignored)',
    ]);
  });
});

describe('the sender of an event', () => {
  const ping = { type: 'PING' } as const;
  const sender = setup({
    types: {
      input: {} as readonly AnyActorRef[],
      context: {} as { to: readonly AnyActorRef[] },
      events: {} as { type: 'GO' },
    },
    actions: {
      first: sendTo(({ context }) => context.to[0] as AnyActorRef, ping),
      second: sendTo(({ context }) => context.to[1] as AnyActorRef, ping),
    },
  }).createMachine({
    id: 'sender',
    context: ({ input }) => ({ to: input }),
    on: { GO: { actions: ['first', 'second', 'first'] } },
  });

  it('is recorded for each receiver where one event object goes to several actors of other roots', () => {
    const { inspect, told } = watching();
    const [one, two] = [
      createActor(quiet, { id: 'one', inspect }).start(),
      createActor(quiet, { id: 'two', inspect }).start(),
    ];
    const from = createActor(sender, { id: 'from', inspect, input: [one, two] }).start();
    told();
    from.send({ type: 'GO' });
    one.send(ping);
    expect(told()).toEqual([
      'from took GO → {}',
      'one took PING from from → "idle"',
      'two took PING from from → "idle"',
      'one took PING from from → "idle"',
      'one took PING → "idle"',
    ]);
  });

  it('is right for events that waited while the actor was busy', () => {
    const { inspect, told } = watching();
    const echo = setup({
      types: { events: {} as { type: 'ASKED'; by: AnyActorRef } },
      actions: { answer: sendTo(({ event }) => event.by, ping) },
    }).createMachine({
      id: 'echo',
      on: { ASKED: { actions: 'answer' } },
    });
    const asker = setup({
      types: {
        input: {} as AnyActorRef,
        context: {} as { echo: AnyActorRef },
        events: {} as { type: 'GO' } | { type: 'PING' },
      },
      actions: {
        ask: sendTo(
          ({ context }) => context.echo,
          ({ self }) => ({ type: 'ASKED', by: self }),
        ),
        poke: sendTo(({ self }) => self, ping),
      },
    }).createMachine({
      id: 'asker',
      context: ({ input }) => ({ echo: input }),
      on: { GO: { actions: ['ask', 'poke'] }, PING: {} },
    });
    const other = createActor(echo, { id: 'other', inspect }).start();
    const self = createActor(asker, { id: 'self', inspect, input: other }).start();
    told();
    self.send({ type: 'GO' });
    expect(told()).toEqual([
      'self took GO → {}',
      'other took ASKED from self → {}',
      'self took PING from other → {}',
      'self took PING from self → {}',
    ]);
  });
});

describe('the path of an actor', () => {
  const parent = setup({
    types: {
      context: {} as { child: AnyActorRef | undefined },
      events: {} as { type: 'MAKE' } | { type: 'TWICE' },
    },
    actors: { quiet },
    actions: { make: assign({ child: ({ spawn }) => spawn('quiet', { id: 'child' }) }) },
  }).createMachine({
    id: 'parent',
    context: { child: undefined },
    on: { MAKE: { actions: 'make' }, TWICE: { actions: ['make', 'make'] } },
  });

  it('is its ids from the root down, with a number from the second actor there on', () => {
    const { inspect, told } = watching();
    const root = createActor(parent, { id: 'root', inspect }).start();
    root.send({ type: 'MAKE' });
    root.send({ type: 'MAKE' });
    expect(told().filter((text) => text.includes('started'))).toEqual([
      'root started {}',
      'root/child started "idle"',
      'root/child#2 started "idle"',
    ]);
  });

  it('comes after the step that made the actor', () => {
    const { inspect, told } = watching();
    createActor(parent, { id: 'root', inspect }).start().send({ type: 'MAKE' });
    expect(told()).toEqual(['root started {}', 'root took MAKE → {}', 'root/child started "idle"']);
  });

  it('counts steps without a listener too, so that a step number does not depend on who listens', () => {
    const whole = watching();
    const part = watching((root) => root === 'b');
    const numbers: number[] = [];
    const inner = new InspectionRecorder({
      onNote: ({ step }) => numbers.push(step),
      isWatched: ({ root }) => root === 'b',
    });
    for (const id of ['a', 'b']) {
      const inspect = (event: Parameters<typeof inner.inspect>[0], now = 0) => {
        whole.inspect(event);
        part.inspect(event);
        inner.inspect(event, now);
      };
      createActor(quiet, { id, inspect: (event) => inspect(event) })
        .start()
        .send({ type: 'PING' });
    }
    expect(whole.told()).toEqual([
      'a started "idle"',
      'a took PING → "idle"',
      'b started "idle"',
      'b took PING → "idle"',
    ]);
    expect(part.told()).toEqual(['b started "idle"', 'b took PING → "idle"']);
    expect(numbers).toEqual([2, 3]);
  });
});
