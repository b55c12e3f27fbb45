import { type NetworkContext, type NetworkInput, networkMachine } from '../../../machines/world/network.ts';
import type { FlowFinished, FlowsMeasured, NetworkEvent } from '../../../machines/world/network-protocol.ts';
import { entries } from '../../collections/sorted-map.ts';
import type { Fault } from '../../runtime/fault.ts';
import { type ProcessorCapacity, unpackingSource } from '../../runtime/network/capacities.ts';
import { nextEndMicros } from '../../runtime/network/flow-table.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<NetworkEvent>;

const linkId = 'node-1';
const registry = 'docker.io';
const slowBytesPerSecond = 500;
/** Longer than any body takes, so that it ends last whatever happened before. */
const unpackMicros = 1e9;
/** The limit of the first flow. */
const tricklesAt = 800;

function start(name: string, bytesPerSecond: number, egressBytesPerSecond: number | null, processors?: ProcessorCapacity): ModelStart {
  return {
    name,
    input: ({ recorder, clock }): NetworkInput => ({
      name: 'network',
      recorder,
      clock,
      links: { [linkId]: { bytesPerSecond, ...(processors === undefined ? {} : { processors }) } },
      registries: { [registry]: { egressBytesPerSecond, bytesPerSecondPerResponse: null } },
    }),
  };
}

const faults: Readonly<Record<string, Fault>> = { slow: { kind: 'slowLink', bytesPerSecond: 100 }, stall: { kind: 'stall' } };

function registryOf(id: string): string {
  return id === 'unpacking' ? unpackingSource : registry;
}

/** Returns the ids of the active flows. */
function flowsOf({ flows }: NetworkContext): readonly string[] {
  return entries(flows.flows).map(([id]) => id);
}

/**
 * Two flows over one link from one registry, one of them with a limit of its own, an unpacking beside them, two speeds of the link, and two
 * faults.
 */
export const networkModel: MachineModel = {
  id: 'network',
  machine: networkMachine,
  starts: [
    start('a narrow link', 1_000, null),
    start('a narrow registry', 10_000, 1_000),
    start('few processors', 10_000, null, { bytesPerSecond: 1_000, bytesPerUnpackMicro: 0.001 }),
  ],
  events: (snapshot, { neighbour }) => {
    const context: NetworkContext = snapshot.context;
    const flows = flowsOf(context);
    const untilEnd = nextEndMicros(context.flows) - context.nowMicros;
    // Time does not pass the end of a flow, because the timer comes first.
    const beforeEnd = Math.min(100_000, untilEnd);
    const requested = (id: string, bytes: number) => {
      const requester = neighbour<FlowFinished>(id);
      const own = id === 'first' ? { bytesPerSecondMax: tricklesAt } : {};
      const flow = { id, bytes, linkId, registry, requester, ...own };
      return named(`FLOW.REQUESTED (${id}, ${bytes} bytes)`, { type: 'FLOW.REQUESTED', ...flow }, beforeEnd);
    };
    const unpacking = named(
      'FLOW.REQUESTED (unpacking, 1000 s)',
      {
        type: 'FLOW.REQUESTED',
        id: 'unpacking',
        bytes: unpackMicros,
        linkId,
        registry: unpackingSource,
        requester: neighbour('unpacking'),
      },
      beforeEnd,
    );
    const watcher = neighbour<FlowsMeasured>('watcher');
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
      ...flows.map((id) => named(`FLOW.CANCELLED (${id})`, { type: 'FLOW.CANCELLED', id, linkId, registry: registryOf(id) })),
      // The question comes in the middle of a flow, so that bytes are on their way.
      ...(flows.length === 0 ? [] : [named('FLOWS.ASKED', { type: 'FLOWS.ASKED', flows: asked, requester: watcher }, beforeEnd)]),
      named('FLOW.CANCELLED (none)', { type: 'FLOW.CANCELLED', id: 'none', linkId, registry }),
      named(`LINK.CHANGED (${speed} bytes/s)`, { type: 'LINK.CHANGED', linkId, link: { bytesPerSecond: speed } }),
      ...Object.entries(faults)
        .filter(([id]) => context.faults[id] === undefined)
        .map(([id, fault]) => named(`FAULT.BEGAN (${id})`, { type: 'FAULT.BEGAN', id, fault })),
      named('FAULT.BEGAN (another kind)', { type: 'FAULT.BEGAN', id: 'full', fault: { kind: 'diskFull' } }),
      ...[...Object.keys(context.faults), 'full'].map((id) => named(`FAULT.ENDED (${id})`, { type: 'FAULT.ENDED', id })),
      ...(snapshot.value === 'flowing' ? [delayElapsed('untilNextFlowEnds', 'network.flowing', untilEnd)] : []),
    ];
  },
  project: (snapshot) => {
    const context: NetworkContext = snapshot.context;
    return { flows: flowsOf(context), faults: Object.keys(context.faults), link: context.links[linkId]?.bytesPerSecond };
  },
};
