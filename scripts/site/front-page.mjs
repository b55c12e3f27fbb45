// The front page of the site: README.md, its beginning as a headline with the ways in.
import { frontMatter } from './site-markdown.mjs';

/**
 * Returns the page.
 *
 * @param {string} readme README.md with the links of the site
 */
export function frontPage(readme) {
  const [, tagline] = /^\*\*(.+)\*\*$/m.exec(readme) ?? [];
  if (tagline === undefined) throw new Error('README.md says in bold what Windlass does: it does so no more');
  const ways = [
    { theme: 'brand', text: 'Run it in your browser', link: '/page/index.html', target: '_self' },
    { theme: 'alt', text: 'First steps', link: '/docs/guides/first-steps' },
    { theme: 'alt', text: 'Examples', link: '/examples/' },
    { theme: 'alt', text: 'Machines', link: '/machines/' },
  ];
  const rest = readme.slice(readme.indexOf(tagline) + tagline.length + 2);
  const matter = frontMatter({
    layout: 'home',
    title: 'Windlass',
    titleTemplate: false,
    hero: { name: 'Windlass', tagline, actions: ways },
  });
  return `${matter}${rest.trimStart()}`;
}
