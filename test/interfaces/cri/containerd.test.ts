import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { startContainerd } from '../../../scripts/recording/containerd-process.mjs';
import { connectImageService, grpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import { criCases } from '../../../src/proof/cri/cri-cases.ts';
import type { CriScript } from '../../../src/proof/cri/cri-script.ts';
import { randomCriScripts } from '../../../src/proof/cri/random-cri-scripts.ts';
import { containerdConfig } from '../../../tools/recording/containerd-config.ts';
import { sessionOn } from './cri-session-of.ts';

const containerd = '/usr/bin/containerd';
// containerd mounts, which takes root.
const isMissing = !existsSync(containerd) || process.getuid?.() !== 0;

/** Debian's, with its defaults. */
const config = {
  runtime: 'containerd 1.6.20',
  snapshotter: 'overlayfs',
  maxConcurrentDownloads: 3,
  path: 'local',
} as const;

/** docs/findings.md, "A layer with wrong bytes fails the next pull too", and one that has waited for the layer. */
const meetsFinding = ({ faults = [] }: CriScript): boolean =>
  faults.some(({ kind }) => kind === 'wrongDigest');

test.skipIf(isMissing)(
  'a real containerd breaks one property, by its one known finding',
  {
    timeout: 120_000,
  },
  async () => {
    const scripts = [...criCases().map(({ script }) => script), ...randomCriScripts(1, 40)];
    const started = await startContainerd(containerd, {
      configOf: (paths) => containerdConfig(config, paths),
      hosts: {},
      diskBytes: null,
    });
    const service = connectImageService(`unix://${started.paths.socket}`, await grpcLibraries());
    try {
      const sound = await sessionOn(
        service,
        scripts.filter((script) => !meetsFinding(script)),
        { answerMsMax: 30_000 },
      );
      expect(sound.findings.map(({ property, judgement }) => [property.name, judgement.violation])).toEqual(
        [],
      );
      const wrong = await sessionOn(
        service,
        scripts.filter(({ name }) => name === 'wrong-bytes-for-both'),
        { answerMsMax: 30_000 },
      );
      expect(wrong.findings.map(({ property }) => property.name)).toEqual(['healthy-pull-succeeds']);
    } finally {
      service.close();
      await started.stop();
    }
  },
);
