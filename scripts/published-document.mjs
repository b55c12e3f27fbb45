// docs/published.md: what others have measured, held against the simulator.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeApplications, tallyOf } from '../dist/tools/published/judge-applications.js';
import { judgeCases, judgeQuestions } from '../dist/tools/published/judge-cases.js';
import { knownApplications } from '../dist/tools/published/known-applications.js';
import { publishedCases, publishedQuestions } from '../dist/tools/published/published-cases.js';
import { markdownTable } from './markdown-table.mjs';
import { root } from './run.mjs';

/** @returns {{ cases: object[], questions: object[], sizes: object[] }} every case, question and size, judged */
export function judged() {
  const cases = judgeCases(publishedCases, (input) => readFileSync(join(root, 'examples/published', input), 'utf8'));
  return { cases, questions: judgeQuestions(publishedQuestions, cases), sizes: judgeApplications(knownApplications) };
}

/** @returns {string} Markdown */
export function publishedDocument({ cases, questions, sizes }) {
  const count = (verdict) => cases.filter((one) => one.verdict === verdict).length;
  const met = (conditions) => metOf(cases, conditions);
  const right = questions.filter(({ isRight }) => isRight).length;
  return `<!-- Made by scripts/published-document.mjs from tools/published: change it there, then npm run update. -->
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
  questions.map(({ question, published, ours, isRight }) => [question, answer(published), answer(ours), isRight ? 'right' : 'WRONG']),
)}

## Sizes of known applications

Compressed sizes in million bytes, as a run takes them where nobody gives sizes ([images.md](images.md)). Where **taken** is the real size, it is
a lookup: the row comes from the document that tells it. **Held out** is the size that a run would take without that document and all that
came with it: of another version, or drawn. That is a prediction, and shows how far to trust an image that no document has. A size is near
within 30 % of the real one.

${markdownTable(
  ['application', 'images', 'real size known', 'taken is near', 'held out is near'],
  [...byApplication(sizes), ['all of them', sizes]].map(([name, its]) => {
    const { images, known, taken, heldOut } = tallyOf(its);
    return [name, images, known, `${taken} of ${known}`, `${heldOut} of ${known}`];
  }),
)}

${markdownTable(
  ['application', 'image', 'taken', 'held out', 'real', 'held out is', 'source of the real size'],
  sizes.map(({ application, size, taken, heldOut }) => [
    application,
    `\`${size.image}\``,
    megabytes(taken),
    megabytes(heldOut),
    size.realMegabytes ?? 'not found',
    heldOut.isNear === undefined ? '–' : heldOut.isNear ? 'near' : 'far',
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

function megabytes({ megabytes: size, isDrawn }) {
  return `${Number(size.toPrecision(3))}${isDrawn ? ' (drawn)' : ''}`;
}

/** @returns {string} how many of the figures with such conditions are met: `25 of 36` */
export function metOf(cases, conditions) {
  const those = cases.filter(({ published }) => published.conditions === conditions);
  return `${those.filter(({ verdict }) => verdict === 'within').length} of ${those.length}`;
}

function quantity(value, unit) {
  return `${unit === 's' ? value.toPrecision(3) : Math.round(value)} ${unit}`;
}

function answer(ratio) {
  return `${ratio < 1 ? 'yes' : 'no'}, ${ratio.toFixed(2)}`;
}
