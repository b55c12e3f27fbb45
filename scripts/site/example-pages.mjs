// A page for each example: its story, and beside it its run in our own page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { frontMatter, htmlText } from './site-markdown.mjs';

/**
 * Returns the pages by path in the site.
 *
 * @param {readonly { name: string, title: string, question: string }[]} examples in reading order
 * @param {object} from
 * @param {(text: string, path: string) => string} from.asPage turns links into links of the site
 * @param {(name: string) => string} from.addressOf where the page shows an example
 */
export function examplePages(examples, { asPage, addressOf }) {
  return new Map(
    examples.map(({ name, question }, index) => {
      const path = `examples/${name}/README.md`;
      const readme = readFileSync(join(root, path), 'utf8').trimEnd();
      const beside = { prev: linkTo(examples[index - 1]), next: linkTo(examples[index + 1]) };
      const matter = frontMatter({ sidebar: false, aside: false, pageClass: 'example-page', ...beside });
      const address = htmlText(addressOf(name));
      // The frame is loaded when it is in sight: it simulates at once.
      const text = `${matter}<div class="site-example"><div class="site-story">

${asPage(readme, path)}

</div>
<aside class="site-run" aria-label="The run">
<iframe src="${address}" title="${htmlText(`The run: ${question}`)}" loading="lazy"></iframe>
<p>Its input below, run in your browser. <a href="${address}" target="_blank">Open it alone</a></p>
</aside>
<div class="site-story">

## Its input

${inputs(name)}

</div></div>
`;
      return [`examples/${name}.md`, text];
    }),
  );
}

function linkTo(example) {
  return example === undefined ? false : { text: example.question, link: `/examples/${example.name}` };
}

/** The files of the example, as they are. */
function inputs(name) {
  const folder = join(root, 'examples', name);
  return readdirSync(folder)
    .filter((file) => file !== 'README.md' && existsSync(join(folder, file)))
    .sort()
    .map((file) => `**${file}**\n\n\`\`\`yaml\n${readFileSync(join(folder, file), 'utf8').trimEnd()}\n\`\`\``)
    .join('\n\n');
}
