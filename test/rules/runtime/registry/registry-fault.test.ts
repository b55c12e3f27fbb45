import { expect, it } from 'vitest';
import type { Fault } from '../../../../src/rules/runtime/fault.ts';
import { concernsRegistry } from '../../../../src/rules/runtime/registry/registry-fault.ts';

it.each<Fault>([
  { kind: 'registryDown' },
  { kind: 'errorRate', rate: 0.5, status: 503 },
  { kind: 'rateLimit', requestsMax: 1, windowMicros: 10 },
  { kind: 'notFound' },
  { kind: 'unauthorized' },
  { kind: 'stall' },
  { kind: 'badStatus', status: 500 },
  { kind: 'unanswered' },
  { kind: 'connectionReset' },
  { kind: 'cutBody', afterBytes: 0 },
  { kind: 'stalledBody', afterBytes: 0 },
  { kind: 'trickle', afterBytes: 0, bytesPerSecond: 1 },
  { kind: 'wrongDigest' },
])('$kind concerns the registry that it names, or all of them', (fault) => {
  const concerned = (registry?: string) =>
    concernsRegistry({ ...fault, ...(registry === undefined ? {} : { registry }) } as Fault, 'docker.io');
  expect([concerned(), concerned('docker.io'), concerned('ghcr.io')]).toEqual([true, true, false]);
});

it.each<Fault>([
  { kind: 'slowLink', bytesPerSecond: 1 },
  { kind: 'diskFull' },
  { kind: 'runtimeDown', error: 'gone' },
  { kind: 'pullTakes', image: 'app:1', takesMicros: 1 },
])('$kind is no business of a registry', (fault) => {
  expect(concernsRegistry(fault, 'docker.io')).toBe(false);
});
