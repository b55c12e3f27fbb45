import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { participantLabel } from '../../../src/charts/inspector/actor-entry.ts';
import { ActorFilter } from '../../../src/charts/inspector/actor-filter.ts';
import { LiveInspection } from '../../../src/charts/inspector/live-inspection.ts';
import type { StatelyMessage } from '../../../src/charts/inspector/stately-message.ts';
import { StatelyMessages } from '../../../src/charts/inspector/stately-messages.ts';
import { StepLog } from '../../../src/charts/inspector/step-log.ts';
import { type SelectedStep, StepSelection } from '../../../src/charts/inspector/step-selection.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { actorChoices, imagePulls } from '../../../src/interfaces/page/replay/actor-choices.ts';
import { Reel } from '../../../src/interfaces/page/replay/reel.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { StepRecord } from '../../../src/trace/step-record.ts';
import { root } from '../../tidy/sources.ts';
import { sampleWithSteps } from './run-with-steps.ts';

const epoch = '2026-01-01T00:00:00Z';
const file = 'examples/web-rollout.yaml';
const read = readInput([{ name: file, text: readFileSync(join(root, file), 'utf8') }], {});
if (!read.ok) throw new Error('the example cannot be read');
const { input } = read;

const steps: readonly StepRecord[] = (() => {
  const all: StepRecord[] = [];
  simulate(input, {
    inspect: new StepLog({ onStep: (step) => all.push(step) }).inspect,
    keepRecords: false,
  });
  return all;
})();

function selected(of: readonly SelectedStep[], actors: string): readonly SelectedStep[] {
  const selection = new StepSelection(new ActorFilter(actors));
  for (const step of of) selection.add(step);
  return selection.steps;
}

function messagesOf(of: readonly SelectedStep[], actors: string): readonly StatelyMessage[] {
  const reel = new Reel({ steps: of, actors, epoch, definitions: {} });
  return [...reel.messages(0, reel.length)];
}

/** The messages that name somebody who was not announced before, as sender, parent or root. */
function unannounced(messages: readonly StatelyMessage[]): readonly string[] {
  const known = new Set<string>();
  return messages.flatMap((message) => {
    if (message.type === '@xstate.actor') known.add(message.sessionId);
    const named = [
      message.sessionId,
      message.rootId,
      ...(message.type === '@xstate.actor' && message.parentId !== undefined ? [message.parentId] : []),
      ...(message.type === '@xstate.event' ? [message.sourceId ?? 'nobody'] : []),
    ];
    return named.filter((one) => !known.has(one)).map((one) => `${one} in ${message.id}`);
  });
}

const selections = [
  ...actorChoices(steps).parts.map(({ patterns }) => patterns),
  'imagePull',
  'default/web-*',
  'pullSlots',
];

describe('of every selection of actors', () => {
  test.each(selections)('no message names somebody who was never announced: %j', (actors) => {
    const ways = {
      page: messagesOf(steps, actors),
      file: messagesOf(selected(steps, actors), ''),
      'file with fewer': messagesOf(selected(steps, `${actors}, podWorker, network`), actors),
      socket: live(actors),
    };
    for (const [way, messages] of Object.entries(ways)) {
      expect([way, unannounced(messages)]).toEqual([way, []]);
      expect([way, new Set(messages.map(({ rootId }) => rootId)).size]).toEqual([way, 1]);
      const announced = messages.flatMap(({ type, sessionId }) =>
        type === '@xstate.actor' ? [sessionId] : [],
      );
      expect([way, new Set(announced).size]).toEqual([way, announced.length]);
      expect(messages.filter(({ type }) => type === '@xstate.event').length).toBeGreaterThan(0);
    }
  });
});

test('the default selection says in words who takes part', () => {
  const messages = messagesOf(steps, imagePulls);
  const names = messages.flatMap((message) => (message.type === '@xstate.actor' ? [message.name] : []));
  expect(names[0]).toBe('the run');
  expect(names).toContain('image service of node-1');
  expect(names.filter((name) => /^worker of default\/web-/.test(name)).length).toBeGreaterThan(2);
  // Who only sends has no statechart of its own here.
  const sends = messages.filter((message) => message.type === '@xstate.actor' && / of /.test(message.name));
  for (const message of sends) expect(message).toMatchObject({ snapshot: { value: {}, context: {} } });
});

