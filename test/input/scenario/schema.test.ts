import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { defaults } from '../../../src/input/defaults.ts';
import { faultForms } from '../../../src/input/scenario/fault-rows.ts';
import { scenarioTemplate } from '../../../src/input/scenario/scenario-template.ts';
import { scenarioSchema } from '../../../src/input/scenario/schema.ts';
import { accepted, podYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: web, image: "nginx:1.27" }] }');

/** The template with every example in it made real: `#  x` becomes `  x`. */
const uncommented = scenarioTemplate
  .replace(/^ {2}at: 0s\n/m, '')
  .replace(/^(containers|images|faults): \[\]$/gm, '$1:')
  .replace(/^#( {2,}.*)$/gm, '$1')
  .replace(/^.*(?:Durations {2}500ms).*$/m, '');

test('the template of `windlass init` is accepted as it is, and changes nothing', () => {
  const { input, warnings } = accepted(stream(pod, scenarioTemplate));
  expect(warnings).toEqual([]);
  const { assumptions: _, nodes, ...others } = accepted(pod).input;
  // Who says so is another.
  const plain = { ...others, nodes: nodes.map(({ byNodeProfile: __, ...node }) => node) };
  expect(input).toMatchObject(plain);
});

test('every example in its comments is accepted too', () => {
  const { input } = accepted(stream(pod, uncommented));
  expect(input.faults.map((fault) => fault.kind).sort()).toEqual(faultForms.map(({ kind }) => kind).sort());
  expect(input.nodes).toHaveLength(3);
});

test('the JSON Schema comes from the same shapes: it describes both kinds, and every field of the template', () => {
  const schema = scenarioSchema();
  expect(schema.title).toBe('Windlass Scenario and ImageCatalog');
  expect(JSON.stringify(schema)).toContain('ImageCatalog');
  const shape = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  expect(shape.safeParse(parse(scenarioTemplate)).success).toBe(true);
  expect(shape.safeParse(parse(uncommented)).success).toBe(true);
  expect(shape.safeParse({ ...parse(scenarioTemplate), horizn: '3s' }).success).toBe(false);
  expect(shape.safeParse({ ...parse(scenarioTemplate), horizon: 'soon' }).success).toBe(false);
});

test('every default has a name of its own', () => {
  expect(new Set(defaults.map((entry) => entry.name)).size).toBe(defaults.length);
});
