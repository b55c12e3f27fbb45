// The bar above and the list beside each page. Guides stand under the questions of docs/README.md.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../run.mjs';

/**
 * Returns `nav` and `sidebar` of VitePress's theme.
 *
 * @param {object} from
 * @param {readonly { title: string, machines: readonly string[] }[]} from.machines
 * @param {readonly { name: string, title: string }[]} from.schemas
 * @param {readonly { name: string, question: string }[]} from.examples
 */
export function siteNavigation({ machines, schemas, examples }) {
  const guides = guideGroups();
  const ours = (text, path) => ({ text, link: `/${path}`, target: '_self' });
  return {
    nav: [
      {
        text: 'Guides',
        link: '/docs/',
        activeMatch: '^/docs/(?!fidelity|left-out|findings|published|measurements)',
      },
      { text: 'Examples', link: '/examples/', activeMatch: '^/examples/' },
      { text: 'Machines', link: '/machines/', activeMatch: '^/machines/' },
      {
        text: 'Reference',
        items: [
          ours('Library', 'reference/index.html'),
          { text: 'Schemas', link: '/schemas/' },
          { text: 'Trace', link: '/docs/trace' },
          { text: 'Defaults', link: '/docs/defaults' },
          { text: 'Lint rules', link: '/docs/lint' },
          { text: 'Words', link: '/docs/vocabulary' },
        ],
      },
      {
        text: 'Trust',
        items: [
          { text: 'Fidelity', link: '/docs/fidelity' },
          { text: 'What is left out', link: '/docs/left-out' },
          { text: 'Findings', link: '/docs/findings' },
          { text: 'Published figures', link: '/docs/published' },
          { text: 'Measurements', link: '/docs/measurements' },
        ],
      },
      ours('Run it', 'page/index.html'),
    ],
    sidebar: {
      '/machines/': [
        { text: 'All machines', link: '/machines/' },
        { text: 'The image pull, for newcomers', link: '/machines/the-image-pull' },
        ...machines.map(({ title, machines: names }) => ({
          text: title,
          items: names.map((name) => ({ text: name, link: `/machines/${name}` })),
        })),
      ],
      '/schemas/': [
        {
          text: 'Schemas',
          link: '/schemas/',
          items: schemas.map(({ name, title }) => ({ text: title, link: `/schemas/${name}` })),
        },
      ],
      '/examples/': [
        {
          text: 'Examples',
          link: '/examples/',
          items: examples.map(({ name, question }) => ({ text: question, link: `/examples/${name}` })),
        },
      ],
      '/': [
        ...guides,
        {
          text: 'The project',
          items: [
            { text: 'Changes', link: '/changelog' },
            { text: 'Contributing', link: '/contributing' },
            { text: 'Security', link: '/security' },
          ],
        },
      ],
    },
  };
}

/** The documents of docs/README.md under its headings, as its table of questions names them. */
function guideGroups() {
  const text = readFileSync(join(root, 'docs/README.md'), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n');
      const links = [...section.matchAll(/\[([^\]]+)\]\(([^)#]+)\.md\)/g)];
      const items = links
        .filter(([, , path = '']) => !path.startsWith('..') && path !== 'machines')
        .map(([, label = '', path = '']) => ({
          text: label.charAt(0).toUpperCase() + label.slice(1),
          link: `/${posix.join('docs', path)}`,
        }));
      return { text: title, items };
    });
}
