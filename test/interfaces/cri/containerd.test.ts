import { expect, test } from 'vitest';
import { connectImageService, grpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import { criCases } from '../../../src/proof/cri/cri-cases.ts';
import type { CriScript } from '../../../src/proof/cri/cri-script.ts';
import { randomCriScripts } from '../../../src/proof/cri/random-cri-scripts.ts';
import { sessionOn } from './cri-session-of.ts';
import { lacksContainerd, startDebianContainerd } from './debian-containerd.ts';

/** docs/findings.md, "A layer with wrong bytes fails the next pull too", and one that has waited for the layer. */
const meetsFinding = ({ faults = [] }: CriScript): boolean =>
  faults.some(({ kind }) => kind === 'wrongDigest');

test.skipIf(lacksContainerd)(
  'a real containerd breaks one property, by its one known finding',
  {
    timeout: 120_000,
  },
  async () => {
    const scripts = [...criCases().map(({ script }) => script), ...randomCriScripts(1, 40)];
    const started = await startDebianContainerd();
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
