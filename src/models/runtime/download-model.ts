import type { EventFrom } from 'xstate';
import type { ConnectionGiven } from '../../../machines/runtime/connections.ts';
import { downloadMachine } from '../../../machines/runtime/download.ts';
import type { DownloadContext } from '../../../machines/runtime/download-context.ts';
import type { DownloadInput, DownloadWanted } from '../../../machines/runtime/download-request.ts';
import type { RegistryAnswer, ResponseBody } from '../../../machines/world/registry-protocol.ts';
import { containerd16 } from '../../runtime/profiles/containerd-1-6.ts';
import { containerd17 } from '../../runtime/profiles/containerd-1-7.ts';
import { containerd24 } from '../../runtime/profiles/containerd-2-4.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { stateName } from '../coverage/state-name.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<EventFrom<typeof downloadMachine>>;

const bytes = 1_000;
const roundTripMicros = 1_200;
const setUpMicros = 15_000;

/** What may be wanted: a tag, of the registry itself or of a mirror before it, a config, and a layer, with a slot or without, from its begin or a byte in it. */
function wanted({ neighbour }: StubWorld): Readonly<Record<string, DownloadWanted>> {
  const place = { host: 'docker.io', capabilities: ['resolve', 'pull'], registry: neighbour('registry') } as const;
  const shared = { place, isLastHost: true, because: undefined, layer: -1, bytes: 0, takesSlot: false };
  const tag = { ...shared, method: 'HEAD', kind: 'tag', digest: '' } as const;
  const layer = { ...shared, method: 'GET', kind: 'layer', digest: 'sha256:app', layer: 0, bytes } as const;
  return {
    'a tag': tag,
    'a tag of a mirror': { ...tag, place: { ...place, host: 'mirror.internal' }, isLastHost: false },
    'a config': { ...tag, method: 'GET', kind: 'config', digest: 'sha256:app', takesSlot: true },
    'a layer': layer,
    'a layer, with a slot': { ...layer, takesSlot: true, offset: 400 },
  };
}

function given(name: string, micros: number, authorization?: 'basic' | 'bearer'): ModelEvent {
  const event: ConnectionGiven = { type: 'CONNECTION.GIVEN', connection: 0, setUpMicros: micros };
  return named(`CONNECTION.GIVEN (${name})`, authorization === undefined ? event : { ...event, authorization });
}

/** Of the one connection that there is. */
const id = 'node-1/images/web/app#fetch-0 over 0';

function answered(name: string, status: number, more: Partial<Extract<RegistryAnswer, { type: 'HTTP.ANSWERED' }>> = {}): ModelEvent {
  const fault = status < 300 ? undefined : 'bad-status';
  return named(`HTTP.ANSWERED (${name})`, { type: 'HTTP.ANSWERED', id, status, roundTripMicros, fault, ...more }, roundTripMicros);
}

function bodyFault(kind: 'cut' | 'reset' | 'stalled' | 'corrupt' | 'trickle', pauseMicros?: number): { readonly body: ResponseBody } {
  const pause = pauseMicros === undefined ? {} : { pauseMicros };
  const rate = kind === 'trickle' ? { bytesPerSecond: 10 } : {};
  return { body: { from: 'docker.io', bodyFault: { kind, afterBytes: 100, fault: kind, ...pause, ...rate } } };
}

/** 429 is tried again by all, 503 by the newer runtime at its last host, 403 asked for its reason by the newer, 404 taken as it is. */
const answers: readonly ModelEvent[] = [
  answered('200', 200),
  answered('206', 206),
  answered('429', 429, { because: { kind: 'pullLimit', actor: 'docker.io' }, message: 'toomanyrequests' }),
  answered('503', 503),
  answered('403', 403),
  answered('404', 404),
  answered('401 basic', 401, { challenge: 'basic' }),
  answered('401 bearer', 401, { challenge: 'bearer' }),
  named('HTTP.REFUSED', { type: 'HTTP.REFUSED', id, roundTripMicros, fault: 'down' }, roundTripMicros),
  named('HTTP.RESET', { type: 'HTTP.RESET', id, roundTripMicros, fault: 'reset' }, roundTripMicros),
];

/** To a request that was dropped, and whose connection is closed. */
const late: readonly ModelEvent[] = [
  named('HTTP.ANSWERED (late)', { type: 'HTTP.ANSWERED', id: 'dropped', status: 200, roundTripMicros, fault: undefined }),
  named('HTTP.REFUSED (late)', { type: 'HTTP.REFUSED', id: 'dropped', roundTripMicros, fault: 'down' }),
  named('HTTP.RESET (late)', { type: 'HTTP.RESET', id: 'dropped', roundTripMicros, fault: 'reset' }),
];

const bodies: readonly ModelEvent[] = [
  answered('from elsewhere', 200, { body: { from: 'upstream.io' } }),
  answered('cut after a while', 200, bodyFault('cut', 20_000)),
  ...(['cut', 'reset', 'stalled', 'corrupt', 'trickle'] as const).map((kind) => answered(kind, 200, bodyFault(kind))),
];

