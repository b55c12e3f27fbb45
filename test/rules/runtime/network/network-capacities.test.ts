import { expect, it } from 'vitest';
import { unpackingSource } from '../../../../src/rules/runtime/network/capacities.ts';
import { networkCapacities, withServing } from '../../../../src/rules/runtime/network/network-capacities.ts';

const processors = { bytesPerSecond: 600, bytesPerUnpackMicro: 2 };

const limits = {
  links: { 'node-1': { bytesPerSecond: 100, processors }, 'node-2': { bytesPerSecond: null } },
  registries: {
    'docker.io': { egressBytesPerSecond: 50, bytesPerSecondPerResponse: null },
    'quay.io': { egressBytesPerSecond: null, bytesPerSecondPerResponse: 7, bytesPerSecondPerClient: 20 },
  },
};

// src/inputs/scenario/fault-rows.ts: what slowLink and stall promise.
it('without a fault all carry what the scenario says, or any amount', () => {
  expect(networkCapacities(limits, [])).toEqual({
    links: { 'node-1': 100, 'node-2': Infinity },
    egress: { 'docker.io': 50, 'quay.io': Infinity, [unpackingSource]: Infinity },
    perResponse: { 'docker.io': Infinity, 'quay.io': 7, [unpackingSource]: 1e6 },
    perClient: { 'docker.io': Infinity, 'quay.io': 20, [unpackingSource]: Infinity },
    processors: { 'node-1': processors },
  });
});

it('a link is as slow as the slowest of its faults, and never faster than it is', () => {
  const slow = (bytesPerSecond: number, node?: string) =>
    ({ kind: 'slowLink', bytesPerSecond, ...(node === undefined ? {} : { node }) }) as const;
  expect(networkCapacities(limits, [slow(20, 'node-1'), slow(30)]).links).toEqual({
    'node-1': 20,
    'node-2': 30,
  });
  expect(networkCapacities(limits, [slow(500)]).links).toEqual({ 'node-1': 100, 'node-2': 500 });
});

it('a registry that stalls sends nothing; others go on', () => {
  expect(networkCapacities(limits, [{ kind: 'stall', registry: 'quay.io' }]).egress).toMatchObject({
    'docker.io': 50,
    'quay.io': 0,
  });
  expect(networkCapacities(limits, [{ kind: 'stall' }]).egress).toEqual({
    'docker.io': 0,
    'quay.io': 0,
    [unpackingSource]: Infinity,
  });
  expect(networkCapacities(limits, [{ kind: 'stall' }]).links).toEqual({ 'node-1': 100, 'node-2': Infinity });
  expect(networkCapacities(limits, [{ kind: 'registryDown' }]).egress).toMatchObject({
    'docker.io': 50,
    'quay.io': Infinity,
  });
});

const peers = (share: 'layers' | 'pieces') => ({
  ...limits,
  registries: {
    ...limits.registries,
    peers: { egressBytesPerSecond: share === 'layers' ? null : 40, bytesPerSecondPerResponse: 30 },
  },
  peers: { share, uplinks: { 'node-1': { bytesPerSecond: 10 }, 'node-2': { bytesPerSecond: null } } },
});

it('nodes that share layers are a source each, whose egress is its uplink', () => {
  const { egress, perResponse, perClient } = networkCapacities(peers('layers'), []);
  expect(egress).toMatchObject({ 'peers/node-1': 10, 'peers/node-2': Infinity });
  expect(perResponse).toMatchObject({ 'peers/node-1': 30, 'peers/node-2': 30 });
  expect(perClient).toMatchObject({ 'peers/node-1': Infinity, 'peers/node-2': Infinity });
});

it('a node adds its uplink to what the origin sends, once, as soon as it gets pieces', () => {
  const alone = networkCapacities(peers('pieces'), []);
  expect(alone.egress.peers).toBe(40);
  expect(withServing(alone, 'node-1', 'docker.io')).toBe(alone);
  const one = withServing(alone, 'node-1', 'peers');
  expect(one.egress).toMatchObject({ peers: 50, 'docker.io': 50 });
  expect(withServing(one, 'node-1', 'peers')).toBe(one);
  expect(withServing(one, 'node-2', 'peers').egress.peers).toBe(Infinity);
});

it('a slow link is slow in both directions, and those who serve go on serving', () => {
  const slow = { kind: 'slowLink', bytesPerSecond: 4, node: 'node-1' } as const;
  expect(networkCapacities(peers('layers'), [slow]).egress).toMatchObject({
    'peers/node-1': 4,
    'peers/node-2': Infinity,
  });
  const one = withServing(networkCapacities(peers('pieces'), []), 'node-1', 'peers');
  expect(networkCapacities(peers('pieces'), [slow], one.swarm?.serving).egress.peers).toBe(44);
});

it('a stall of all registries is none of peers; one of peers is', () => {
  const stalled = (share: 'layers' | 'pieces', registry?: string) =>
    networkCapacities(peers(share), [{ kind: 'stall', ...(registry === undefined ? {} : { registry }) }]);
  expect(stalled('layers').egress).toMatchObject({ 'docker.io': 0, 'peers/node-1': 10 });
  expect(stalled('layers', 'peers').egress).toMatchObject({
    'docker.io': 50,
    'peers/node-1': 0,
    'peers/node-2': 0,
  });
  expect(withServing(stalled('pieces'), 'node-1', 'peers').egress.peers).toBe(50);
  expect(withServing(stalled('pieces', 'peers'), 'node-1', 'peers').egress.peers).toBe(0);
});
