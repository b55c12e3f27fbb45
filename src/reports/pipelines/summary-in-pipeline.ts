import { answerLines } from '../summary/headline.ts';
import type { RunSummary } from '../summary/summary.ts';
import { summaryEntries } from '../summary/summary-text.ts';
import { githubAnnotation } from './github-annotation.ts';
import { markdownTable, markdownText } from './markdown.ts';

const unfolded = { width: Number.MAX_SAFE_INTEGER, colour: false };

/** Returns the answer of a run and its figures for the summary of a job, or for a comment. */
export function summaryMarkdown(summary: RunSummary): string {
  const [result = '', ...others] = answerLines(summary, unfolded);
  const columns = ['figure', 'value'].map((title) => ({ title, isNumber: false }));
  return [
    `### Windlass: ${markdownText(result)}\n`,
    ...others.map((sentence) => `${markdownText(sentence)}\n`),
    markdownTable(columns, summaryEntries(summary, unfolded)),
  ].join('\n');
}

/** Returns the answer of a run as annotations of a workflow: a warning where pods do not run at its end. */
export function summaryAnnotations(summary: RunSummary): string {
  const { notRunning, rejected } = summary.pods;
  const level = notRunning + rejected > 0 ? 'warning' : 'notice';
  const [result = '', ...others] = answerLines(summary, unfolded);
  return githubAnnotation({ level, title: `windlass: ${result}`, message: others.join('\n') || result });
}
