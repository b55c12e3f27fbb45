import { describe, expect, it } from 'vitest';
import { remarksOf } from '../../../src/reports/summary/remarks.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: ghcr.io/acme/web:1 }] }
`;

function idleOf(faults: readonly string[]): readonly string[] {
  return remarksOf(
    simulate(inputOf(pod, { faults, imageSizes: ['ghcr.io/acme/web:1=20MB'], horizon: '5m' })).records,
  ).idleFaults;
}

describe('a fault that nothing met is told', () => {
  it.each([
    ['of a layer that no image has', 'badStatus status=500 layer=99', 'faults/1-badStatus'],
    [
      'of a token that nobody has to fetch',
      'badStatus status=401 request=token registry=registry.k8s.io',
      'faults/1-badStatus',
    ],
    ['after more bytes than a layer has', 'cutBody afterBytes=1GB', 'faults/1-cutBody'],
    ['a limit that is never reached', 'rateLimit requests=1000 per=1m', 'faults/1-rateLimit'],
    [
      'of bodies that have none that counts',
      'connectionReset request=manifest afterBytes=100',
      'faults/1-connectionReset',
    ],
  ])('%s', (_, fault, name) => {
    expect(idleOf([fault])).toEqual([name]);
  });
});

describe('a fault that something met is not', () => {
  it.each([
    'badStatus status=503 times=1',
    'connectionReset request=layer times=1',
    'cutBody afterBytes=1MB times=1',
    'stalledBody afterBytes=1MB times=1',
    'trickle afterBytes=1MB speed=100KB/s times=1',
    'registryDown until=5s',
    'errorRate rate=1 until=5s',
    'rateLimit requests=2 per=1m until=2m',
    'notFound image=ghcr.io/acme/web:1 until=5s',
    'unauthorized until=5s',
  ])('%s', (fault) => {
    expect(idleOf([fault])).toEqual([]);
  });
});

it('goes by each fault apart, and says nothing of one that never began, or whose doing no record names', () => {
  const faults = [
    'badStatus status=503 times=1',
    'badStatus status=500 layer=99',
    'registryDown from=1h',
    'slowLink link=1Mbit/s',
  ];
  expect(idleOf(faults)).toEqual(['faults/2-badStatus']);
});
