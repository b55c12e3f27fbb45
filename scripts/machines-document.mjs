// docs/machines.md: every statechart with its diagram, its states and events, every reducer with its events,
// and the upstream function that its file names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { chartOf } from '../dist/src/charts/statechart/chart-of.js';
import { machineGroups } from '../dist/src/charts/statechart/machine-groups.js';
import { mermaidText } from '../dist/src/charts/statechart/mermaid-text.js';
import { root } from './run.mjs';

/** Returns the document. Throws where a machine's file has no comment above it. */
export function machinesDocument() {
  const files = machineFiles();
  const groups = machineGroups.map(({ title, machines }) => ({ title, charts: machines.map(chartOf) }));
  const contents = groups.map(
    ({ title, charts }) =>
      `- [${title}](#${anchor(title)}): ${charts.map(({ machine }) => `[${machine}](#${anchor(machine)})`).join(', ')}`,
  );
  const sections = groups.map(
    ({ title, charts }) =>
      `## ${title}\n\n${charts.map((chart) => machineSection(chart, files.get(chart.machine))).join('\n')}`,
  );
  return `<!-- Made by scripts/generate.mjs from machines/: change it there, then npm run update. -->
# The machines

All actors of a run, one statechart each (or a reducer: a table without states, and what it answers), in the order in which to read them. \`windlass machines NAME\` prints these diagrams, and with
\`-o json\` what pastes into Stately Studio; \`windlass ui\` shows them at work. Transitions with the same source and target share an arrow.
Left out of the diagrams is what every machine has: an event that no state expects is reported, and ends the run.

${contents.join('\n')}

${sections.join('\n')}`;
}

function machineSection(chart, file) {
  const { machine, description, states, transitions } = chart;
  if (file === undefined)
    throw new Error(`${machine}: no file of machines/ has a machine with this id and a comment above it`);
  const { path, text, upstream } = file;
  const nested = (id) => id.slice(machine.length + 1).replaceAll('.', ' › ');
  const rows = states.map(({ id, description: meaning, tags, isInitial, isFinal }) => {
    const marks = [isInitial ? 'first' : '', isFinal ? 'final' : '', ...tags].filter((mark) => mark !== '');
    return `| \`${nested(id)}\` | ${cell(meaning)} | ${cell(marks.join(', '))} |`;
  });
  const events = new Map();
  for (const { event, source } of transitions) {
    if (event === '*' || event === 'always' || event.startsWith('after ') || event.startsWith('done'))
      continue;
    events.set(
      event,
      new Set([...(events.get(event) ?? []), source === machine ? 'any state' : `\`${nested(source)}\``]),
    );
  }
  if (states.length === 0) {
    const cases = transitions
      .filter(({ event }) => event !== '*')
      .map(({ event, guard }) => `\`${event}\`${guard === undefined ? '' : ` [${guard}]`}`);
    return `### ${machine}

${description} A reducer. [${path}](../${path})

${text.join('\n\n')}

${upstream === '' ? '' : `**Upstream:** ${upstream}\n\n`}Events it takes: ${cases.join(', ')}.
`;
  }
  const taken = [...events].map(([event, sources]) => `\`${event}\` (${[...sources].join(', ')})`);
  return `### ${machine}

${description} [${path}](../${path})

${text.join('\n\n')}

${upstream === '' ? '' : `**Upstream:** ${upstream}\n\n`}\`\`\`mermaid
${mermaidText(chart)}\`\`\`

| state | means | marks |
|---|---|---|
${rows.join('\n')}
${taken.length === 0 ? '' : `\nEvents it takes: ${taken.join(', ')}.\n`}`;
}

/** By machine id: its file, the comment above it in paragraphs, and of that what it says of upstream. */
function machineFiles() {
  const files = new Map();
  for (const path of globSync('machines/**/*.ts', { cwd: root }).sort()) {
    const source = readFileSync(join(root, path), 'utf8');
    const declared =
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+(?:Machine = (?:setup\(|\w+Setup\s*\.createMachine)|Reducer = reducer<)/g;
    for (const { 1: comment, index } of source.matchAll(declared)) {
      const id = /(?:\.createMachine|= reducer<[^(]*>)\(\{\s*id: '(\w+)'/.exec(source.slice(index))?.[1];
      if (id !== undefined) files.set(id, { path, ...commentParts(comment) });
    }
  }
  return files;
}

/** The comment in paragraphs, and of that what it says of upstream. */
function commentParts(comment) {
  const paragraphs = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '));
  const mirrors = /Mirrors (.*?\.)(?=\s[A-Z]|$)/;
  const upstream =
    paragraphs.map((paragraph) => mirrors.exec(paragraph)?.[1]).find((sentence) => sentence !== undefined) ??
    '';
  const text = paragraphs
    .map((paragraph) => paragraph.replace(mirrors, '').replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  return { text, upstream };
}

/** As GitHub makes it of a heading. */
function anchor(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}
