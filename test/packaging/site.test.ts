import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { machineGroups } from '../../src/charts/statechart/machine-groups.ts';
import { root } from '../tidy/sources.ts';

const site = join(root, 'dist/site');
const base = '/some/where/';

/** Builds the site below a path, as for a host that has other pages too. Links that do not hold fail it. */
beforeAll(() => {
  const built = spawnSync(process.execPath, ['scripts/site/build-site.mjs', '--if-stale', '--base', base], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(built.status, built.stderr + built.stdout).toBe(0);
});

/** What this test needs of the package of which VitePress's search is made; it is found where VitePress is. */
interface MiniSearch {
  readonly loadJSON: (
    index: string,
    options: { readonly fields: readonly string[]; readonly storeFields: readonly string[] },
  ) => {
    readonly search: (
      words: string,
      options: { readonly combineWith: 'AND' },
    ) => readonly { readonly id: string }[];
  };
}

const htmlOf = (page: string): string => readFileSync(join(site, `${page}.html`), 'utf8');
const pages = (): readonly string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));

const examples = readdirSync(join(root, 'examples')).filter((name) =>
  existsSync(join(root, 'examples', name, 'README.md')),
);

test.each(examples)('the example %s has a page with its story, and its run in a frame beside it', (name) => {
  const [title = ''] = readFileSync(join(root, 'examples', name, 'README.md'), 'utf8').split('\n');
  const html = htmlOf(`examples/${name}`);
  expect(html).toContain(`<iframe src="${base}page/index.html#example=${name}"`);
  expect(textOf(html)).toContain(title.slice(2).replaceAll('`', ''));
});

const machines = machineGroups.flatMap((group) => group.machines.map((machine) => machine));

test.each(machines.map((machine) => [machine.id, machine] as const))(
  'the machine %s has a page with its chart and its states',
  (id, { states }) => {
    const html = htmlOf(`machines/${id}`);
    expect(html).toContain(`<h1 id="${id.toLowerCase()}"`);
    const keys = Object.keys(states);
    expect(html.includes('<div class="site-chart"')).toBe(keys.length > 0);
    for (const key of keys) expect(html).toContain(`data-state="${id}.${key}"`);
  },
);

test('machines of the kubelet and the runtime are stepped through in an example', () => {
  const stepped = machines.filter(({ id }) =>
    htmlOf(`machines/${id}`).includes(`href="${base}page/index.html#example=`),
  );
  expect(stepped.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'imagePull',
      'pullSlots',
      'podWorker',
      'pleg',
      'imageGc',
      'runtimePull',
      'fetch',
    ]),
  );
  // Some need a setting that no example has, and what only conformance scripts drive is in no run.
  const inNoExample = [
    'credentialProviders',
    'scriptedPull',
    'peers',
    'kubeadmRuntime',
    'kubeadmSandboxRemoval',
  ];
  expect(machines.map(({ id }) => id).filter((id) => !stepped.some((each) => each.id === id))).toEqual(
    inNoExample,
  );
});

test('the search finds words of guides, examples, machines and schemas, without a server', async () => {
  const chunks = join(site, 'assets/chunks');
  const name = readdirSync(chunks).find((file) => file.startsWith('@localSearchIndex')) ?? '';
  const { default: index } = (await import(pathToFileURL(join(chunks, name)).href)) as { default: string };
  const miniSearch: MiniSearch = createRequire(join(root, 'tools/site/package.json'))('minisearch');
  // As VitePress does.
  const search = miniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
  });
  const found = (words: string): readonly string[] =>
    search.search(words, { combineWith: 'AND' }).map(({ id }) => id.replace(/#.*$/, ''));
  expect(found('ImagePullBackOff')).toContain(`${base}examples/after-the-fix.html`);
  expect(found('pull QPS exceeded')).toContain(`${base}examples/pull-qps-exceeded.html`);
  expect(found('podWorker')).toContain(`${base}machines/podWorker.html`);
  expect(found('LintReport')).toContain(`${base}schemas/lint-report.html`);
  expect(found('containerd 1.6')).toContain(`${base}docs/guides/runtime.html`);
});

test('schemas, the library, fidelity and findings are in the navigation of each page', () => {
  const html = htmlOf('docs/guides/why');
  for (const link of ['reference/index', 'schemas/', 'docs/fidelity', 'docs/findings', 'page/index'])
    expect(html).toContain(`href="${base}${link}`);
  expect(existsSync(join(site, 'reference/index.html'))).toBe(true);
  expect(existsSync(join(site, 'schemas/scenario.schema.json'))).toBe(true);
});

test('no page may load anything from another host', () => {
  expect(pages().length).toBeGreaterThan(200);
  for (const page of pages()) {
    const html = readFileSync(join(site, page), 'utf8');
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy, page).toContain("default-src 'none'");
    const hosts = policy.match(/https?:[^ ;]*/g) ?? [];
    // The replay page may frame Stately's inspector, where a person asks for it.
    expect(hosts, page).toEqual(page.endsWith('page/replay.html') ? ['https://stately.ai'] : []);
    expect(html, page).not.toMatch(/<(?:script|img|iframe|link)\b[^>]*\s(?:src|href)="(?:https?:)?\/\//);
  }
});

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
