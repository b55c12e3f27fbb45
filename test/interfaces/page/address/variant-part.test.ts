import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../../src/inputs/documents/without-secrets.ts';
import {
  isSameVariant,
  packVariants,
  sourcesOfPart,
  variantPart,
} from '../../../../src/interfaces/page/address/variant-part.ts';
import { emptyRun } from '../machines/sample-runs.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: "app:1" }] }\n';
const secret =
  'apiVersion: v1\nkind: Secret\nmetadata: { name: pull }\nstringData: { token: hunter2hunter2 }\n';
const input = {
  sources: [
    { name: 'web.yaml', text: pod },
    { name: 'b.yaml', text: secret },
  ],
  settings: {},
};
const edited = [{ name: 'web.yaml', text: pod.replace('app:1', 'app:2') }, ...input.sources.slice(1)];
const variantOf = (sources = input.sources) => ({
  number: 1,
  settings: {},
  sources,
  run: emptyRun(2, 1_000),
});
const client = { export: async () => JSON.stringify(withoutSecrets(edited)) };

test('edited files are packed with the variant and are the same again; a variant of settings has none', async () => {
  const [plain, variant] = [variantOf(), { ...variantOf(edited), name: 'newer' }];
  await packVariants([plain, variant], input, client);
  expect(variantPart(plain)).toEqual({ settings: {} });
  const part = variantPart(variant);
  expect(part).toEqual({ settings: {}, name: 'newer', packed: expect.stringMatching(/^[\w-]+$/) });
  const sources = await sourcesOfPart(part, input);
  // What is shared is what a run reads of it.
  expect(sources?.map(({ name }) => name)).toEqual(['web.yaml', 'b.yaml']);
  expect(sources?.[0]?.text).toContain('image: app:2');
  expect(sources?.[1]).toEqual(input.sources[1]);
  expect(isSameVariant(variantOf([...(sources ?? [])]), part)).toBe(false);
  expect(isSameVariant({ ...variantOf(), sources: sources ?? [] }, part)).toBe(true);
  expect(isSameVariant(plain, part)).toBe(false);
});

test('without a name of its own an edited variant is called by its line, unless that may be a secret', async () => {
  const [told, hidden] = [
    'kind: Pod\napiVersion: v1\nmetadata: { name: web }\nspec:\n  containers:\n    - name: app\n      image: app:1\n',
    '      env: [{ name: KEY, value: hunter2 }]\n',
  ];
  const nameOf = async (before: string, after: string) => {
    const [from, to] = [[{ name: 'a.yaml', text: before }], [{ name: 'a.yaml', text: after }]];
    const variant = { ...variantOf(), sources: to };
    await packVariants(
      [variant],
      { sources: from, settings: {} },
      { export: async () => JSON.stringify(withoutSecrets(to)) },
    );
    return variantPart(variant).name;
  };
  expect(await nameOf(told, told.replace('app:1', 'app:2'))).toBe('image: app:2');
  expect(await nameOf(told, told + hidden)).toBe('a.yaml: 1 line edited');
});

test('files that are damaged, or that this browser does not keep, make no variant', async () => {
  expect(await sourcesOfPart({ packed: 'nonsense' }, input)).toBeUndefined();
  expect(await sourcesOfPart({ files: 'gone' }, input)).toBeUndefined();
  expect(await sourcesOfPart({}, input)).toBe(input.sources);
});
