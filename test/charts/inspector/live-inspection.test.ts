import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWebSocketInspector,
  createWebSocketReceiver,
  type StatelyInspectionEvent,
} from '@statelyai/inspect';
import { createInspectorServer } from '@statelyai/inspect/server';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { pullSlotsMachine } from '../../../machines/pull/pull-slots.ts';
import { inspectLive } from '../../../src/charts/inspector/inspect-live.ts';
import { LiveInspection } from '../../../src/charts/inspector/live-inspection.ts';
import { statelyDefinitions } from '../../../src/charts/inspector/stately-definitions.ts';
import type { StatelyMessage } from '../../../src/charts/inspector/stately-message.ts';
import { StatelyMessages } from '../../../src/charts/inspector/stately-messages.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { sampleWithSteps } from './run-with-steps.ts';
import { sampleRun } from './sample-run.ts';

// Those who only listen.
const recorder = createActor(fromCallback(() => {})).start();
const requester = createActor(fromCallback(() => {})).start();

function listener() {
  const heard: StatelyMessage[] = [];
  return { heard, inspector: { adapter: { send: (message: StatelyMessage) => void heard.push(message) } } };
}

function slots() {
  return createActor(pullSlotsMachine, { id: 'slots', input: { name: 'slots', recorder, slotsMax: 1 } });
}

describe('live inspection', () => {
  test('of a simulation gives the same steps as its recording', () => {
    const { heard, inspector } = listener();
    simulate(inputOf(sampleRun), { inspect: new LiveInspection(inspector).inspect });
    const { steps } = sampleWithSteps();
    const definitions = statelyDefinitions(
      steps.flatMap((step) => (step.type === 'actorStarted' ? [step.machine] : [])),
    );
    const messages = new StatelyMessages({ epoch: '2026-01-01T00:00:00Z', definitions });
    expect(heard).toEqual(steps.flatMap((step) => messages.of(step)));
  });

  test('of some actors shows no steps of the others', () => {
    const { heard, inspector } = listener();
    simulate(inputOf(sampleRun), { inspect: new LiveInspection(inspector, { actors: 'imagePull' }).inspect });
    const shown = new Set(
      heard.flatMap((message) => (message.type === '@xstate.snapshot' ? [message.sessionId] : [])),
    );
    const names = heard.flatMap((message) =>
      message.type === '@xstate.actor' && shown.has(message.sessionId) ? [message.name.split(' ')[0]] : [],
    );
    expect(names.length).toBeGreaterThan(2);
    expect(new Set(names)).toEqual(new Set(['imagePull']));
  });

  test.each([
    ['not started yet', false],
    ['running', true],
  ])('of an actor that is %s begins with its definition', (_, isRunning) => {
    const { heard, inspector } = listener();
    const actor = slots();
    if (isRunning) {
      actor.start();
      actor.send({ type: 'SLOT.REQUESTED', requester, holder: 'before' });
    }
    let nowMicros = 0;
    const live = inspectLive(actor, inspector, { nowMicros: () => nowMicros });
    actor.start();
    nowMicros = 1_500_000;
    actor.send(
      isRunning
        ? { type: 'SLOT.RELEASED', holder: 'before' }
        : { type: 'SLOT.REQUESTED', requester, holder: 'a' },
    );
    expect(heard.map((message) => [message.type, message.sessionId])).toEqual([
      ['@xstate.actor', 'slots'],
      ['@xstate.event', 'slots'],
      ['@xstate.snapshot', 'slots'],
      ['@xstate.event', 'slots'],
      ['@xstate.snapshot', 'slots'],
    ]);
    expect(heard[0]).toMatchObject({
      snapshot: { value: isRunning ? 'full' : 'free' },
      definition: expect.stringContaining('someoneWaits'),
    });
    expect(heard[4]).toMatchObject({
      createdAt: String(Date.parse('2026-01-01T00:00:01.500Z')),
      snapshot: { value: isRunning ? 'free' : 'full' },
    });
    live.announce();
    expect(heard.at(-1)).toMatchObject({
      type: '@xstate.actor',
      snapshot: { value: isRunning ? 'free' : 'full' },
    });
    live.stop();
    const before = heard.length;
    actor.send({ type: 'SLOT.REQUESTED', requester, holder: 'b' });
    expect(heard).toHaveLength(before);
  });

  test('goes over a WebSocket of the package, through its relay, to its receiver', async () => {
    const port = await freePort();
    const server = createInspectorServer({ port, autoOpen: false });
    const url = `ws://127.0.0.1:${port}`;
    const heard: StatelyInspectionEvent[] = [];
    createWebSocketReceiver({ server: url }).subscribe((message) => void heard.push(message));
    const inspector = createWebSocketInspector({ url, maxDeferredEvents: 100_000 });
    try {
      const told: StatelyMessage[] = [];
      const tell = (message: StatelyMessage) => {
        told.push(message);
        inspector.adapter.send(message);
      };
      const both = { adapter: { send: tell } };
      simulate(inputOf(sampleRun), { inspect: new LiveInspection(both, { actors: 'imagePull' }).inspect });
      await expect.poll(() => heard.length).toBe(told.length);
      expect(heard).toEqual(JSON.parse(JSON.stringify(told)));
    } finally {
      inspector.stop();
      server.stop();
    }
  });
});

/** A port that was free a moment ago: the package's server takes a number only. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
