import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AnyActor, type AnyStateMachine, createMachine } from 'xstate';
import { ActorFilter } from '../../../src/charts/inspector/actor-filter.ts';
import { statelyDefinitions } from '../../../src/charts/inspector/stately-definitions.ts';
import type { StatelyMessage } from '../../../src/charts/inspector/stately-message.ts';
import { runRoot, StatelyMessages } from '../../../src/charts/inspector/stately-messages.ts';
import { StepSelection } from '../../../src/charts/inspector/step-selection.ts';
import { machineGroups } from '../../../src/charts/statechart/machine-groups.ts';
import { statesOf, transitionsOf } from '../../../src/charts/statechart/transition-id.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { StepRecord } from '../../../src/trace/step-record.ts';
import { appYaml, scenarioYaml } from '../../run/simulation/pod-yaml.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { runWithSteps, sampleWithSteps } from './run-with-steps.ts';
import { sampleRun } from './sample-run.ts';

const epoch = '2026-01-01T00:00:00Z';
const machines: readonly AnyStateMachine[] = machineGroups.flatMap((group) => group.machines);
const definitions = statelyDefinitions(machines.map(({ id }) => id));
const sample = sampleWithSteps();

function messagesOf(steps: readonly StepRecord[]): readonly StatelyMessage[] {
  const messages = new StatelyMessages({ epoch, definitions });
  return steps.flatMap((step) => messages.of(step));
}

function selected(steps: readonly StepRecord[], actors: string): readonly StepRecord[] {
  const selection = new StepSelection(new ActorFilter(actors));
  for (const step of steps) selection.add(step);
  return selection.steps;
}

