import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { defaults } from '../../../src/inputs/defaults.ts';
import { faultForms } from '../../../src/inputs/scenario/fault-rows.ts';
import { scenarioSchema } from '../../../src/inputs/scenario/scenario-shape.ts';
import { scenarioTemplate } from '../../../src/inputs/scenario/scenario-template.ts';
import { accepted, podYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: web, image: "nginx:1.27" }] }');

/** The template with every example in it made real: `#  x` becomes `  x`. */
const uncommented = scenarioTemplate
  .replace(/^ {2}at: 0s\n/m, '')
  .replace(/^(\w+): (?:\[\]|\{\})( +#.*)?$/gm, '$1:')
  .replace(/^# {3}Durations {2}500ms.*$/m, '')
  .replace(/^#( {2,}.*)$/gm, '$1')
  .replace(/^#((?:metadata|startTime):.*)$/gm, '$1');
/** Once with each of the ways in which nodes give images to each other. */
const uncommentedTexts = [...uncommented.matchAll(/^#(peers: .*)$/gm)].map(
  ([, peers = '']) => `${uncommented}${peers}\n`,
);

test('the template of `windlass init` is accepted as it is, and changes nothing', () => {
  const { input, warnings } = accepted(stream(pod, scenarioTemplate));
  expect(warnings).toEqual([]);
  const { assumptions: _, nodes, ...others } = accepted(pod).input;
  // Who says so is another.
  const plain = { ...others, nodes: nodes.map(({ byNodeProfile: __, ...node }) => node) };
  expect(input).toMatchObject(plain);
});

test.each(uncommentedTexts)('every example in its comments is accepted too', (text) => {
  const { input } = accepted(stream(pod, text));
  expect(input.faults.map((fault) => fault.kind).sort()).toEqual(
    faultForms()
      .map(({ kind }) => kind)
      .sort(),
  );
  expect(input.nodes.filter(({ join }) => join === undefined)).toHaveLength(3);
  expect(input.nodes.filter(({ join }) => join !== undefined)).toHaveLength(10);
});

test('the JSON Schema comes from the same shapes: it describes our kinds, and every field of the template', () => {
  const schema = scenarioSchema();
  expect(schema.title).toBe('Windlass Scenario, ImageCatalog and Luck');
  for (const kind of ['ImageCatalog', 'Luck']) expect(JSON.stringify(schema)).toContain(kind);
  const shape = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  expect(shape.safeParse(parse(scenarioTemplate)).success).toBe(true);
  expect(shape.safeParse(parse(uncommented)).success).toBe(true);
  expect(shape.safeParse({ ...parse(scenarioTemplate), horizn: '3s' }).success).toBe(false);
  expect(shape.safeParse({ ...parse(scenarioTemplate), horizon: 'soon' }).success).toBe(false);
});

test('the template shows every field of a Scenario', () => {
  const written = new Set(
    [scenarioTemplate, ...uncommentedTexts].flatMap((text) => pathsOfValue(parse(text))),
  );
  const faults = scenarioTemplate.slice(scenarioTemplate.indexOf('# Timed faults'));
  const ofLuck = ['arrivalOrder', 'draws'];
  const missing = pathsOfSchema(scenarioSchema() as Schema).filter(
    (path) =>
      !ofLuck.includes(path) &&
      !written.has(path) &&
      !(path.startsWith('faults.') && new RegExp(`\\b${path.slice(7)}\\b`).test(faults)),
  );
  expect(missing).toEqual([]);
  expect(pathsOfSchema(scenarioSchema() as Schema)).toEqual(
    expect.arrayContaining(['nodes.defaults.timings.podSync', 'deletions.recreate']),
  );
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

/**
 * The paths of fields in a value; places in lists, hosts, names of nodes and the like do not count:
 * `registries.*.pullLimit.per`.
 */
function pathsOfValue(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOfValue(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = joined(path, maps.test(path) ? '*' : key);
    return [own, ...pathsOfValue(inner, own)];
  });
}

/**
 * Fields whose keys are no fields: hosts, repositories, names. A node that is named has the fields of all
 * nodes.
 */
const maps =
  /^(registries|serviceAccounts|credentialProviders|nodes\.named|nodes\.kubelets\.(matchLabels|config)|.*\.private|.*\.credentials|.*\.hosts)$/;

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function pathsOfSchema(schema: Schema, path = ''): string[] {
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((form) =>
    pathsOfSchema(form, path),
  );
  const items = schema.items === undefined ? [] : pathsOfSchema(schema.items, path);
  const values =
    typeof schema.additionalProperties === 'object' && path !== 'nodes.named'
      ? pathsOfSchema(schema.additionalProperties, `${path}.*`)
      : [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const own = joined(path, key);
    return [own, ...pathsOfSchema(inner, own)];
  });
  return [...new Set([...forms, ...items, ...values, ...fields])];
}

test('every default has a name of its own', () => {
  expect(new Set(defaults.map((entry) => entry.name)).size).toBe(defaults.length);
});