test('both sides of a conversation are shown, whichever of the two is', () => {
  const said = (messages: readonly StatelyMessage[]) =>
    messages.flatMap((message) =>
      message.type === '@xstate.event' && message.sourceId !== message.sessionId
        ? [`${message.sourceId} sent ${message.event.type} to ${message.sessionId} in ${message.id}`]
        : [],
    );
  const pulls = new Set(
    steps.flatMap((step) =>
      step.type === 'actorStarted' && step.machine === 'imagePull' ? [step.actor] : [],
    ),
  );
  const all = said(messagesOf(steps, ''));
  const ofPulls = all.filter((text) => {
    const [from = '', , , , to = ''] = text.split(' ');
    return pulls.has(from) || pulls.has(to);
  });
  expect(said(messagesOf(steps, 'imagePull'))).toEqual(ofPulls);
  expect(ofPulls.filter((text) => text.includes('IMAGE_STATUS.REQUESTED')).length).toBeGreaterThan(5);
  // What the others do with it is not shown.
  const shown = messagesOf(steps, 'imagePull').flatMap((message) =>
    message.type === '@xstate.snapshot' ? [message.sessionId] : [],
  );
  expect(new Set(shown)).toEqual(pulls);
});

test('a viewer that connects late gets to know those who only send, and those who had ended before', () => {
  const { steps: sample } = sampleWithSteps();
  const shown = selected(sample, 'imagePull, podWorker');
  for (const share of [0.2, 0.5, 0.8]) {
    const messages = new StatelyMessages({ epoch, definitions: {} });
    const cut = Math.floor(shown.length * share);
    for (const step of shown.slice(0, cut)) messages.of(step);
    const late = [...messages.present(), ...shown.slice(cut).flatMap((step) => messages.of(step))];
    expect(unannounced(late)).toEqual([]);
  }
});

test('a sender whose start is in no step has its path as name', () => {
  const messages = new StatelyMessages({ epoch, definitions: {} });
  const [start] = steps;
  if (start?.type !== 'actorStarted') throw new Error('the run begins with an actor');
  messages.of(start);
  const { actor } = start;
  const told = messages.of({
    step: 1,
    at: 1,
    type: 'actorStep',
    actor,
    event: { type: 'GO' },
    source: 'elsewhere',
    taken: [],
    value: {},
  });
  expect(told.map(({ type, sessionId }) => [type, sessionId])).toEqual([
    ['@xstate.actor', 'elsewhere'],
    ['@xstate.event', actor],
    ['@xstate.snapshot', actor],
  ]);
  expect(told[0]).toMatchObject({ name: 'elsewhere' });
});

test.each([
  [
    { machine: 'podWorker', actor: 'n/k/u', nodes: ['n'], pod: { namespace: 'default', name: 'web-0' } },
    'worker of default/web-0',
  ],
  [
    {
      machine: 'runtimePull',
      actor: 'n/r/p',
      nodes: ['n'],
      pod: { namespace: 'default', name: 'web-0' },
      container: 'app',
    },
    'runtime pull of default/web-0/app',
  ],
  [
    {
      machine: 'connections',
      actor: 'n/r/p/connections',
      nodes: ['n'],
      pod: { namespace: 'default', name: 'web-0' },
      part: 'connections',
    },
    'connections of default/web-0',
  ],
  [{ machine: 'containerRuntime', actor: 'n/r', name: 'n/runtime', nodes: ['n'] }, 'runtime of n'],
  [{ machine: 'registry', actor: 'registry/r', nodes: ['n', 'm'] }, 'registry/r'],
])('%j is called %s', (actor, label) => {
  expect(participantLabel(actor)).toBe(label);
});

function live(actors: string): readonly StatelyMessage[] {
  const heard: StatelyMessage[] = [];
  const inspector = { adapter: { send: (message: StatelyMessage) => void heard.push(message) } };
  simulate(input, { inspect: new LiveInspection(inspector, { actors }).inspect, keepRecords: false });
  return heard;
}
