import { describe, expect, it } from 'vitest';
import { bytesOfQuantity, volumeOfKind, volumeOfLabels } from '../../../src/inputs/machines/node-volume.ts';

const gke = (labels: Record<string, string>, storage: string) =>
  volumeOfLabels({ labels, capacity: { 'ephemeral-storage': storage } });

describe('the disk of a node', () => {
  it('is read from what GKE writes on its Nodes, with its size', () => {
    const balanced = gke({ 'cloud.google.com/gke-boot-disk': 'pd-balanced' }, '98831908Ki');
    expect(balanced?.kind).toBe('pd-balanced');
    expect((balanced?.bytesPerSecond ?? 0) / 1e6).toBeCloseTo(170, -1);
    const local = gke(
      {
        'cloud.google.com/gke-boot-disk': 'pd-balanced',
        'cloud.google.com/gke-ephemeral-storage-local-ssd': 'true',
      },
      '385926528Ki',
    );
    expect(local).toEqual({ kind: 'local-ssd', bytesPerSecond: 350e6 });
  });

  it('of several local disks writes as much as all of them', () => {
    expect(volumeOfKind('local-ssd', 1_500e9).bytesPerSecond).toBe(1_400e6);
  });

  it('is of the usual size where a Node does not say its own, so that it has a rate', () => {
    const volume = volumeOfLabels({
      labels: { 'cloud.google.com/gke-boot-disk': 'pd-standard' },
      capacity: {},
    });
    expect(volume?.bytesPerSecond).toBe(12e6);
  });

  it('is not known of other Nodes, nor of kinds without a figure', () => {
    expect(gke({}, '98831908Ki')).toBeUndefined();
    expect(gke({ 'cloud.google.com/gke-boot-disk': 'toString' }, '98831908Ki')).toBeUndefined();
  });

  it.each([
    ['gp2', 100, 134],
    ['gp2', 500, 262],
    ['gp3', 100, 131],
    ['pd-ssd', 100, 288],
    ['azure-premium', 128, 100],
    ['azure-premium', 300, 150],
  ] as const)('%s of %i GB writes %i MB/s', (kind, gigabytes, rate) => {
    expect(Math.round((volumeOfKind(kind, gigabytes * 1e9).bytesPerSecond ?? 0) / 1e6)).toBe(rate);
  });
});

it('memory is read as Kubernetes writes it', () => {
  expect(bytesOfQuantity('61727200Ki')).toBe(61_727_200 * 1024);
  expect(bytesOfQuantity('0')).toBeUndefined();
  expect(bytesOfQuantity(undefined)).toBeUndefined();
});
