import { describe, expect, it } from 'vitest';
import type { Capacities } from '../../../../src/rules/runtime/network/capacities.ts';
import {
  cancelFlow,
  emptyFlowTable,
  type FlowTable,
  flowRates,
  retuneFlows,
  startFlow,
} from '../../../../src/rules/runtime/network/flow-table.ts';
import { slowShare } from '../slow-share.ts';

/**
 * A chain: every link carries flows of two registries, every registry sends over two links, and each of these
 * pipes is a little wider than the one before it. What the first egress gives changes the first link, that
 * the second egress, and so on.
 */
const length = 30;
const places = Array.from({ length }, (_, index) => index);
const record = (from: (index: number) => number, name: string) =>
  Object.fromEntries([...places, length].map((index) => [`${name}${index}`, from(index)]));
const loose = record(() => Infinity, 'r');
const chain: Capacities = {
  links: record((index) => 20_100 + 400 * index, 'l'),
  egress: record((index) => (index === 0 ? 10_000 : 19_900 + 400 * index), 'r'),
  perResponse: loose,
  perClient: loose,
};

const flow = (id: string, link: number, registry: number) => {
  return { id, bytes: 1_000_000, linkId: `l${link}`, registry: `r${registry}`, requester: undefined };
};

function wholeChain(capacities: Capacities): FlowTable<undefined> {
  const flows = places.flatMap((index) => [
    flow(`near${index}`, index, index),
    flow(`far${index}`, index, index + 1),
  ]);
  return flows.reduce((table, one) => startFlow(table, capacities, 0, one), emptyFlowTable<undefined>());
}

/** That the rates in force are those that all flows get if they are worked out anew, one by one. */
function expectFair(table: FlowTable<undefined>, capacities: Capacities): void {
  const alone = flowRates(table).flatMap((rate) =>
    Array.from({ length: rate.flows }, () => ({ ...rate, bytesPerSecondMax: Infinity })),
  );
  expect(alone.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual(slowShare(alone, capacities));
}

describe('a change that goes through a chain of egresses ends in fair rates', () => {
  it('where a flow starts at its beginning', () => {
    expectFair(startFlow(wholeChain(chain), chain, 0, flow('more', 0, 0)), chain);
  });

  it.each(['near0', 'far0', 'near15', 'far29'])('where flow %s is cancelled', (id) => {
    expectFair(cancelFlow(wholeChain(chain), chain, 0, { id }), chain);
  });

  it.each([
    { registry: 'r0', egress: 0 },
    { registry: 'r0', egress: 9_000 },
    { registry: 'r0', egress: Infinity },
    { registry: 'r15', egress: 100 },
  ])('where the egress of $registry becomes $egress', ({ registry, egress }) => {
    const other = { ...chain, egress: { ...chain.egress, [registry]: egress } };
    expectFair(retuneFlows(wholeChain(chain), other, 0), other);
    expectFair(wholeChain(other), other);
  });
});

it('what an egress leaves goes to the others on every link, also where links are as full as each other', () => {
  const two = { r: Infinity, s: Infinity };
  const alike: Capacities = {
    links: { l0: 30, l1: 30, l2: Infinity },
    egress: { r: 20, s: Infinity },
    perResponse: two,
    perClient: two,
  };
  const pairs = [0, 1].flatMap((link) =>
    ['r', 's'].map((registry) => ({ ...flow(`${registry}${link}`, link, 0), registry })),
  );
  const before = pairs.reduce((table, one) => startFlow(table, alike, 0, one), emptyFlowTable<undefined>());
  expectFair(before, alike);
  expectFair(startFlow(before, alike, 0, { ...flow('more', 2, 0), registry: 'r' }), alike);
});