describe('messages for Stately Inspector', () => {
  const all = messagesOf(sample.steps);
  let live: LiveRun;
  beforeAll(() => {
    live = liveRun();
  });

  test('are those of the package', () => {
    // The compiler says whether they are; it sees this file at `npm run check`.
    const asPackage: readonly StatelyInspectionEvent[] = all;
    expect(new Set(asPackage.map(({ type }) => type))).toEqual(
      new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']),
    );
  });

  test('survive structured cloning and JSON', () => {
    expect(structuredClone(all)).toEqual(all);
    expect(JSON.parse(JSON.stringify(all))).toHaveLength(all.length);
  });

  test('announce each actor once, with its definition, before its first step', () => {
    const known = new Set<string>();
    for (const message of all) {
      if (message.type === '@xstate.actor') {
        expect(known.has(message.sessionId)).toBe(false);
        // The run is no statechart.
        expect([message.sessionId, message.definition !== undefined]).toEqual([
          message.sessionId,
          message.sessionId !== runRoot,
        ]);
        if (message.parentId !== undefined) expect(known).toContain(message.parentId);
        known.add(message.sessionId);
      }
      expect(known).toContain(message.sessionId);
      expect(known).toContain(message.rootId);
    }
    expect(known.size).toBe(1 + sample.steps.filter(({ type }) => type === 'actorStarted').length);
  });

  test('follow the steps of each actor: the state that XState had, and the whole context', () => {
    const snapshots = all.filter(
      (message) => message.type === '@xstate.snapshot' && message.event.type !== 'xstate.stop',
    );
    const steps = sample.steps.filter((step) => step.type !== 'actorStopped');
    expect(
      snapshots.map((message) => [
        message.sessionId,
        message.type === '@xstate.snapshot' && message.snapshot.value,
      ]),
    ).toEqual(steps.map(({ actor, value }) => [actor, value]));
    const contexts = new Map<string, Record<string, unknown>>();
    for (const step of sample.steps) {
      if (step.type === 'actorStarted') contexts.set(step.actor, { ...step.context });
      else if (step.type === 'actorStep') Object.assign(contexts.get(step.actor) ?? {}, step.context);
    }
    for (const context of contexts.values())
      for (const [key, value] of Object.entries(context)) if (value === null) delete context[key];
    const last = new Map(
      all.flatMap((message) =>
        message.type === '@xstate.event' || message.sessionId === runRoot
          ? []
          : [[message.sessionId, message.snapshot.context]],
      ),
    );
    expect(Object.fromEntries(last)).toEqual(Object.fromEntries(contexts));
  });

  test('have virtual times that never fall, and ids that are the same in every run', () => {
    const times = all.map(({ createdAt }) => Number(createdAt));
    expect(times[0]).toBe(Date.parse(epoch));
    expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))).toBe(true);
    expect(times.at(-1)).toBeGreaterThan(Date.parse(epoch) + 30_000);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(messagesOf(sample.steps)).toEqual(all);
  });

  test.each(['', 'imagePull, pullBackOff'])(
    'name every sender that XState names, shown or not: actors %j',
    (actors) => {
      const pulls = messagesOf(selected(sample.steps, actors));
      const shown = new Set(
        pulls.flatMap(({ type, sessionId }) => (type === '@xstate.snapshot' ? [sessionId] : [])),
      );
      const told = pulls.flatMap((message) => (message.type === '@xstate.event' ? [message] : []));
      // What reaches an actor that has ended is no message.
      const taken = new Map<string, number>();
      for (const { sessionId, event, sourceId } of told) {
        const text = `${sourceId === runRoot ? undefined : sourceId} sent ${event.type} to ${sessionId}`;
        taken.set(text, (taken.get(text) ?? 0) + 1);
      }
      for (const [text, count] of taken)
        expect([text, Math.min(count, live.events.get(text) ?? 0)]).toEqual([text, count]);
      const hidden = told.filter(({ sourceId = runRoot }) => sourceId !== runRoot && !shown.has(sourceId));
      if (actors !== '') expect(hidden.length).toBeGreaterThan(told.length / 4);
      const unsent = told.filter(({ sourceId }) => sourceId === runRoot).map(({ event }) => event.type);
      // Chance, the scenario, and whoever starts a root are no actors.
      expect(
        unsent.filter(
          (type) =>
            ![
              'xstate.init',
              'DRAW.ANSWERED',
              'FAULT.BEGAN',
              'FAULT.ENDED',
              'POD.ARRIVED',
              'KUBELET.RESTARTED',
            ].includes(type),
        ),
      ).toEqual([]);
      expect(told.length).toBeGreaterThan(20);
    },
  );

  test('begin each actor as XState does: the actor exists, its creator sends xstate.init, and its first state follows', () => {
    const beginnings = new Map<string, StatelyMessage[]>();
    for (const message of all) {
      if (message.sessionId === runRoot) continue;
      const heard = beginnings.get(message.sessionId) ?? [];
      beginnings.set(message.sessionId, heard);
      if (heard.length < 3) heard.push(message);
    }
    expect(beginnings.size).toBeGreaterThan(10);
    for (const [actor, event, snapshot] of beginnings.values()) {
      if (actor?.type !== '@xstate.actor') throw new Error('an actor is not told of first');
      expect(event).toMatchObject({
        type: '@xstate.event',
        event: { type: 'xstate.init' },
        sourceId: actor.parentId,
      });
      expect(snapshot).toMatchObject({
        type: '@xstate.snapshot',
        event: { type: 'xstate.init' },
        snapshot: actor.snapshot,
      });
    }
  });

  test('have the tags and the children that XState gives to its snapshots', () => {
    const messages = new StatelyMessages({ epoch, definitions });
    for (const step of sample.steps) messages.of(step);
    const told = new Map(messages.present().map(({ sessionId, snapshot }) => [sessionId, snapshot]));
    told.delete(runRoot);
    expect([...told.keys()].sort()).toEqual([...live.snapshots.keys()].sort());
    for (const [path, { tags, children }] of live.snapshots) {
      expect([path, told.get(path)?.tags]).toEqual([path, tags]);
      expect([path, told.get(path)?.children]).toEqual([path, children]);
    }
    expect([...live.snapshots.values()].some(({ tags }) => tags.length > 0)).toBe(true);
    expect([...live.snapshots.values()].some(({ children }) => Object.keys(children).length > 1)).toBe(true);
    const tagged = new Set(
      all.flatMap((message) => (message.type === '@xstate.snapshot' ? message.snapshot.tags : [])),
    );
    expect(tagged.size).toBeGreaterThan(3);
  });

  test('show an actor that was stopped as stopped, and every other as active', () => {
    const status = new Map(
      all.flatMap((message) =>
        message.type === '@xstate.event' ? [] : [[message.sessionId, message.snapshot.status]],
      ),
    );
    const stopped = new Set(
      sample.steps.filter(({ type }) => type === 'actorStopped').map(({ actor }) => actor),
    );
    expect(stopped.size).toBeGreaterThan(3);
    for (const [actor, shown] of status) expect(shown).toBe(stopped.has(actor) ? 'stopped' : 'active');
  });

  test('show an actor that has reached its end as done, and stay with that', () => {
    const messages = new StatelyMessages({
      epoch,
      definitions: { errand: JSON.stringify({ states: { out: {}, home: { type: 'final' } } }) },
    });
    const told = [
      { ...started('errand'), value: 'out' },
      {
        step: 1,
        at: 5,
        type: 'actorStep',
        actor: 'a',
        event: { type: 'GO' },
        taken: [],
        value: 'home',
      } as const,
      { step: 2, at: 5, type: 'actorStopped', actor: 'a' } as const,
    ].flatMap((step) => messages.of(step));
    expect(
      told.map((message) =>
        message.type === '@xstate.event' ? message.event.type : message.snapshot.status,
      ),
    ).toEqual(['active', 'active', 'xstate.init', 'active', 'GO', 'done']);
  });

  test('are few enough to be watched: 10 pulls are about 300', () => {
    const pods = Array.from({ length: 10 }, (_, index) =>
      appYaml(`pod-${index}`, `shop/app-${index}:1`),
    ).join('');
    const images = Array.from(
      { length: 10 },
      (_, index) => `{ name: 'shop/app-${index}:1', size: 10MB }`,
    ).join(', ');
    const { steps } = runWithSteps(pods + scenarioYaml([], `images: [${images}]`));
    const messages = messagesOf(selected(steps, 'imagePull'));
    const pulls = messages.flatMap(({ type, sessionId }) => (type === '@xstate.snapshot' ? [sessionId] : []));
    expect(new Set(pulls).size).toBe(10);
    expect(messages.length).toBeGreaterThan(200);
    expect(messages.length).toBeLessThan(320);
  });

  test('a viewer that connects late gets every running actor in its present state', () => {
    const messages = new StatelyMessages({ epoch, definitions });
    const last = new Map<string, StatelyMessage>();
    for (const step of sample.steps)
      for (const message of messages.of(step))
        if (message.type !== '@xstate.event') last.set(message.sessionId, message);
    const present = messages.present();
    expect(present.length).toBeGreaterThan(10);
    for (const { sessionId, snapshot } of present) {
      // An actor that has begun or ended below it since is told of by itself.
      const { children } = snapshot;
      expect(snapshot).toEqual({ ...(last.get(sessionId) as (typeof present)[number]).snapshot, children });
    }
    expect(present.some(({ snapshot }) => snapshot.status === 'stopped')).toBe(false);
  });
});

