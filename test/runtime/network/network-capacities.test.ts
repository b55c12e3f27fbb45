import { expect, it } from 'vitest';
import { networkCapacities } from '../../../src/runtime/network/network-capacities.ts';

const limits = {
  links: { 'node-1': { bytesPerSecond: 100 }, 'node-2': { bytesPerSecond: null } },
  registries: {
    'docker.io': { egressBytesPerSecond: 50, bytesPerSecondPerResponse: null },
    'quay.io': { egressBytesPerSecond: null, bytesPerSecondPerResponse: 7, bytesPerSecondPerClient: 20 },
  },
};

// src/input/scenario/fault-rows.ts: what slowLink and stall promise.
it('without a fault all carry what the scenario says, or any amount', () => {
  expect(networkCapacities(limits, [])).toEqual({
    links: { 'node-1': 100, 'node-2': Infinity },
    egress: { 'docker.io': 50, 'quay.io': Infinity },
    perResponse: { 'docker.io': Infinity, 'quay.io': 7 },
    perClient: { 'docker.io': Infinity, 'quay.io': 20 },
  });
});

it('a link is as slow as the slowest of its faults, and never faster than it is', () => {
  const slow = (bytesPerSecond: number, node?: string) =>
    ({ kind: 'slowLink', bytesPerSecond, ...(node === undefined ? {} : { node }) }) as const;
  expect(networkCapacities(limits, [slow(20, 'node-1'), slow(30)]).links).toEqual({ 'node-1': 20, 'node-2': 30 });
  expect(networkCapacities(limits, [slow(500)]).links).toEqual({ 'node-1': 100, 'node-2': 500 });
});

it('a registry that stalls sends nothing; others go on', () => {
  expect(networkCapacities(limits, [{ kind: 'stall', registry: 'quay.io' }]).egress).toEqual({ 'docker.io': 50, 'quay.io': 0 });
  expect(networkCapacities(limits, [{ kind: 'stall' }]).egress).toEqual({ 'docker.io': 0, 'quay.io': 0 });
  expect(networkCapacities(limits, [{ kind: 'stall' }]).links).toEqual({ 'node-1': 100, 'node-2': Infinity });
  expect(networkCapacities(limits, [{ kind: 'registryDown' }]).egress).toEqual({ 'docker.io': 50, 'quay.io': Infinity });
});
