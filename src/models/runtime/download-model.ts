import type { EventFrom } from 'xstate';
import { downloadMachine } from '../../../machines/runtime/download.ts';
import type { DownloadContext } from '../../../machines/runtime/download-context.ts';
import type { DownloadInput, DownloadWanted } from '../../../machines/runtime/download-protocol.ts';
import type { ResponseBody } from '../../../machines/world/registry-protocol.ts';
import { containerd17 } from '../../runtime/profiles/containerd-1-7.ts';
import { containerd24 } from '../../runtime/profiles/containerd-2-4.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import { inertActor } from '../inert-actor.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<EventFrom<typeof downloadMachine>>;

const bytes = 1_000;

/** What may be wanted: a layer, with a slot or without, from its begin or a byte in it, and things without a body to read. */
function wanted({ neighbour }: StubWorld): Readonly<Record<string, DownloadWanted>> {
  const place = { host: 'docker.io', capabilities: ['resolve', 'pull'], registry: neighbour('registry') } as const;
  const shared = { place, isLastHost: true, because: undefined };
  const layer = { ...shared, method: 'GET', kind: 'layer', digest: 'sha256:app', layer: 0, bytes } as const;
  return {
    'a tag': { ...shared, method: 'HEAD', kind: 'tag', digest: '', layer: -1, bytes: 0, takesSlot: false },
    'a config': { ...shared, method: 'GET', kind: 'config', digest: 'sha256:app', layer: -1, bytes: 0, takesSlot: true },
    'a layer': { ...layer, takesSlot: false },
    'a layer, with a slot': { ...layer, takesSlot: true, offset: 400 },
  };
}

function trouble(kind: 'cut' | 'reset' | 'stalled' | 'corrupt' | 'trickle'): ResponseBody {
  return { from: 'docker.io', trouble: { kind, afterBytes: 100, fault: kind, ...(kind === 'trickle' ? { bytesPerSecond: 10 } : {}) } };
}

function answered(name: string, status: number, body: ResponseBody | undefined): ModelEvent {
  return named(`EXCHANGE.ANSWERED (${name})`, { type: 'EXCHANGE.ANSWERED', status, connection: 1, body });
}

const answers: readonly ModelEvent[] = [
  answered('all', 200, undefined),
  answered('a range', 206, undefined),
  answered('from elsewhere', 200, { from: 'upstream.io' }),
  answered('cut after a while', 200, { from: 'docker.io', trouble: { kind: 'cut', afterBytes: 100, pauseMicros: 20_000, fault: 'cut' } }),
  ...(['cut', 'reset', 'stalled', 'corrupt', 'trickle'] as const).map((kind) => answered(kind, 200, trouble(kind))),
  named('EXCHANGE.FAILED', {
    type: 'EXCHANGE.FAILED',
    error: { kind: 'refused', at: { method: 'GET', kind: 'layer', digest: 'sha256:app' } },
  }),
];

function next(state: unknown, world: StubWorld, profile: RuntimeProfile): readonly ModelEvent[] {
  switch (state) {
    case 'idle':
      return Object.entries(wanted(world)).map(([name, thing]) =>
        named(`DOWNLOAD.REQUESTED (${name})`, { type: 'DOWNLOAD.REQUESTED', wanted: thing }),
      );
    case 'queueing':
      return [
        named('SLOT.AWAITED', { type: 'SLOT.AWAITED', heldBy: 'another' }),
        named('SLOT.GRANTED (free)', { type: 'SLOT.GRANTED', releasedBy: undefined }),
        named('SLOT.GRANTED (from another)', { type: 'SLOT.GRANTED', releasedBy: 'another' }, 1_000_000),
      ];
    case 'handingOver':
      return [delayElapsed('handOver', 'download.handingOver', profile.delays.slotHandOver)];
    case 'exchanging':
      return answers;
    case 'opened':
      return [
        named('DOWNLOAD.READ (half of it)', { type: 'DOWNLOAD.READ', bytes: bytes / 2 }),
        named('DOWNLOAD.READ (a little)', { type: 'DOWNLOAD.READ', bytes: 50 }),
      ];
    case 'faltering':
      return [delayElapsed('faltering', 'download.faltering', 20_000)];
    case 'receiving':
    case 'slowed':
      return [named('FLOW.FINISHED', { type: 'FLOW.FINISHED' }, 1_000_000)];
    default:
      return [];
  }
}

function start(name: string, profile: RuntimeProfile): ModelStart {
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
      connections: neighbour('connections'),
      slots: neighbour('slots'),
      network: neighbour('network'),
      linkId: 'node-1',
    }),
  };
}

/** One response after another, for a watch that goes by bytes and for one that goes by requests too, with every trouble that may befall it. */
export const downloadModel: MachineModel = {
  id: 'download',
  machine: downloadMachine.provide({ actors: { exchange: inertActor as never } }),
  starts: [start('containerd 2.4', containerd24), start('containerd 1.7', containerd17)],
  // A flow that is cancelled in the moment in which its last byte comes is finished all the same.
  remember: (_, { event }, snapshot) => (event.type === 'DOWNLOAD.CANCELLED' && snapshot.value === 'idle' ? 'cancelled' : ''),
  events: (snapshot, world, memory) => [
    ...next(snapshot.value, world, snapshot.context.input.profile),
    named('DOWNLOAD.CANCELLED', { type: 'DOWNLOAD.CANCELLED' }),
    ...(memory === 'cancelled' ? [named('FLOW.FINISHED (too late)', { type: 'FLOW.FINISHED' })] : []),
  ],
  project: (snapshot) => {
    const { wanted: thing, response, bytes: read, because }: DownloadContext = snapshot.context;
    if (snapshot.value === 'idle' || thing === undefined) return null;
    const hasResponse = ['opened', 'receiving', 'slowed', 'stalled', 'faltering'].includes(String(snapshot.value));
    return {
      wanted: `${thing.method} ${thing.kind} ${thing.takesSlot} ${thing.offset ?? 0}`,
      because: because?.actor ?? '',
      response: hasResponse
        ? `${response.status} ${response.body?.from} ${response.body?.trouble?.kind} ${response.body?.trouble?.pauseMicros}`
        : '',
      read: hasResponse ? read : 0,
    };
  },
};