describe('definitions', () => {
  test('hold no function and nothing of a context', () => {
    for (const text of Object.values(definitions))
      expect(Object.keys(JSON.parse(text))).not.toContain('context');
    expect(Object.keys(definitions)).toHaveLength(machines.length);
  });

  test.each(machines.map((machine) => [machine.id, machine] as const))(
    'of %s give the same states and transitions when read',
    (id, machine) => {
      const read = createMachine(JSON.parse(definitions[id] ?? ''));
      expect(statesOf(read).map((state) => state.id)).toEqual(statesOf(machine).map((state) => state.id));
      const shape = (of: AnyStateMachine) =>
        transitionsOf(of).map(({ id, guard, definition }) => [id, guard, definition.actions.map(actionName)]);
      expect(shape(read)).toEqual(shape(machine));
    },
  );

  test('of machines that are not ours are not made up', () => {
    expect(statelyDefinitions(['imagePull', 'toString', 'somebodyElses'])).toEqual({
      imagePull: definitions.imagePull,
    });
    expect(new StatelyMessages({ epoch, definitions }).of(started('toString'))[0]).toMatchObject({
      definition: undefined,
    });
  });
});

interface LiveRun {
  /** `a sent GO to b`, and how often, by the paths of the statecharts. */
  readonly events: ReadonlyMap<string, number>;
  /** At the end, of the statecharts that still run, by path, their statecharts alone. */
  readonly snapshots: ReadonlyMap<
    string,
    { readonly tags: readonly string[]; readonly children: Readonly<Record<string, unknown>> }
  >;
}

/** What XState itself says of the same run. */
function liveRun(): LiveRun {
  const paths = new LivePaths();
  const events = new Map<string, number>();
  simulate(inputOf(sampleRun), {
    inspect: (inspected) => {
      if (inspected.type === '@xstate.actor') paths.meet(inspected.actorRef as AnyActor);
      if (inspected.type !== '@xstate.event') return;
      const text = `${inspected.sourceRef && paths.of(inspected.sourceRef)} sent ${inspected.event.type} to ${paths.of(inspected.actorRef)}`;
      events.set(text, (events.get(text) ?? 0) + 1);
    },
  });
  const running = paths.actors.filter((actor) => actor.getSnapshot().status === 'active');
  const snapshots = new Map(
    running.map((actor) => {
      const snapshot = actor.getSnapshot();
      // A reducer has neither.
      const refs = (snapshot.children ?? {}) as Record<string, AnyActor>;
      const { tags, children } = JSON.parse(
        JSON.stringify({ tags: [...(snapshot.tags ?? [])], children: refs }),
      );
      const charts = Object.keys(children).filter((id) => running.includes(refs[id] as AnyActor));
      return [
        paths.of(actor) ?? '',
        { tags, children: Object.fromEntries(charts.map((id) => [id, children[id]])) },
      ];
    }),
  );
  return { events, snapshots };
}

/** The statecharts of a run that is inspected, by the ids from their roots down. */
class LivePaths {
  readonly #paths = new Map<object, string>();
  readonly #counts = new Map<string, number>();

  meet(actor: AnyActor): void {
    if (!('config' in actor.logic)) return;
    const parent = actor._parent && this.#paths.get(actor._parent);
    const path = parent === undefined ? actor.id : `${parent}/${actor.id}`;
    const count = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, count);
    this.#paths.set(actor, count === 1 ? path : `${path}#${count}`);
  }

  of(actor: object): string | undefined {
    return this.#paths.get(actor);
  }

  get actors(): readonly AnyActor[] {
    return [...this.#paths.keys()] as AnyActor[];
  }
}

function actionName(action: unknown): unknown {
  return typeof action === 'string' ? action : (action as { type: string }).type;
}

function started(machine: string): StepRecord {
  return { step: 0, at: 0, type: 'actorStarted', actor: 'a', machine, value: 'idle', context: {} };
}
