// What one change of the flows on the wires costs, by the number of nodes: a body that begins, or one that
// ends.
import { measure } from './cpu-time.mjs';

/** As in src/rules/runtime/network/capacities.ts. */
const unpackingSource = 'node/unpacking';

const linkBytesPerSecond = 1e8;
const flowsPerNode = 3;

/** What registries send to so many nodes; links are all alike, or not. */
const shapes = [
  { name: 'no egress is limited', egress: () => ({ r: Infinity }) },
  { name: 'a registry of limited egress', egress: (nodes) => ({ r: 2e7 * nodes }) },
  {
    name: 'the same, links of many speeds',
    egress: (nodes) => ({ r: 7e7 * nodes }),
    linkOf: (node) => 5e7 + ((node * 7919) % 1000) * 1e5,
  },
  {
    name: 'another registry beside it',
    egress: (nodes) => ({ r: 2e7 * nodes, s: Infinity }),
    changes: 1_000,
  },
  {
    name: 'unpacking beside it',
    egress: (nodes) => ({ r: 2e7 * nodes, [unpackingSource]: Infinity }),
    unpacks: true,
    changes: 1_000,
  },
  {
    name: 'each node sends to the others',
    egress: (nodes) => Object.fromEntries(Array.from({ length: nodes }, (_, node) => [`peers/${node}`, 1e8])),
    changes: 1_000,
  },
];

/** Processors for two unpackings, or for what a link brings and more than one. */
const processors = { bytesPerSecond: 2e8, bytesPerUnpackMicro: 100 };

function capacitiesOf({ egress, linkOf = () => linkBytesPerSecond, unpacks = false }, nodes) {
  const registries = Object.entries(egress(nodes));
  const each = (value) => Object.fromEntries(registries.map(([host]) => [host, value]));
  const names = Array.from({ length: nodes }, (_, node) => `node-${node}`);
  return {
    links: Object.fromEntries(names.map((name, node) => [name, linkOf(node)])),
    egress: Object.fromEntries(registries),
    perResponse: { ...each(Infinity), ...(unpacks ? { [unpackingSource]: 1e6 } : {}) },
    perClient: each(Infinity),
    processors: unpacks ? Object.fromEntries(names.map((name) => [name, processors])) : {},
  };
}

/**
 * Keeps `flowsPerNode` flows under way on each node, and replaces whichever ends; `changed` is told of the
 * table after it.
 */
function churn(table, capacities, changes, changed) {
  const { emptyFlowTable, endFlow, firstToEnd, nextEndMicros, startFlow } = table;
  const hosts = Object.keys(capacities.egress);
  let flows = emptyFlowTable();
  let nowMicros = 0;
  let seed = 1;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const start = (linkId, id) => {
    const bytes = 1_000_000 + random(30_000_000);
    flows = startFlow(flows, capacities, nowMicros, {
      id: `${id}`,
      bytes,
      linkId,
      registry: hosts[random(hosts.length)],
      requester: undefined,
    });
  };
  let started = 0;
  for (const linkId of Object.keys(capacities.links))
    for (let flow = 0; flow < flowsPerNode; flow++) start(linkId, started++);
  for (let change = 0; change < changes; change += 2) {
    nowMicros = nextEndMicros(flows);
    const { linkId } = firstToEnd(flows);
    flows = endFlow(flows, capacities, nowMicros);
    changed?.(flows, nowMicros);
    start(linkId, started++);
    changed?.(flows, nowMicros);
  }
}

/**
 * Prints what a change costs at these numbers of nodes, beside working out every rate anew at each change.
 */
export function printFlows(table, print) {
  const sizes = [10, 100, 400];
  const microsOf = (capacities, changes, changed) => {
    // Without its beginning: the flows of all nodes come first.
    const whole = measure(() => churn(table, capacities, changes, changed), 2);
    const begun = measure(() => churn(table, capacities, 0), 2);
    return ((whole - begun) / changes) * 1e6;
  };
  print('a change of the flows              µs of CPU at 10, 100 and 400 nodes of three flows');
  for (const shape of shapes) {
    const micros = sizes.map((nodes) => microsOf(capacitiesOf(shape, nodes), shape.changes ?? 10_000));
    const ratio = micros[2] / micros[0];
    print(
      `  ${shape.name.padEnd(33)}${micros.map((value) => value.toFixed(1).padStart(8)).join('')}   400 against 10: ${ratio.toFixed(1)}`,
    );
  }
  const anew = sizes.map((nodes) => {
    const capacities = capacitiesOf(shapes[1], nodes);
    const changes = Math.ceil(4_000 / nodes);
    return microsOf(capacities, changes, (flows, nowMicros) =>
      table.retuneFlows(flows, capacities, nowMicros),
    );
  });
  print(
    `  ${'every rate anew, to compare'.padEnd(33)}${anew.map((value) => value.toFixed(1).padStart(8)).join('')}   400 against 10: ${(anew[2] / anew[0]).toFixed(1)}`,
  );
}
