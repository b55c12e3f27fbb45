// A page for each machine: its chart drawn, its states and events, its file, and where it can be stepped through.
import { machineTexts } from '../machines-document.mjs';
import { headingAnchor } from './heading-anchor.mjs';
import { frontMatter, htmlText, plainMarkdown } from './site-markdown.mjs';
import { shownPage } from './site-places.mjs';

/** The page of a machine in the site, from its id. */
export function machinePage(machine) {
  return `machines/${machine}.md`;
}

/**
 * Returns the pages by path, the index of them among them, and what the navigation lists.
 *
 * @param {object} from
 * @param {ReadonlyMap<string, string>} from.pictures the drawing of each machine, by its id
 * @param {ReadonlyMap<string, string>} from.addresses by machine id, where the page steps through it
 * @param {ReadonlyMap<string, string>} from.questions the questions of the examples, by name
 * @param {ReadonlyMap<string, { example: string, words?: string }>} from.moments
 * @param {Set<string>} from.shown takes the files of the machines, which get pages that show them
 */
export function machinePages({ pictures, addresses, moments, questions, shown }) {
  const groups = machineTexts();
  const pages = new Map([['machines/index.md', indexPage(groups)]]);
  for (const { machines } of groups)
    for (const text of machines) {
      shown.add(text.path);
      pages.set(
        machinePage(text.machine),
        onePage(text, {
          picture: pictures.get(text.machine),
          address: addresses.get(text.machine),
          question: questions.get(moments.get(text.machine)?.example),
          options: moments.get(text.machine)?.words,
        }),
      );
    }
  const listed = groups.map(({ title, machines }) => ({
    title,
    machines: machines.map(({ machine }) => machine),
  }));
  return { pages, listed };
}

/** The page of a machine by the anchor that it has in docs/machines.md. */
export function machineAnchors(listed) {
  return new Map(
    listed.flatMap(({ machines }) =>
      machines.map((machine) => /** @type {const} */ ([headingAnchor(machine), machinePage(machine)])),
    ),
  );
}

function indexPage(groups) {
  const sections = groups.map(({ title, machines }) => {
    const rows = machines.map(
      ({ machine, description }) => `| [${machine}](/${machinePage(machine)}) | ${cell(description)} |`,
    );
    return `## ${title}\n\n| machine | what it is |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `# The machines

All actors of a run, in the order in which to read them: one statechart each, or a reducer, which is a table without states and what it
answers. [The image pull, for newcomers](/machines/the-image-pull.md) reads the first six with you. \`windlass machines NAME\` prints a
diagram, and with \`-o json\` what pastes into Stately Studio.

${sections.join('\n')}`;
}

function onePage(
  { machine, description, path, text, upstream, states, events },
  { picture, address, question, options },
) {
  const step =
    address === undefined
      ? 'No example has this machine at work.'
      : `<a class="site-open" href="${htmlText(address)}" target="_self">Step through it</a> in the example “${question}”${options === undefined ? '' : ` with \`${options}\``}`;
  const parts = [
    `# ${machine}`,
    plainMarkdown(description),
    step,
    picture === undefined ? '' : `<div class="site-chart" tabindex="0" v-pre>${picture}</div>`,
    picture === undefined ? '' : 'Not drawn: an event that no state expects is reported, and ends the run.',
    ...[...text, upstream].map(plainMarkdown),
    states === '' ? '' : `## States\n\n${plainMarkdown(states)}`,
    events === '' ? '' : `## Events\n\n${plainMarkdown(events)}`,
    `Its file: [${path}](/${shownPage(path)})`,
  ];
  return `${frontMatter({ pageClass: 'machine-page', aside: false })}${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function cell(text) {
  return plainMarkdown(text).replaceAll('|', '\\|');
}
