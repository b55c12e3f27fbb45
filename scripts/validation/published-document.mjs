// docs/published.md: what others have measured, held against the simulator.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeApplications, tallyOf } from '../../dist/tools/published/judge-applications.js';
import { judgeCases, judgeQuestions } from '../../dist/tools/published/judge-cases.js';
import { knownApplications } from '../../dist/tools/published/known-applications.js';
import { publishedCases, publishedQuestions } from '../../dist/tools/published/published-cases.js';
import { markdownTable } from '../markdown-table.mjs';
import { root } from '../run.mjs';

/**
 * @returns {{ cases: object[], questions: object[], sizes: object[] }} every case, question and size, judged
 */
export function judged() {
  const cases = judgeCases(publishedCases, (input) =>
    readFileSync(join(root, 'examples/published', input), 'utf8'),
  );
  return {
    cases,
    questions: judgeQuestions(publishedQuestions, cases),
    sizes: judgeApplications(knownApplications),
  };
}

/** @returns {string} Markdown */
export function publishedDocument({ cases, questions, sizes }) {
  const count = (verdict) => cases.filter((one) => one.verdict === verdict).length;
  const met = (conditions) => metOf(cases, conditions);
  const right = questions.filter(({ isRight }) => isRight).length;
  return `<!-- Made by scripts/validation/published-document.mjs from tools/published: change it there, then npm run update. -->
# Figures of strangers

What others have measured on real nodes, and what Windlass says for the same input; \`npm run validate:published\` prints this, too.

How far to trust what: **which of two ways is faster** is right in ${right} of ${questions.length} questions. **A figure for which the conditions are given** (link, disk,
processors, registry) should be within 25 % (some nearer): ${met('told')} are, for the others the reason stands beside them. **A time by default settings**, with
nothing but sizes given, is good for the order of magnitude: within a factor of 2 (${met('default')}). What a publication leaves open is assumed in
the input, which says so; where a figure was fitted, the input says that as well, and the figure proves nothing by itself.
${count('MISS') === 0 ? '' : `\n${count('MISS')} figures are off without a reason.\n`}
${markdownTable(
  ['figure', 'input', 'conditions', 'published', 'ours', 'ratio', 'verdict'],
  cases.map(({ published, ours, ratio, verdict }) => [
    `[${published.figure}](${published.source})`,
    `\`${published.input}\``,
    published.conditions,
    quantity(published.published, published.unit),
    quantity(ours, published.unit),
    ratio.toFixed(2),
    verdict === 'known miss' ? `no: ${published.missed}` : verdict,
  ]),
)}

What one would decide by them (the time of the first to that of the second):

${markdownTable(
  ['question', 'published', 'ours', 'verdict'],
  questions.map(({ question, published, ours, isRight }) => [
    question,
    answer(published),
    answer(ours),
    isRight ? 'right' : 'WRONG',
  ]),
)}

## Sizes of known applications

Compressed sizes in million bytes, as a run takes them where nobody gives sizes ([images.md](images.md)). The **real** size is what a document
tells, or (rebuilt) what the image has when it is put together again as its Dockerfile does it, from the packages that it installs
([how, and how well](images.md#held-against-real-applications)). Where **taken** is the real size, it is a lookup: the row comes from the
document that tells it. **Held out** is the size that a run would take without that document and all that came with it: of another version,
of the same program elsewhere, or drawn. That is a prediction, and shows how far to trust an image that no document has. A size is near within
30 % of the real one.

${markdownTable(
  [
    'application',
    'images',
    'real size published',
    'rebuilt',
    'taken is near',
    'held out, of another version or place: near',
    'held out, drawn: near',
  ],
  [...byApplication(sizes), ['all of them', sizes]].map(([name, its]) => {
    const { images, published, rebuilt, taken, fromOthers, drawn } = tallyOf(its);
    return [
      name,
      images,
      published,
      rebuilt,
      ...[taken, fromOthers, drawn].map(({ near, of }) => (of === 0 ? '–' : `${near} of ${of}`)),
    ];
  }),
)}

${markdownTable(
  [
    'application',
    'image',
    'taken',
    'held out',
    'real',
    'taken is',
    'held out is',
    'source of the real size, or what else is known',
  ],
  sizes.map(({ application, size, taken, heldOut }) => [
    application,
    `\`${size.image}\``,
    megabytes(taken),
    megabytes(heldOut),
    size.realMegabytes ??
      (size.rebuiltMegabytes === undefined ? 'not found' : `${size.rebuiltMegabytes} (rebuilt)`),
    nearText(taken),
    nearText(heldOut),
    size.source,
  ]),
)}

\`test/published\` holds what is no single figure: the events of a day of back-offs, who gives layers to whom in Spegel's update, what fourteen pulls
of one image ask for.
`;
}

function byApplication(sizes) {
  const names = [...new Set(sizes.map(({ application }) => application))];
  return names.map((name) => [name, sizes.filter(({ application }) => application === name)]);
}

function nearText({ isNear }) {
  return isNear === undefined ? '–' : isNear ? 'near' : 'far';
}

function megabytes({ megabytes: size, isDrawn }) {
  return `${Number(size.toPrecision(3))}${isDrawn ? ' (drawn)' : ''}`;
}

/** @returns {string} how many of the figures with such conditions are met: `25 of 36` */
export function metOf(cases, conditions) {
  const those = cases.filter(({ published }) => published.conditions === conditions);
  return `${those.filter(({ verdict }) => verdict === 'within').length} of ${those.length}`;
}

function quantity(value, unit) {
  return `${unit === 's' || unit === '×' ? value.toPrecision(3) : Math.round(value)} ${unit}`;
}

function answer(ratio) {
  return `${ratio < 1 ? 'yes' : 'no'}, ${ratio.toFixed(2)}`;
}
