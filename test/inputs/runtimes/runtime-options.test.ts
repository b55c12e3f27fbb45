import { describe, expect, it } from 'vitest';
import type { RuntimeConfiguration } from '../../../src/inputs/runtimes/runtime-config-of-document.ts';
import { runtimeOptionsOf } from '../../../src/inputs/runtimes/runtime-options-of.ts';
import { selectRuntimeProfile } from '../../../src/rules/runtime/profiles/select-runtime-profile.ts';

const settle = (configuration: RuntimeConfiguration, runtime = 'containerd://2.4') =>
  runtimeOptionsOf(configuration, selectRuntimeProfile(runtime).profile, runtime);
const byLocalPath = (reason: string) =>
  `${reason} of the CRI plugin makes containerd://2.4 pull by its local path; its transfer service has settings of its own (io.containerd.transfer.v1.local).`;

// CheckLocalImagePullConfigs in internal/cri/config/config.go of containerd 2.4.2
describe('which of two places of a setting counts', () => {
  it.each([
    [{}, {}, []],
    [{ downloads: 3, transferDownloads: 7 }, { maxConcurrentDownloads: 7 }, []],
    [
      { downloads: 6, transferDownloads: 7 },
      { maxConcurrentDownloads: 6, path: 'local' },
      [byLocalPath('max_concurrent_downloads = 6')],
    ],
    [{ downloads: 6, useLocalImagePull: true }, { maxConcurrentDownloads: 6, path: 'local' }, []],
    [
      { useLocalImagePull: false, onlyLocal: 'registry.mirrors' },
      { path: 'local' },
      [byLocalPath('registry.mirrors')],
    ],
    [
      { downloads: 6, onlyLocal: 'registry.mirrors' },
      { maxConcurrentDownloads: 6, path: 'local' },
      [byLocalPath('registry.mirrors')],
    ],
    [{ fetchBuffer: 5, transferFetchBuffer: 6 }, { concurrentLayerFetchBuffer: 6 }, []],
    [{ fetchBuffer: 5 }, { concurrentLayerFetchBuffer: 5 }, []],
    [
      { useLocalImagePull: true, fetchBuffer: 5, transferFetchBuffer: 6 },
      { concurrentLayerFetchBuffer: 5, path: 'local' },
      [],
    ],
    [{ unpacks: 0 }, { maxConcurrentUnpacks: 1 }, []],
    [{ unpacks: 1, useLocalImagePull: true }, { maxConcurrentUnpacks: 1, path: 'local' }, []],
    [
      { unpacks: 2, useLocalImagePull: true },
      { maxConcurrentUnpacks: 2, path: 'local' },
      ['max_concurrent_unpacks is of the transfer service: the local path unpacks one layer after another.'],
    ],
    [{ unpacks: 2 }, { maxConcurrentUnpacks: 2 }, []],
    [{ snapshotter: 'overlay' }, { snapshotter: 'overlay' }, []],
    [{ snapshotter: 'native' }, { snapshotter: 'native' }, []],
    [{ snapshotter: 'stargz' }, { snapshotter: 'stargz' }, []],
    [{ snapshotter: 'zfs' }, { snapshotter: 'zfs' }, ['The snapshotter zfs is simulated as overlayfs.']],
    [{ progressTimeoutMicros: 5 }, { imagePullProgressTimeoutMicros: 5 }, []],
    [
      { crioProgressTimeoutMicros: 5 },
      {},
      ["containerd://2.4 has no pull_progress_timeout: it is CRI-O's, and ignored."],
    ],
  ])('%j', (configuration, options, notes) => {
    expect(settle(configuration)).toEqual({ options, notes });
  });
});

describe('what a runtime does not have is left out, and told', () => {
  it.each([
    [
      'containerd://1.7',
      { downloads: 6, useLocalImagePull: true, transferDownloads: 7 },
      { maxConcurrentDownloads: 6 },
      [],
    ],
    ['containerd://1.6', { unpacks: 2 }, {}, ['containerd://1.6 has no max_concurrent_unpacks: ignored.']],
    [
      'containerd://1.6',
      { unpacks: 2, fetchBuffer: 3 },
      {},
      ['containerd://1.6 has no max_concurrent_unpacks, concurrent_layer_fetch_buffer: ignored.'],
    ],
    ['cri-o://1.33', { crioProgressTimeoutMicros: 5 }, { imagePullProgressTimeoutMicros: 5 }, []],
    [
      'cri-o://1.33',
      { crioProgressTimeoutMicros: 5, progressTimeoutMicros: 6 },
      { imagePullProgressTimeoutMicros: 6 },
      [],
    ],
    ['cri-o://1.33', { snapshotter: 'stargz' }, {}, ['cri-o://1.33 has no snapshotter: ignored.']],
  ])('%s with %j', (runtime, configuration, options, notes) => {
    expect(settle(configuration, runtime)).toEqual({ options, notes });
  });
});
