import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { containerdConfig, registryHosts } from '../../tools/recording/containerd-config.ts';
import type { RecordedHeader } from '../../tools/validation/recorded-run.ts';

const paths = { root: '/r', state: '/s', socket: '/c.sock', registries: '/h' };

function plugins(config: Partial<RecordedHeader['config']>): Record<string, unknown> {
  const text = containerdConfig(
    { runtime: '2.1.9', snapshotter: 'overlayfs', maxConcurrentDownloads: 3, path: 'transfer', ...config },
    paths,
  );
  return parse(text).plugins as Record<string, unknown>;
}

test('1.x has one section for CRI, in version 2 of the format', () => {
  const config = {
    runtime: '1.7.35',
    snapshotter: 'native',
    maxConcurrentDownloads: 1,
    path: 'local',
    progressTimeout: '6s',
  } as const;
  expect(parse(containerdConfig(config, paths))).toEqual({
    version: 2,
    root: '/r',
    state: '/s',
    grpc: { address: '/c.sock' },
    debug: { level: 'trace', format: 'json' },
    plugins: {
      'io.containerd.grpc.v1.cri': {
        max_concurrent_downloads: 1,
        image_pull_progress_timeout: '6s',
        containerd: { snapshotter: 'native' },
        registry: { config_path: '/h' },
      },
    },
  });
});

test('in 2.x the transfer service has the limits', () => {
  expect(plugins({ maxConcurrentDownloads: 1, fetchBuffer: 1_048_576, progressTimeout: '4s' })).toEqual({
    'io.containerd.cri.v1.images': {
      snapshotter: 'overlayfs',
      image_pull_progress_timeout: '4s',
      registry: { config_path: '/h' },
    },
    'io.containerd.transfer.v1.local': {
      max_concurrent_downloads: 1,
      concurrent_layer_fetch_buffer: 1_048_576,
    },
  });
});

test('the local path of 2.x is asked for by its name, or by another limit of CRI', () => {
  expect(plugins({ path: 'local' })).toMatchObject({
    'io.containerd.cri.v1.images': { use_local_image_pull: true },
  });
  const six = plugins({ path: 'local', maxConcurrentDownloads: 6 });
  expect(six['io.containerd.cri.v1.images']).toEqual({
    snapshotter: 'overlayfs',
    max_concurrent_downloads: 6,
    registry: { config_path: '/h' },
  });
});

test('the registry is asked without TLS at once', () => {
  expect(parse(registryHosts('127.0.0.1:5000'))).toEqual({ server: 'http://127.0.0.1:5000' });
});
