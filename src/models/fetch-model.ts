import type { EventFrom } from 'xstate';
import { fetchMachine } from '../../machines/fetch.ts';
import type { FetchContext } from '../../machines/fetch-context.ts';
import type { FetchAnswer, FetchEvent, FetchInput } from '../../machines/fetch-protocol.ts';
import { containerd16 } from '../runtime/containerd-1-6.ts';
import { containerd24 } from '../runtime/containerd-2-4.ts';
import { type FetchItem, headItems, layerItems, manifestItems } from '../runtime/pull-items.ts';
import { commitMicros, type RuntimeProfile } from '../runtime/runtime-profile.ts';
import { delayElapsed } from './delay-elapsed.ts';
import type { MachineModel, ModelEvent, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import { modelImage } from './model-images.ts';

const named = modelEvent<EventFrom<typeof fetchMachine>>;

const image = modelImage('app:1', 'base');
const roundTripMicros = 1_200;

function start(name: string, profile: RuntimeProfile, items: readonly FetchItem[]): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): FetchInput => ({
      name: 'node-1/images/web/app#fetch-0',
      recorder,
      fetch: 0,
      pull: neighbour<FetchAnswer>('pull'),
      profile,
      image: image.name,
      exists: true,
      host: 'docker.io',
      registry: neighbour('registry'),
      slots: neighbour('slots'),
      network: neighbour('network'),
      disk: neighbour('disk'),
      linkId: 'node-1',
      items,
    }),
  };
}

function answered(status: number, fault: string | undefined): ModelEvent {
  return named(`HTTP.ANSWERED (${status})`, { type: 'HTTP.ANSWERED', status, roundTripMicros, fault });
}

/** 500 is tried again by the newer runtime, 404 by none. */
const answers: readonly ModelEvent[] = [
  answered(200, undefined),
  answered(500, 'errors'),
  answered(404, undefined),
  named('HTTP.REFUSED', { type: 'HTTP.REFUSED', roundTripMicros, fault: 'down' }),
];

/** What comes of itself in each state: ends of waits, and what neighbours say. */
function next(state: unknown, { input: { profile }, items, answer }: FetchContext): readonly ModelEvent[] {
  const [item] = items;
  switch (state) {
    case 'pausing':
      return [delayElapsed('pause', 'fetch.pausing', item?.pauseMicros ?? 0)];
    case 'queueing':
      return [
        named('SLOT.GRANTED (free)', { type: 'SLOT.GRANTED', releasedBy: undefined }),
        named('SLOT.GRANTED (from another)', { type: 'SLOT.GRANTED', releasedBy: 'another' }, 1_000_000),
      ];
    case 'handingOver':
      return [delayElapsed('handOver', 'fetch.handingOver', profile.delays.slotHandOver)];
    case 'requesting':
      return answers;
    case 'travelling':
      return [delayElapsed('roundTrip', 'fetch.travelling', answer.roundTripMicros)];
    case 'retrying':
      return [delayElapsed('beforeRetry', 'fetch.retrying', profile.delays.beforeRetry)];
    case 'receiving':
      return [
        named('FLOW.FINISHED', { type: 'FLOW.FINISHED' }, 1_000_000),
        // The disk answers at once; then nothing else comes but the end of a flow that took no time.
        named('DISK.FULL', { type: 'DISK.FULL', fault: undefined, roomBytes: 0 }),
      ];
    case 'committing':
      return [delayElapsed('commit', 'fetch.committing', commitMicros(profile.delays, item?.bytes ?? 0))];
    default:
      return [];
  }
}

/** One connection: for manifest and config, and for a layer, in a runtime whose slots are the node's and in one whose are the pull's. */
export const fetchModel: MachineModel = {
  id: 'fetch',
  machine: fetchMachine,
  starts: [
    start('a tag', containerd24, headItems(containerd24)),
    start('manifest and config, with slots', containerd24, manifestItems(containerd24, image)),
    start('manifest and config', containerd16, manifestItems(containerd16, image)),
    start('a layer, with slots', containerd24, layerItems(containerd24, image, 0, undefined)),
    start('a layer', containerd16, layerItems(containerd16, image, 0, undefined)),
  ],
  // The disk was found full while the flow, which took no time, had ended already.
  remember: (_, { event }) => (event.type === 'DISK.FULL' ? 'flowed at once' : ''),
  events: (snapshot, _, memory) => {
    const context: FetchContext = snapshot.context;
    const request: FetchEvent = { type: 'FETCH.REQUESTED', items: layerItems(context.input.profile, image, 0, undefined) };
    const isIdle = snapshot.value === 'idle';
    return [
      ...next(snapshot.value, context),
      ...(isIdle ? [named('FETCH.REQUESTED (a layer)', request)] : []),
      ...(memory === '' ? [] : [named('FLOW.FINISHED (at once)', { type: 'FLOW.FINISHED' })]),
      named('FETCH.CANCELLED', { type: 'FETCH.CANCELLED' }),
    ];
  },
  project: (snapshot) => {
    const { items, requests, answer, outcome }: FetchContext = snapshot.context;
    if (snapshot.value === 'idle') return null;
    const isAnswered = snapshot.value === 'travelling' || snapshot.value === 'judging' || snapshot.value === 'retrying';
    return {
      items: items.map(({ kind }) => kind),
      requests,
      answer: isAnswered ? (answer.type === 'HTTP.ANSWERED' ? answer.status : 'refused') : '',
      isCancelled: outcome === 'cancelled',
    };
  },
};
