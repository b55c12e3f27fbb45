import { arch } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { serveScripts } from '../../../src/interfaces/cri/serve-scripts.ts';
import type { CriScript } from '../../../src/proof/cri/cri-script.ts';
import { type CriReport, type CriTestPlan, criSession } from '../../../src/proof/cri/cri-session.ts';
import type { ImageService } from '../../../src/proof/cri/image-service.ts';

/** Runs scripts on an image service of this process. */
export async function sessionOn(
  service: ImageService,
  scripts: readonly CriScript[],
  { answerMsMax = 5_000, ...options }: Partial<CriTestPlan> & { readonly answerMsMax?: number } = {},
): Promise<CriReport> {
  const nowMs = () => performance.now();
  const platform = `linux/${arch() === 'x64' ? 'amd64' : arch()}`;
  const registry = await serveScripts({ host: '127.0.0.1', port: 0, platform, seed: 1, nowMs });
  try {
    return await criSession({
      environment: {
        service,
        registry,
        nowMs,
        wait: (ms) => wait(ms, undefined, { ref: false }),
        answerMsMax,
      },
      scripts: scripts.map((script) => ({ origin: { group: 'random' }, script })),
      folder: (run) => `run-${run}`,
      ...options,
    });
  } finally {
    await registry.close();
  }
}
