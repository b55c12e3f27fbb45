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
  const groups = machineTexts();
  const contents = groups.map(
    ({ title, machines }) =>
      `- [${title}](#${anchor(title)}): ${machines.map(({ machine }) => `[${machine}](#${anchor(machine)})`).join(', ')}`,
  );
  const sections = groups.map(
    ({ title, machines }) => `## ${title}\n\n${machines.map(machineSection).join('\n')}`,
  );
  return `<!-- Made by scripts/generate.mjs from machines/: change it there, then npm run update. -->
# The machines

All actors of a run, one statechart each (or a reducer: a table without states, and what it answers), in the order in which to read them. \`windlass machines NAME\` prints these diagrams, and with
\`-o json\` what pastes into Stately Studio; \`windlass ui\` shows them at work. Transitions with the same source and target share an arrow.
Left out of the diagrams is what every machine has: an event that no state expects is reported, and ends the run.

${contents.join('\n')}

${sections.join('\n')}`;
}

/**
 * What is to be said of each machine, in Markdown, under the headings in reading order. Throws where a
 * machine's file has no comment above it.
 */
export function machineTexts() {
  const files = machineFiles();
  return machineGroups.map(({ title, machines }) => ({
    title,
    machines: machines.map(chartOf).map((chart) => machineText(chart, files.get(chart.machine))),
  }));
}

function machineSection({ machine, description, path, text, upstream, chart, states, events }) {
  const parts = [
    `${description} [${path}](../${path})`,
    ...text,
    upstream,
    states === '' ? '' : `\`\`\`mermaid\n${mermaidText(chart)}\`\`\``,
    states,
    events,
  ];
  return `### ${machine}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function machineText(chart, file) {
  const { machine, description, states, transitions } = chart;
  if (file === undefined)
    throw new Error(`${machine}: no file of machines/ has a machine with this id and a comment above it`);
  const { path, text, upstream } = file;
  const isReducer = states.length === 0;
  return {
    machine,
    description: isReducer ? `${description} A reducer.` : description,
    path,
    text,
    upstream: upstream === '' ? '' : `**Upstream:** ${upstream}`,
    chart,
    states: isReducer ? '' : stateTable(machine, states),
    events: isReducer ? casesText(transitions) : eventsText(machine, transitions),
  };
}

function stateTable(machine, states) {
  const rows = states.map(({ id, description: meaning, tags, isInitial, isFinal }) => {
    const marks = [isInitial ? 'first' : '', isFinal ? 'final' : '', ...tags].filter((mark) => mark !== '');
    return `| \`${nested(machine, id)}\` | ${cell(meaning)} | ${cell(marks.join(', '))} |`;
  });
  return `| state | means | marks |\n|---|---|---|\n${rows.join('\n')}`;
}

function eventsText(machine, transitions) {
  const events = new Map();
  for (const { event, source } of transitions) {
    if (event === '*' || event === 'always' || event.startsWith('after ') || event.startsWith('done'))
      continue;
    events.set(
      event,
      new Set([
        ...(events.get(event) ?? []),
        source === machine ? 'any state' : `\`${nested(machine, source)}\``,
      ]),
    );
  }
  const taken = [...events].map(([event, sources]) => `\`${event}\` (${[...sources].join(', ')})`);
  return taken.length === 0 ? '' : `Events it takes: ${taken.join(', ')}.`;
}

function casesText(transitions) {
  const cases = transitions
    .filter(({ event }) => event !== '*')
    .map(({ event, guard }) => `\`${event}\`${guard === undefined ? '' : ` [${guard}]`}`);
  return `Events it takes: ${cases.join(', ')}.`;
}

function nested(machine, id) {
  return id.slice(machine.length + 1).replaceAll('.', ' › ');
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
