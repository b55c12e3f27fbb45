// The pages of the site as Markdown for VitePress, and what its navigation lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { chartPictures } from './chart-picture.mjs';
import { examplePages } from './example-pages.mjs';
import { frontPage } from './front-page.mjs';
import { machineMoments } from './machine-moments.mjs';
import { machineAnchors, machinePages } from './machine-pages.mjs';
import { pageModule } from './page-module.mjs';
import { schemaPages } from './schema-pages.mjs';
import { siteMarkdown } from './site-markdown.mjs';
import { siteNavigation } from './site-navigation.mjs';
import { documentPages } from './site-places.mjs';
import { sourcePages } from './source-pages.mjs';

/**
 * Returns the files of dist/site-source by name.
 *
 * @param {Awaited<ReturnType<typeof import('../../src/interfaces/cli/pages/show-page.ts').readExampleSources>>} examples
 * @param {string} base the path below which the site is served
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function writtenPages(examples, base) {
  const { formatAddress } = await pageModule('address/page-address.ts');
  const addressOf = ({ example, settings, actor, atMs }) => {
    const variant = settings === undefined ? {} : { variants: [{ settings }], shown: 1 };
    const drawer = actor === undefined ? undefined : 'chart';
    return `${base}page/index.html${formatAddress({ example, ...variant, actor, atMs, drawer })}`;
  };
  const moments = machineMoments(examples);
  const shown = new Set();
  const machines = machinePages({
    moments,
    shown,
    pictures: await chartPictures(),
    addresses: new Map([...moments].map(([machine, link]) => [machine, addressOf(link)])),
    questions: new Map(examples.map(({ name, question }) => [name, question])),
  });
  const schemas = schemaPages(base);
  const anchors = machineAnchors(machines.listed);
  const places = documentPages();
  const asPage = (text, path) =>
    siteMarkdown(text, { path, pages: places, shown, machineAt: (anchor) => anchors.get(anchor) });
  const documents = [...places]
    .filter(([path]) => path !== 'docs/machines.md' && !/^examples\/.+\//.test(path))
    .map(([path, page]) => {
      const text = asPage(readFileSync(join(root, path), 'utf8'), path);
      return [page, path === 'README.md' ? frontPage(text) : text];
    });
  const stories = examplePages(examples, { asPage, addressOf: (example) => addressOf({ example }) });
  const navigation = siteNavigation({
    machines: machines.listed,
    schemas: schemas.listed,
    examples: examples.map(({ name, question }) => ({ name, question })),
  });
  return new Map([
    ...documents,
    ...machines.pages,
    ...schemas.pages,
    ...stories,
    ...sourcePages(shown),
    ['navigation.json', JSON.stringify(navigation)],
  ]);
}
