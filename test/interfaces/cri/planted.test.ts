import { describe, expect, test } from 'vitest';
import { criCases } from '../../../src/proof/cri/cri-cases.ts';
import { pathCriScripts } from '../../../src/proof/cri/paths/path-cri-scripts.ts';
import { criProperties } from '../../../src/proof/cri/properties/cri-properties.ts';
import { randomCriScripts } from '../../../src/proof/cri/random-cri-scripts.ts';
import { sessionOn } from './cri-session-of.ts';
import { type Defect, plantedDefects } from './planted-defects.ts';
import { PlantedImageService } from './planted-image-service.ts';

const written = [...criCases(), ...pathCriScripts('all-transitions')].map(({ script }) => script);
const scripts = [...written, ...randomCriScripts(1, 40)];

test('a right image service breaks no property, and each has something to judge', {
  timeout: 120_000,
}, async () => {
  const report = await sessionOn(new PlantedImageService(), scripts);
  expect(report.findings).toEqual([]);
  expect(report.properties.filter(({ held }) => held === 0)).toEqual([]);
});

// Most of the time a script waits: several sessions at once need no more processors than one.
describe.concurrent('each defect of an image service is found', () => {
  test.each(Object.entries(plantedDefects))(
    '%s violates %s',
    { timeout: 120_000 },
    async (defect, property) => {
      const report = await sessionOn(new PlantedImageService(defect as Defect), scripts, {
        answerMsMax: 3_000,
        without: criProperties.map(({ name }) => name).filter((name) => name !== property),
        endsAtFirst: true,
        shrinkRunsMax: 0,
      });
      expect(report.findings).toMatchObject([{ property: { name: property } }]);
    },
  );
});

test('what shows a defect becomes as small as a person would write it', { timeout: 60_000 }, async () => {
  const report = await sessionOn(new PlantedImageService('removesSharedLayers'), written, {
    endsAtFirst: true,
    without: criProperties.map(({ name }) => name).filter((name) => name !== 'removal-spares-others'),
  });
  const [{ script } = { script: undefined }] = report.findings;
  expect(script?.images.map(({ layers }) => layers)).toEqual([['base'], ['base']]);
  expect(script?.steps.map((step) => step.do)).toEqual(['pull', 'pull', 'remove']);
});
