import { type NetworkContext, networkMachine } from '../../../../machines/world/network.ts';
import { entries } from '../../../rules/collections/sorted-map.ts';
import type { Fault } from '../../../rules/runtime/fault.ts';
import { unpackingSource } from '../../../rules/runtime/network/capacities.ts';
import { nextEndMicros } from '../../../rules/runtime/network/flow-table.ts';
import { delayElapsed, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(networkMachine);

const linkId = 'node-1';
const registry = 'docker.io';
const slowBytesPerSecond = 500;
/** Longer than any body takes, so that it ends last whatever happened before. */
const unpackMicros = 1e9;
/** The limit of the first flow. */
const tricklesAt = 800;

const faults: Readonly<Record<string, Fault>> = {
  slow: { kind: 'slowLink', bytesPerSecond: 100 },
  stall: { kind: 'stall' },
};

function registryOf(id: string): string {
  return id === 'unpacking' ? unpackingSource : registry;
}

/** Returns the ids of the active flows. */
function flowsOf({ flows }: NetworkContext): readonly string[] {
  return entries(flows.flows).map(([id]) => id);
}

/**
 * Two flows over one link from one registry, one of them with a limit of its own, an unpacking beside them,
 * two speeds of the link, and two faults.
 */
export const networkModel = model({
  input: ({ recorder, clock }) => ({
    name: 'network',
    recorder,
    clock,
    links: { [linkId]: { bytesPerSecond: 1_000 } },
    registries: { [registry]: { egressBytesPerSecond: null, bytesPerSecondPerResponse: null } },
  }),
  starts: {
    'a narrow link': {},
    'a narrow registry': {
      links: { [linkId]: { bytesPerSecond: 10_000 } },
      registries: { [registry]: { egressBytesPerSecond: 1_000, bytesPerSecondPerResponse: null } },
    },
    'few processors': {
      links: {
        [linkId]: {
          bytesPerSecond: 10_000,
          processors: { bytesPerSecond: 1_000, bytesPerUnpackMicro: 0.001 },
        },
      },
    },
  },
  events: ({ context, state, world: { neighbour } }) => {
    const flows = flowsOf(context);
    const untilEnd = nextEndMicros(context.flows) - context.nowMicros;
    // Time does not pass the end of a flow, because the timer comes first.
    const beforeEnd = Math.min(100_000, untilEnd);
    const requested = (id: string, bytes: number) => {
      const requester = neighbour(id);
      const own = id === 'first' ? { bytesPerSecondMax: tricklesAt } : {};
      const flow = { id, bytes, linkId, registry, requester, ...own };
      return named(`FLOW.REQUESTED (${id}, ${bytes} bytes)`, { ...flow }, beforeEnd);
    };
    const unpacking = named(
      'FLOW.REQUESTED (unpacking, 1000 s)',
      {
        id: 'unpacking',
        bytes: unpackMicros,
        linkId,
        registry: unpackingSource,
        requester: neighbour('unpacking'),
      },
      beforeEnd,
    );
    const watcher = neighbour('watcher');
    const asked = [...flows, 'none'].map((id) => ({ id, linkId, registry: registryOf(id) }));
    const free = [
      ['first', 1_000],
      ['second', 2_000],
    ] as const;
    const speed = context.links[linkId]?.bytesPerSecond === slowBytesPerSecond ? 1_000 : slowBytesPerSecond;
    return [
      ...free.filter(([id]) => !flows.includes(id)).map(([id, bytes]) => requested(id, bytes)),
      requested('empty', 0),
      ...(flows.includes('unpacking') ? [] : [unpacking]),
      ...flows.map((id) => named(`FLOW.CANCELLED (${id})`, { id, linkId, registry: registryOf(id) })),
      // The question comes in the middle of a flow, so that bytes are on their way.
      ...(flows.length === 0 ? [] : [named('FLOWS.ASKED', { flows: asked, requester: watcher }, beforeEnd)]),
      named('UNPACKINGS.ASKED', { linkId, requester: watcher }, beforeEnd),
      named('FLOW.CANCELLED (none)', { id: 'none', linkId, registry }),
      named(`LINK.CHANGED (${speed} bytes/s)`, { linkId, link: { bytesPerSecond: speed } }),
      ...Object.entries(faults)
        .filter(([id]) => context.faults[id] === undefined)
        .map(([id, fault]) => named(`FAULT.BEGAN (${id})`, { id, fault })),
      named('FAULT.BEGAN (another kind)', { id: 'full', fault: { kind: 'diskFull' } }),
      ...[...Object.keys(context.faults), 'full'].map((id) => named(`FAULT.ENDED (${id})`, { id })),
      ...(state === 'flowing' ? [delayElapsed('untilNextFlowEnds', 'network.flowing', untilEnd)] : []),
    ];
  },
  project: ({ context }) => {
    return {
      flows: flowsOf(context),
      faults: Object.keys(context.faults),
      link: context.links[linkId]?.bytesPerSecond,
    };
  },
});
