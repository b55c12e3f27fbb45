import { describe, expect, it } from 'vitest';
import type { RequestPoint } from '../../../../src/rules/runtime/errors/pull-error.ts';
import { hostTurns, type RegistryHost } from '../../../../src/rules/runtime/registry/registry-host.ts';

// `Resolve` and `Fetch` of core/remotes/docker

const tag: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };
const layer: RequestPoint = { method: 'GET', kind: 'layer', digest: 'sha256:1' };
const blobs: RegistryHost = { host: 'blobs.internal', capabilities: ['pull'] };
const mirror: RegistryHost = { host: 'mirror.internal', capabilities: ['pull', 'resolve'] };
const names: RegistryHost = { host: 'names.internal', capabilities: ['resolve'] };
const registry: RegistryHost = { host: 'docker.io', capabilities: ['pull', 'resolve'] };

const tried = (hosts: readonly RegistryHost[], at: RequestPoint, image = 'app:1') =>
  hostTurns(hosts, at, image).map(
    ({ host, path, isLastHost }) => `${host.host} ${path}${isLastHost ? ', last' : ''}`,
  );

describe('hosts are tried', () => {
  it('for a tag where tags may be resolved', () => {
    expect(tried([blobs, mirror, names, registry], tag)).toEqual([
      'mirror.internal usual',
      'docker.io usual, last',
    ]);
    expect(tried([blobs, registry], tag)).toEqual(['docker.io usual, last']);
  });

  it('for a tag where the last mirror has no resolve capability, the registry itself', () => {
    expect(tried([names, blobs, { ...registry, capabilities: [] }], tag)).toEqual(['docker.io usual, last']);
  });

  it('for a digest everywhere, and then among blobs', () => {
    expect(tried([blobs, names, registry], tag, 'app@sha256:1')).toEqual([
      'blobs.internal usual',
      'docker.io usual, last',
      'blobs.internal blobs',
      'docker.io blobs, last',
    ]);
  });

  it('for content in their order, with any capabilities', () => {
    expect(tried([names, mirror, registry], layer)).toEqual([
      'names.internal usual',
      'mirror.internal usual',
      'docker.io usual, last',
    ]);
  });
});
