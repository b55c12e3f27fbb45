import type { Answer } from '../answer/answer.ts';
import { visibleText } from '../text/visible-text.ts';
import { type GithubAnnotation, githubAnnotation } from './github-annotation.ts';
import { markdownCode, markdownTable, markdownText } from './markdown.ts';

/** Rows of a table beyond this are left out: a summary of a job has a limit, and a comment a shorter one. */
const rowsMax = 50;

/** Returns an answer for the summary of a job, or for a comment. */
export function answerMarkdown({ title, conditions, sentences, tables, again = [] }: Answer): string {
  const [first = '', ...others] = sentences;
  return [
    `### Windlass: ${markdownText(title)}\n`,
    `**${markdownText(first)}**\n`,
    ...others.map(paragraph),
    ...tables.flatMap(({ caption, columns, rows }) =>
      rows.length === 0
        ? []
        : [
            `${markdownText(caption)}\n`,
            markdownTable(
              columns.map((column) => ({ title: column.title, isNumber: column.look === 'number' })),
              rows,
              rowsMax,
            ),
          ],
    ),
    folded('Conditions, and how to make it again', [...conditions, ...again]),
  ].join('\n');
}

/** Returns an answer as annotations of a workflow: its first sentence, and what fails the job. */
export function answerAnnotations({ title, sentences }: Answer, failures: readonly string[]): string {
  const [first = ''] = sentences;
  const all: readonly GithubAnnotation[] = [
    { level: 'notice', title: `windlass: ${visibleText(title)}`, message: visibleText(first) },
    ...failures.map(
      (message) => ({ level: 'error', title: 'windlass', message: visibleText(message) }) as const,
    ),
  ];
  return all.map(githubAnnotation).join('');
}

function folded(summary: string, texts: readonly string[]): string {
  return texts.length === 0
    ? ''
    : `<details><summary>${summary}</summary>\n\n${texts.map(paragraph).join('\n')}\n</details>\n`;
}

/** A line that begins with two spaces is a command. */
function paragraph(text: string): string {
  return text.startsWith('  ') ? markdownCode(text.trim(), 'sh') : `${markdownText(text)}\n`;
}
