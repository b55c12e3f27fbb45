import type { EventFrom } from 'xstate';
import type { ConnectionGiven } from '../../../machines/runtime/connections-protocol.ts';
import { httpExchangeMachine } from '../../../machines/runtime/http-exchange.ts';
import type { ExchangeContext } from '../../../machines/runtime/http-exchange-context.ts';
import type { ExchangeInput, ExchangeWanted } from '../../../machines/runtime/http-exchange-protocol.ts';
import type { RegistryAnswer } from '../../../machines/world/registry-protocol.ts';
import { containerd16 } from '../../runtime/profiles/containerd-1-6.ts';
import { containerd24 } from '../../runtime/profiles/containerd-2-4.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<EventFrom<typeof httpExchangeMachine>>;

const roundTripMicros = 1_200;
const setUpMicros = 15_000;

function start(name: string, profile: RuntimeProfile, identity: string | undefined): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): ExchangeInput => ({
      name: 'node-1/images/web/app#fetch-0',
      caller: 'node-1/web/app',
      recorder,
      requester: neighbour('download'),
      profile,
      image: 'app:1',
      exists: true,
      identity,
      connections: neighbour('connections'),
      linkId: 'node-1',
    }),
  };
}

/** What may be asked for: a tag, of the registry itself or of a mirror before it, and a layer. */
function wanted({ neighbour }: StubWorld): Readonly<Record<string, ExchangeWanted>> {
  const place = { host: 'docker.io', capabilities: ['resolve', 'pull'], registry: neighbour('registry') } as const;
  const tag = { method: 'HEAD', kind: 'tag', digest: '', layer: -1, bytes: 0, because: undefined } as const;
  const layer = { ...tag, method: 'GET', kind: 'layer', digest: 'sha256:app', layer: 0, bytes: 1_000 } as const;
  return {
    'a tag': { ...tag, place, isLastHost: true },
    'a tag of a mirror': { ...tag, place: { ...place, host: 'mirror.internal' }, isLastHost: false },
    'a layer': { ...layer, place, isLastHost: true, offset: 500 },
  };
}

function given(name: string, micros: number, authorization?: 'basic' | 'bearer'): ModelEvent {
  const event: ConnectionGiven = { type: 'CONNECTION.GIVEN', connection: 0, setUpMicros: micros };
  return named(`CONNECTION.GIVEN (${name})`, authorization === undefined ? event : { ...event, authorization });
}

function answered(status: number, more: Partial<Extract<RegistryAnswer, { type: 'HTTP.ANSWERED' }>> = {}): ModelEvent {
  const name = more.challenge === undefined ? `${status}` : `${status} ${more.challenge}`;
  const fault = status < 300 ? undefined : 'trouble';
  return named(`HTTP.ANSWERED (${name})`, { type: 'HTTP.ANSWERED', status, roundTripMicros, fault, ...more });
}

/** 429 is tried again by all, 503 by the newer runtime at its last host, 403 asked for its reason by the newer, 404 taken as it is. */
const answers: readonly ModelEvent[] = [
  answered(200),
  answered(206),
  answered(429, { because: { kind: 'pullLimit', actor: 'docker.io' }, message: 'toomanyrequests' }),
  answered(503),
  answered(403),
  answered(404),
  answered(401, { challenge: 'basic' }),
  answered(401, { challenge: 'bearer' }),
  named('HTTP.REFUSED', { type: 'HTTP.REFUSED', roundTripMicros, fault: 'down' }),
  named('HTTP.RESET', { type: 'HTTP.RESET', roundTripMicros, fault: 'reset' }),
];

function next(state: unknown, { input, answer, requests, asked, given: before }: ExchangeContext, world: StubWorld): readonly ModelEvent[] {
  switch (state) {
    case 'idle':
      return Object.entries(wanted(world)).map(([name, thing]) =>
        named(`EXCHANGE.REQUESTED (${name})`, { type: 'EXCHANGE.REQUESTED', wanted: thing }),
      );
    case 'connecting':
      if (requests > 1 || asked.kind === 'token') return [given('idle', 0, before.authorization)];
      return [
        given('new', setUpMicros),
        given('idle', 0),
        given('idle, with a token', 0, 'bearer'),
        given('idle, with a password', 0, 'basic'),
      ];
    case 'settingUp':
      return [delayElapsed('setUp', 'httpExchange.settingUp', setUpMicros)];
    case 'asking':
      return requests > 2 ? answers.slice(0, 4) : answers;
    case 'travelling':
      return [delayElapsed('roundTrip', 'httpExchange.travelling', answer.roundTripMicros)];
    case 'authorizing':
      return [
        named('TOKEN.WANTED', { type: 'TOKEN.WANTED' }),
        named('TOKEN.READY', { type: 'TOKEN.READY' }),
        named('TOKEN.REFUSED', { type: 'TOKEN.REFUSED', error: { status: 401 } }),
      ];
    case 'retrying':
      return [delayElapsed('beforeRetry', 'httpExchange.retrying', input.profile.delays.beforeRetry)];
    default:
      return [];
  }
}

/** One request in a runtime that bears much and in one that bears little, with credentials and without. */
export const httpExchangeModel: MachineModel = {
  id: 'httpExchange',
  machine: httpExchangeMachine,
  starts: [start('containerd 2.4', containerd24, undefined), start('containerd 1.6, with credentials', containerd16, 'robot')],
  events: (snapshot, world) => [
    ...next(snapshot.value, snapshot.context, world),
    // A connection is given at once: nothing comes between.
    ...(snapshot.value === 'connecting' ? [] : [named('EXCHANGE.CANCELLED', { type: 'EXCHANGE.CANCELLED' })]),
  ],
  project: (snapshot) => {
    const { wanted: thing, asked, requests, sameStatus, status, given: connection, answer }: ExchangeContext = snapshot.context;
    if (snapshot.value === 'idle') return null;
    const isAnswered = snapshot.value === 'travelling' || snapshot.value === 'judging';
    return {
      wanted: `${thing.method} ${thing.place.host}`,
      asked: `${asked.method} ${asked.kind}`,
      requests,
      sameStatus,
      status,
      authorization: connection.authorization ?? '',
      answer: isAnswered ? (answer.type === 'HTTP.ANSWERED' ? `${answer.status} ${answer.challenge ?? ''}` : answer.type) : '',
    };
  },
};
