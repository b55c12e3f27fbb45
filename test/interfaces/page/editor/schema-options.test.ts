import { expect, test } from 'vitest';
import scenarioSchema from '../../../../schemas/scenario.schema.json' with { type: 'json' };
import { kubeletSchema } from '../../../../src/interfaces/page/editor/kubelet-schema.ts';
import { type JsonSchema, schemaOptions } from '../../../../src/interfaces/page/editor/schema-options.ts';
import { yamlPlace } from '../../../../src/interfaces/page/editor/yaml-place.ts';

const schemas = [scenarioSchema as JsonSchema, kubeletSchema('1.37')];
const optionsIn = (text: string) => {
  const place = yamlPlace(text.replace('|', ''), text.indexOf('|'));
  return place === undefined ? [] : schemaOptions(schemas, place);
};
const labelsIn = (text: string) => optionsIn(text).map(({ label }) => label);

test('the kinds that have a schema are offered, and then their own fields', () => {
  expect(labelsIn('kind: |')).toEqual(
    expect.arrayContaining(['Scenario', 'ImageCatalog', 'KubeletConfiguration']),
  );
  const fields = labelsIn('kind: Scenario\nseed: 1\n|');
  expect(fields).toEqual(expect.arrayContaining(['horizon', 'nodes', 'faults']));
  expect(fields).not.toContain('seed');
  expect(fields).not.toContain('maxParallelImagePulls');
  expect(labelsIn('kind: Pod\n|')).toEqual([]);
});

test('fields of the KubeletConfiguration come with what they do, and with their values', () => {
  const found = optionsIn('kind: KubeletConfiguration\n|').find(
    ({ label }) => label === 'serializeImagePulls',
  );
  expect(found?.description).toMatch(/\w/);
  expect(labelsIn('kind: KubeletConfiguration\nserializeImagePulls: |')).toEqual(['true', 'false']);
  expect(labelsIn('kind: KubeletConfiguration\nevictionHard:\n  |')).toContain('imagefs.available');
});

test('fields within a list and within fields of any name are those of their schema', () => {
  const faults = labelsIn('kind: Scenario\nfaults:\n  - |');
  expect(faults.length).toBeGreaterThan(1);
  const of: JsonSchema = { additionalProperties: { properties: { size: { enum: ['small', 'large'] } } } };
  const place = { kind: undefined, path: ['any'], key: 'size', written: '', siblings: [] };
  expect(schemaOptions([of], place).map(({ label }) => label)).toEqual(['small', 'large']);
});
