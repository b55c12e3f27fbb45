import { describe, expect, test } from 'vitest';
import {
  elsewhereFactor,
  findKnownImage,
  knownImages,
  knownPrograms,
  nearestFactors,
  nearestRow,
  rowElsewhere,
} from '../../../src/inputs/known-images/find-known-image.ts';
import { homeRepository } from '../../../src/inputs/known-images/home-repository.ts';
import { imageSource } from '../../../src/inputs/known-images/image-sources.ts';
import { readRows } from '../../../src/inputs/known-images/read-rows.ts';
import { nearness, tagVersion } from '../../../src/inputs/known-images/tag-version.ts';

const rows = [...knownImages().values()].flat();

describe('the rows of known images', () => {
  test('are more than 300, most of them published', () => {
    expect(rows.length).toBeGreaterThan(450);
    expect(rows.filter(({ source }) => source.mark === 'published').length).toBeGreaterThan(330);
  });

  test('are there once, under the name that they are looked up by, and each has a source', () => {
    const names = rows.map(({ repository, tag }) => `${repository}:${tag}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(
      rows.filter(({ repository, tag }) => homeRepository(`${repository}:${tag}`) !== repository),
    ).toEqual([]);
    for (const { source } of rows)
      expect(source).toMatchObject({
        title: expect.stringMatching(/.{10}/),
        where: expect.stringMatching(/.{10}/),
      });
    for (const { repository, tag } of rows)
      expect(findKnownImage(`${repository}:${tag}`)).toMatchObject({
        row: { repository, tag },
        isExact: true,
      });
  });

  test('have a size that an image may have, within its range, and layers that add up to it', () => {
    for (const { bytes, low, high, layers, tag, repository } of rows) {
      expect([repository, tag, low <= bytes && bytes <= high && bytes > 200_000 && bytes < 20e9]).toEqual([
        repository,
        tag,
        true,
      ]);
      if (typeof layers === 'object') expect(layers.reduce((sum, layer) => sum + layer, 0)).toBe(bytes);
    }
  });

  test('that are assumed have a range, and the exact ones of published documents none', () => {
    expect(rows.filter(({ source, low, high }) => source.mark === 'assumed' && low === high)).toEqual([]);
  });
});

test('a line that is no row is refused', () => {
  expect(() => readRows('  v1 3MB event')).toThrow('not a row of known images');
  expect(() => readRows('docker.io/a/b\n  v1 3MB nowhere')).toThrow('not a row of known images');
  expect(() => readRows('docker.io/a/b\n  v1 large event')).toThrow('not a checked size');
  expect(imageSource('repo-info/redis/remote/7.md')?.where).toBe(
    'https://github.com/docker-library/repo-info/blob/master/repos/redis/remote/7.md',
  );
  expect(readRows('docker.io/a/b\n  v1 4MB..9MB on-disk 3\n  v2 10MB on-disk 4MB+6MB')).toMatchObject([
    { bytes: 6_000_000, low: 4_000_000, high: 9_000_000, layers: 3 },
    { bytes: 10_000_000, low: 8_000_000, high: 12_500_000, layers: [4_000_000, 6_000_000] },
  ]);
});

test.each([
  ['redis:7', 'docker.io/library/redis'],
  ['docker.io/library/redis:7', 'docker.io/library/redis'],
  ['public.ecr.aws/docker/library/redis:7', 'docker.io/library/redis'],
  ['harbor.example.com/hub/library/redis@sha256:'.concat('a'.repeat(64)), 'docker.io/library/redis'],
  ['k8s.gcr.io/kube-proxy-amd64:v1.20.0', 'registry.k8s.io/kube-proxy'],
  ['registry.aliyuncs.com/google_containers/coredns:v1.9.3', 'registry.k8s.io/coredns/coredns'],
  [
    '602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/pause:3.5',
    '602401143452.dkr.ecr.us-west-2.amazonaws.com/eks/pause',
  ],
  ['rancher/mirrored-library-traefik:2', 'docker.io/library/traefik'],
  ['quay.io/calico/node:v3', 'docker.io/calico/node'],
  ['ghcr.io/acme/web:1', 'ghcr.io/acme/web'],
  ['not a name', undefined],
])('%s has its home at %s', (name, home) => {
  expect(homeRepository(name)).toBe(home);
});

test.each([
  ['v1.34.9', [1, 34, 9], ''],
  ['7.2.4-alpine3.19', [7, 2, 4], 'alpine'],
  ['3.12-slim-bookworm', [3, 12], 'slim'],
  ['18-jre-alpine', [18], 'jre-alpine'],
  ['alpine', [], 'alpine'],
  ['latest', [], ''],
  ['3.5.12-0', [3, 5, 12], ''],
  ['v0.7.3-build20220613', [0, 7, 3], ''],
  ['v1.13.2-eksbuild.3', [1, 13, 2], ''],
  ['v20241212-9f82dd49', [20241212], ''],
  ['', [], ''],
])('the tag %s is version %j of the variant "%s"', (tag, numbers, variant) => {
  expect(tagVersion(tag)).toEqual({ numbers, variant });
});

test('the nearest version is the one with most numbers alike, then the least apart; a number that is missing is the newest', () => {
  expect(nearness([1, 34, 2], [1, 34, 9])).toEqual({ alike: 2, apart: 7 });
  expect(nearness([7, 2], [7, 2, 4])).toMatchObject({ alike: 2 });
  expect(nearness([1, 2], [1, 2])).toEqual({ alike: 2, apart: 0 });
  const found = (name: string) => {
    const { row, isExact } = findKnownImage(name) ?? {};
    return [row?.tag, isExact];
  };
  expect(found('registry.k8s.io/kube-proxy:v1.27.16')).toEqual(['v1.27.2', false]);
  expect(found('redis:7-alpine')).toEqual(['7.4-alpine', false]);
  expect(found('redis')).toEqual(['8.0.2', false]);
  expect(found('busybox:1.36')).toEqual(['1.36', true]);
  expect(found('registry.k8s.io/coredns/coredns:v1.9.1')).toEqual(['1.9.1', true]);
  expect(found('python:3.12-windowsservercore')).toEqual([undefined, undefined]);
  expect(findKnownImage('ghcr.io/acme/web:1')).toBeUndefined();
});

test.each([
  ['registry.example.com/platform/coredns:v1.9.3', 'registry.k8s.io/coredns/coredns:v1.9.3'],
  ['harbor.example.com/mirror/prometheus/prometheus:v2.45.1', 'quay.io/prometheus/prometheus:v2.46.0'],
  [
    'ghcr.io/acme/node-driver-registrar:v2.12.0',
    'mcr.microsoft.com/oss/kubernetes-csi/csi-node-driver-registrar:v2.12.0',
  ],
  ['ghcr.io/acme/csi-snapshotter:v8', 'docker.io/longhornio/csi-snapshotter:v8.5.0-20260514'],
])('%s is like %s, which is the same program in another repository', (name, like) => {
  const found = findKnownImage(name);
  expect(`${found?.row.repository}:${found?.row.tag}`).toBe(like);
  expect(found).toMatchObject({ isExact: false, isElsewhere: true });
  expect((found?.high ?? 0) / (found?.row.high ?? 0)).toBeCloseTo(elsewhereFactor);
  expect((found?.row.low ?? 0) / (found?.low ?? 0)).toBeCloseTo(elsewhereFactor);
});

test.each([
  'ghcr.io/acme/controller:v1',
  'ghcr.io/acme/dashboard-api:v1',
  'ghcr.io/acme/payment:1.0',
  'ghcr.io/acme/my-redis:7',
])(
  'of %s nothing is known: its last part is no program of its own, a service of a demo application, or another one',
  (name) => {
    expect(findKnownImage(name)).toBeUndefined();
  },
);

test('a tag that moves on has a range, though it is listed', () => {
  const { row, low, high } = findKnownImage('redis:alpine') ?? {};
  expect([row?.low, row?.high]).toEqual([39_003_587, 39_003_587]);
  expect([low, high]).toEqual([
    Math.round(39_003_587 / nearestFactors[1]),
    Math.round(39_003_587 * nearestFactors[1]),
  ]);
});

// What is said of near versions is held against the rows: each as if it were not there.
test('eight in ten sizes are within the range of the nearest other version', () => {
  const exact = rows.filter(({ source, low, high }) => source.mark === 'published' && low === high);
  const within = nearestFactors.map(() => ({ all: 0, met: 0 }));
  for (const row of exact) {
    const others = exact.filter(
      (other) => other !== row && other.repository === row.repository && other.tag !== row.tag,
    );
    const found = nearestRow(row.tag, others);
    if (found === undefined || found.isExact) continue;
    const { alike } = nearness(tagVersion(row.tag).numbers, tagVersion(found.row.tag).numbers);
    const counted = within[Math.min(alike, nearestFactors.length - 1)];
    if (counted === undefined) continue;
    counted.all += 1;
    if (found.low <= row.bytes && row.bytes <= found.high) counted.met += 1;
  }
  for (const { all, met } of within) {
    expect(all).toBeGreaterThan(25);
    expect(met / all).toBeGreaterThan(0.78);
    expect(met / all).toBeLessThan(0.95);
  }
});

// Many versions of one image are no more programs: of each repository, the part of its rows that are met.
test('nearly nine in ten sizes are within the range of the same program in another repository', () => {
  const exact = knownPrograms().filter(
    ({ source, low, high }) => source.mark === 'published' && low === high,
  );
  const parts = [...new Set(exact.map(({ repository }) => repository))].flatMap((repository) => {
    const tried = exact.flatMap((row) => {
      const found = row.repository === repository ? rowElsewhere(repository, row.tag, exact) : undefined;
      return found === undefined ? [] : [found.low <= row.bytes && row.bytes <= found.high];
    });
    return tried.length === 0 ? [] : [tried.filter(Boolean).length / tried.length];
  });
  const met = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  expect(parts.length).toBeGreaterThan(30);
  expect(met).toBeGreaterThan(0.85);
  expect(met).toBeLessThan(0.95);
});
