import { largest } from '../../rules/collections/extremes.ts';
import type { Chart } from './chart.ts';

const headings = ['MACHINE', 'STATES', 'TRANSITIONS', 'WHAT IT IS'] as const;

/**
 * Returns a table with a line for each machine, at most `width` columns wide (at least 72). Descriptions
 * continue in the next line.
 */
export function listText(charts: readonly Chart[], width: number): string {
  const names = [headings[0], ...charts.map(({ machine }) => machine)];
  const nameWidth = largest(names.map((name) => name.length));
  const indent = nameWidth + 2 + headings[1].length + 2 + headings[2].length + 2;
  const rows = charts.flatMap(({ machine, states, transitions, description }) => {
    const [first = '', ...rest] = wrapped(firstSentence(description), Math.max(72, width) - indent);
    return [
      row(machine.padEnd(nameWidth), String(states.length), String(transitions.length), first),
      ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ];
  });
  return [row(headings[0].padEnd(nameWidth), headings[1], headings[2], headings[3]), ...rows]
    .map((line) => `${line}\n`)
    .join('');
}

function row(name: string, states: string, transitions: string, text: string): string {
  return `${name}  ${states.padStart(headings[1].length)}  ${transitions.padStart(headings[2].length)}  ${text}`.trimEnd();
}

/** Returns the text up to the first full stop that ends a sentence, without it. */
function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\.$/, '');
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
