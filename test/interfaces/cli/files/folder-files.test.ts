import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderFiles } from '../../../../src/interfaces/cli/files/folder-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-folder-'));

const files: Readonly<Record<string, string>> = {
  'shop/web.yaml': '',
  'shop/b/db.yml.gz': '',
  'shop/b/notes.md': '',
  'shop/a/cache.json': '',
  'shop/.github/workflow.yaml': '',
  'shop/node_modules/x/x.yaml': '',
  'shop/charts/web/Chart.yaml': '',
  'shop/charts/web/templates/web.yaml': '',
  'plain/web.yaml': '',
  'plain/kustomization.yaml': 'resources: [web.yaml]\nnamespace: shop\n',
  'overlay/base/web.yaml': '',
  'overlay/base/kustomization.yml': 'resources: [web.yaml]',
  'overlay/prod/kustomization.yaml': 'resources: [../base]',
  'overlay/prod/patch.yaml': '',
  'overlay/broken/kustomization.yaml': '{',
  'images/Kustomization': 'resources: [web.yaml]\nimages: [{ name: web, newTag: "2" }]',
  'images/web.yaml': '',
  'kubelet/config.yaml': '',
  'kubelet/kubelet.conf': '',
  'kubelet/kubelet.conf.d/10.conf': '',
};

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const kustomize = (path: string) =>
  `${path} is a kustomization, which is more than its files; try: kubectl kustomize ${path} | windlass run -`;

test.each([
  [
    'shop',
    ['shop/web.yaml', 'shop/a/cache.json', 'shop/b/db.yml.gz'],
    [
      'shop/charts/web is a Helm chart, whose templates helm fills in; try: helm template shop/charts/web | windlass run -',
    ],
  ],
  ['plain', ['plain/web.yaml'], []],
  [
    'overlay',
    ['overlay/base/web.yaml'],
    [
      '2 kustomizations, which are more than their files: overlay/broken, overlay/prod; try: kubectl kustomize overlay/broken | windlass run -',
    ],
  ],
  ['images', [], [kustomize('images')]],
  ['kubelet', ['kubelet/config.yaml', 'kubelet/kubelet.conf.d/10.conf'], []],
])('%s', async (name, found, leftOut) => {
  expect(await folderFiles(name, folder)).toEqual({ files: found, leftOut });
});
