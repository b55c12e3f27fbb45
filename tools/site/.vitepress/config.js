// How VitePress makes the pages of dist/site-source, which scripts/site writes. VitePress asks for a default
// export, here and in theme/index.js.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headingAnchor } from '../../../scripts/site/heading-anchor.mjs';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
const { nav, sidebar } = JSON.parse(readFileSync(join(dist, 'site-source/navigation.json'), 'utf8'));

/** A page as the search sees it. Colours of code are not looked for, and half of the work. */
function searchedHtml(text, env, markdown) {
  const { highlight } = markdown.options;
  markdown.options.highlight = null;
  try {
    const html = markdown.render(text, env);
    return env.frontmatter?.search === false ? '' : html;
  } finally {
    markdown.options.highlight = highlight;
  }
}

const config = {
  lang: 'en',
  title: 'Windlass',
  description: 'A deterministic, virtual-time simulator of the kubelet’s image subsystem',
  srcDir: join(dist, 'site-source'),
  outDir: join(dist, 'site'),
  cacheDir: join(dist, 'site-cache'),
  metaChunk: true,
  // The index of the search is one file, loaded when it is opened.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: headingAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { ndjson: 'jsonl' },
  },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { boost: { title: 6, titles: 2, text: 1 } } },
        _render: searchedHtml,
      },
    },
    docFooter: { prev: 'Before', next: 'Next' },
    notFound: {
      title: 'There is no such page',
      quote: 'Search for it, or begin at the front page.',
      linkText: 'To the front page',
    },
  },
};

export { config as default };
