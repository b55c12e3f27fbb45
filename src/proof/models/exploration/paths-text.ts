import { largest } from '../../../rules/collections/extremes.ts';
import type { ModelPath, PathStep } from './path-goals.ts';

/**
 * Returns numbered paths for a terminal: a line for each step with the event, the time that passes before it,
 * and the state that is reached.
 */
export function pathsText(paths: readonly ModelPath[]): string {
  const width = Math.max(
    0,
    largest(paths.flatMap(({ steps }) => steps.map((step) => eventAfter(step).length))),
  );
  return paths.map((path, index) => pathText(path, index + 1, width)).join('\n');
}

/**
 * Returns the paths as a Markdown document: a table for each path, with each event's payload and the goals of
 * the path.
 */
export function pathsMarkdown(paths: readonly ModelPath[]): string {
  return paths.map((path, index) => pathMarkdown(path, index + 1)).join('\n');
}

/** Returns the title of a path in lists: its start, and the state to which it leads. */
function pathTitle({ start, steps, initial }: ModelPath): string {
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  return `${start}: ${count} to ${steps.at(-1)?.state ?? initial.state}`;
}

function pathText(path: ModelPath, number: number, width: number): string {
  const lead = `${number}.`.padEnd(4);
  const lines = path.steps.map((step) => `      ${eventAfter(step).padEnd(width)}  → ${step.state}`);
  return `${[`${lead}${pathTitle(path)}`, `    ${path.initial.state}`, ...lines].join('\n')}\n`;
}

function eventAfter({ event, afterMicros }: PathStep): string {
  return afterMicros === 0 ? event : `${event}, ${seconds(afterMicros)} later`;
}

function seconds(micros: number): string {
  return micros >= 1_000_000 ? `${micros / 1_000_000} s` : `${micros / 1_000} ms`;
}

function pathMarkdown(path: ModelPath, number: number): string {
  const rows = path.steps.map((step, index) => {
    const payload = Object.keys(step.payload).length === 0 ? '' : code(JSON.stringify(step.payload));
    return `| ${index + 1} | ${eventAfter(step)} | ${payload} | ${step.state} |`;
  });
  return `${[
    `## ${number}. ${pathTitle(path)}`,
    '',
    '| step | event | payload | state reached |',
    '|---|---|---|---|',
    `| 0 | start (${path.start}) | | ${path.initial.state} |`,
    ...rows,
    '',
    'Only this path has:',
    '',
    ...path.covers.map((goal) => `- ${goal}`),
  ].join('\n')}\n`;
}

/** A pipe ends a cell of a Markdown table, even in code. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
