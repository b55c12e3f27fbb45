import { describe, expect, it } from 'vitest';
import {
  nodeRuntimeBugs,
  programBugs,
  programRelease,
  runtimeBugs,
} from '../../../src/rules/runtime/runtime-bugs.ts';

const ids = (text: string) => {
  const release = programRelease(text);
  return release === undefined ? undefined : programBugs(release).map(({ id }) => id);
};

describe('a release has the bugs of its patch', () => {
  it.each([
    // cri-o#9133 turned the timeout off in the patches after these.
    ['cri-o://1.30.12', 'crio-progress-timeout', true],
    ['cri-o://1.30.13', 'crio-progress-timeout', false],
    ['cri-o://1.31.7', 'crio-progress-timeout', true],
    ['crio://1.32.4', 'crio-progress-timeout', false],
    ['cri-o://1.33.0', 'crio-progress-timeout', false],
    // k3s#11857: mended in v1.31.7 and v1.32.3.
    ['v1.31.6+k3s1', 'k3s-wildcard-mirror-not-found', true],
    ['v1.31.5+k3s1', 'k3s-wildcard-mirror-not-found', false],
    ['v1.31.7+k3s1', 'k3s-wildcard-mirror-not-found', false],
    ['v1.32.2+rke2r1', 'rke2-wildcard-mirror-not-found', true],
    // core/remotes/docker/fetcher.go of v2.1.3 and v2.1.4.
    ['containerd://2.1.3', 'containerd-failed-pulls-keep-slots', true],
    ['containerd://2.1.4', 'containerd-failed-pulls-keep-slots', false],
    ['containerd://v2.1.3-k3s1', 'containerd-failed-pulls-keep-slots', true],
    ['containerd://2.1.2', 'containerd-range-always-asked', true],
    ['containerd://2.1.3', 'containerd-range-always-asked', false],
    // withOffsetCheck of v2.1.4 and v2.1.5.
    ['containerd://2.1.4', 'containerd-ignored-range-breaks-layer', true],
    ['containerd://2.1.5', 'containerd-ignored-range-breaks-layer', false],
    // ExtractProgress came with v2.2.0.
    ['containerd://2.1.9', 'containerd-timeout-cancels-unpack', false],
    ['containerd://2.2.0', 'containerd-timeout-cancels-unpack', true],
    ['containerd://2.3.7', 'containerd-timeout-cancels-unpack', true],
    // e6-stall/c17-hang-head-t6, c21-hang-head-t6 and c2-hang-head-t6
    ['containerd://1.7.35', 'containerd-unanswered-hangs', false],
    ['containerd://2.1.9', 'containerd-unanswered-hangs', true],
    ['containerd://2.4.2', 'containerd-unanswered-hangs', true],
    ['containerd://2.0.13', 'containerd-no-timeout-hangs', false],
    ['containerd://2.1.0', 'containerd-no-timeout-hangs', true],
  ])('%s, %s: %s', (text, id, has) => {
    expect(ids(text)?.includes(id)).toBe(has);
  });

  it('without a patch a release has the bugs of all its patches', () => {
    expect(ids('cri-o://1.30')).toContain('crio-progress-timeout');
    expect(ids('containerd://2.1')).toContain('containerd-range-always-asked');
    expect(ids('containerd://2.2')).not.toContain('containerd-range-always-asked');
  });

  it('no bug is claimed of releases that are newer than those that were examined', () => {
    expect(ids('containerd://2.4.3')).toEqual([]);
  });

  it('other runtimes, and kubelets of no distribution, are no release of a listed program', () => {
    for (const text of ['docker://20.10.1', 'v1.31.6', 'v1.31.6-gke.100', 'v1.31.6-eks-1552ad0', 'k3s', ''])
      expect(programRelease(text)).toBeUndefined();
  });
});

describe('a node can meet the bugs that its settings allow', () => {
  const found = (runtime: string, node: object = {}) =>
    nodeRuntimeBugs({ runtime, kubeletVersion: 'v1.34.2', ...node }).flatMap(({ bugs }) =>
      bugs.map(({ id }) => id),
    );

  it('chunks count only where layers are fetched in chunks', () => {
    expect(found('containerd://2.2.1')).not.toContain('containerd-chunks-cancelled');
    expect(
      found('containerd://2.2.1', { runtimeOptions: { concurrentLayerFetchBuffer: 8_388_608 } }),
    ).toEqual(expect.arrayContaining(['containerd-chunks-cancelled', 'containerd-chunk-stands-still']));
  });

  it('the local path has none of the bugs of the transfer service', () => {
    const local = found('containerd://2.2.1', { runtimeOptions: { path: 'local' } });
    expect(local).not.toContain('containerd-timeout-cancels-unpack');
    expect(found('containerd://2.2.1')).toContain('containerd-timeout-cancels-unpack');
  });

  it('a pull hangs without a progress timeout, and an unpack is cancelled with one', () => {
    const off = found('containerd://2.3.4', { runtimeOptions: { imagePullProgressTimeoutMicros: 0 } });
    expect(off).toContain('containerd-no-timeout-hangs');
    expect(off).not.toContain('containerd-timeout-cancels-unpack');
    expect(found('containerd://2.3.4')).not.toContain('containerd-no-timeout-hangs');
  });

  it('the list of folders matters only where registries have mirrors', () => {
    const registryHosts = { 'docker.io': [{ host: 'mirror.example', capabilities: ['pull', 'resolve'] }] };
    expect(found('containerd://2.2.1')).not.toContain('containerd-config-path-list');
    expect(found('containerd://2.2.1', { registryHosts })).toContain('containerd-config-path-list');
  });

  it('nothing is claimed of a runtime without a patch', () => {
    expect(found('containerd://2.2')).toEqual([]);
    expect(found('cri-o://1.30')).toEqual([]);
  });

  it('a kubelet of k3s has those of its distribution', () => {
    expect(found('containerd://2.0.2-k3s2', { kubeletVersion: 'v1.31.6+k3s1' })).toEqual([
      'k3s-wildcard-mirror-not-found',
    ]);
  });
});

it('every bug has an id of its own, ranges in order, a sign, and a source with an issue', () => {
  expect(new Set(runtimeBugs.map(({ id }) => id)).size).toBe(runtimeBugs.length);
  for (const { id, program, ranges, effect, sign, source } of runtimeBugs) {
    expect(id).toMatch(/^[a-z0-9-]+[a-z]$/);
    for (const { since, until } of ranges) {
      expect([since, until].join(' ')).toMatch(/^\d+\.\d+\.\d+ \d+\.\d+\.\d+$/);
      for (const version of [since, until])
        expect(programBugs({ program, version }).map((bug) => bug.id)).toContain(id);
    }
    expect(source).toMatch(/[a-z0-9]#\d/);
    expect(sign).not.toBe('');
    expect(effect).not.toMatch(/\.$/);
  }
});
