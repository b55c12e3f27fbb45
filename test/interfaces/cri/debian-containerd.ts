import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect } from 'vitest';
import { startContainerd } from '../../../scripts/recording/containerd-process.mjs';
import { connectImageService, grpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import { containerdConfig } from '../../../tools/recording/containerd-config.ts';

const containerd = '/usr/bin/containerd';

/** Whether there is no containerd to test with: it mounts, which takes root. */
export const lacksContainerd = !existsSync(containerd) || process.getuid?.() !== 0;

const config = {
  runtime: '1.6.20',
  snapshotter: 'overlayfs',
  maxConcurrentDownloads: 3,
  path: 'local',
} as const;

/** Starts Debian's containerd with its defaults and an empty store. Resolves when its CRI service answers. */
export async function startDebianContainerd(): ReturnType<typeof startContainerd> {
  const started = await startContainerd(containerd, {
    configOf: (paths) => containerdConfig(config, paths),
    hosts: {},
    diskBytes: null,
  });
  const client = connectImageService(`unix://${started.paths.socket}`, await grpcLibraries());
  try {
    // Its log says that it is booted a moment before "server is not initialized yet" ends.
    await expect.poll(() => client.version(), { timeout: 10_000 }).toContain('containerd');
  } finally {
    client.close();
  }
  return started;
}