function next(state: string, context: DownloadContext, world: StubWorld): readonly ModelEvent[] {
  const { input, asked, requests, given: before, wanted: thing } = context;
  // What a request may meet does not hang on the slot: that much of it is shown without one.
  const isPlain = thing?.takesSlot === true;
  switch (state) {
    case 'idle':
      return Object.entries(wanted(world))
        .map(([name, thing]) => named(`DOWNLOAD.REQUESTED (${name})`, { type: 'DOWNLOAD.REQUESTED', wanted: thing }))
        .concat(late);
    case 'queueing':
      return [
        named('SLOT.AWAITED', { type: 'SLOT.AWAITED', heldBy: 'another' }),
        named('SLOT.GRANTED (free)', { type: 'SLOT.GRANTED', releasedBy: undefined }),
        named('SLOT.GRANTED (from another)', { type: 'SLOT.GRANTED', releasedBy: 'another' }, 1_000_000),
      ];
    case 'handingOver':
      return [delayElapsed('handOver', 'download.handingOver', input.profile.delays.slotHandOver)];
    case 'exchanging.connecting':
      if (isPlain || requests > 1 || asked.kind === 'token') return [given('idle', 0, before.authorization)];
      return [
        given('new', setUpMicros),
        given('idle', 0),
        given('idle, with a token', 0, 'bearer'),
        given('idle, with a password', 0, 'basic'),
      ];
    case 'exchanging.settingUp':
      return [delayElapsed('setUp', 'download.exchanging.settingUp', setUpMicros)];
    case 'exchanging.asking': {
      const isFirst = requests === 1 && asked.kind === 'layer' && before.authorization === undefined;
      if (isPlain) return [...late, ...answers.filter(({ name }) => /20|REFUSED/.test(name)), ...bodies];
      return requests > 2 ? answers.slice(0, 4) : [...answers, ...(isFirst ? bodies : [])];
    }
    case 'exchanging.authorizing':
      return [
        named('TOKEN.WANTED', { type: 'TOKEN.WANTED' }),
        named('TOKEN.READY', { type: 'TOKEN.READY' }),
        named('TOKEN.REFUSED', { type: 'TOKEN.REFUSED', error: { status: 401 } }),
      ];
    case 'exchanging.retrying':
      return [delayElapsed('beforeRetry', 'download.exchanging.retrying', input.profile.delays.beforeRetry)];
    case 'reading.opened':
      return [
        named('DOWNLOAD.READ (half of it)', { type: 'DOWNLOAD.READ', bytes: bytes / 2 }),
        named('DOWNLOAD.READ (a little)', { type: 'DOWNLOAD.READ', bytes: 50 }),
      ];
    case 'reading.faltering':
      return [delayElapsed('faltering', 'download.reading.faltering', 20_000)];
    case 'reading.receiving':
    case 'reading.slowed':
      return [named('FLOW.FINISHED', { type: 'FLOW.FINISHED' }, 1_000_000)];
    default:
      return [];
  }
}

function start(name: string, profile: RuntimeProfile, identity?: string): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): DownloadInput => ({
      name: 'node-1/images/web/app#fetch-0',
      caller: 'node-1/web/app',
      download: 0,
      recorder,
      clock,
      fetch: neighbour('fetch'),
      profile,
      image: 'app:1',
      exists: true,
      identity,
      connections: neighbour('connections'),
      slots: neighbour('slots'),
      network: neighbour('network'),
      linkId: 'node-1',
    }),
  };
}

/**
 * One response after another: of a runtime that bears much, of one whose watch goes by requests too, and of one that bears
 * little, with credentials and without, with every fault that a request and a body may meet.
 */
export const downloadModel: MachineModel = {
  id: 'download',
  machine: downloadMachine,
  starts: [
    start('containerd 2.4', containerd24),
    start('containerd 1.7', containerd17),
    start('containerd 1.6, with credentials', containerd16, 'robot'),
  ],
  // A flow that is cancelled in the moment in which its last byte comes is finished all the same.
  remember: (_, { event }, snapshot) => (event.type === 'DOWNLOAD.CANCELLED' && snapshot.value === 'idle' ? 'cancelled' : ''),
  events: (snapshot, world, memory) => {
    const state = stateName(snapshot);
    return [
      ...next(state, snapshot.context, world),
      // A connection is given at once: nothing comes between.
      ...(state === 'exchanging.connecting' ? [] : [named('DOWNLOAD.CANCELLED', { type: 'DOWNLOAD.CANCELLED' })]),
      ...(memory === 'cancelled' ? [named('FLOW.FINISHED (too late)', { type: 'FLOW.FINISHED' })] : []),
    ];
  },
  project: (snapshot) => {
    const {
      wanted: thing,
      asked,
      requests,
      sameStatus,
      status,
      given: connection,
      answer,
      bytes: read,
    }: DownloadContext = snapshot.context;
    const state = stateName(snapshot);
    if (state === 'idle' || thing === undefined) return null;
    const isReading = state.startsWith('reading');
    const isAnswered = isReading;
    const body = answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
    return {
      wanted: `${thing.method} ${thing.kind} ${thing.place.host} ${thing.takesSlot}`,
      because: thing.because?.actor ?? '',
      ...(isReading ? {} : { asked: `${asked.method} ${asked.kind}`, requests, sameStatus, status }),
      authorization: isReading ? '' : (connection.authorization ?? ''),
      answer: isAnswered ? (answer.type === 'HTTP.ANSWERED' ? `${answer.status} ${answer.challenge ?? ''}` : answer.type) : '',
      body: isAnswered ? `${body?.from} ${body?.bodyFault?.kind} ${body?.bodyFault?.pauseMicros}` : '',
      read: isReading ? read : 0,
    };
  },
};
