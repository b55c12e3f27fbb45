import type { AnswerContent } from '../../report/html/answer-page.ts';
import { pageTable } from '../../report/html/page-table.ts';
import { durationText } from '../../report/text/quantity-text.ts';
import type { AfterFix } from '../explanation/after-fix.ts';
import { afterFixSentence, spreadText } from '../explanation/after-fix-text.ts';

/** Returns what happens after a fix as a page: by what people do then, and each pod. */
export function afterFixPage(fixed: AfterFix): AnswerContent {
  const { fixedAtMs, ways } = fixed;
  const [first] = ways;
  const time = (ms: number | null) => (ms === null ? '-' : durationText(ms));
  return {
    title: `After the cause is gone at ${durationText(fixedAtMs)}`,
    conditions: [],
    sentences: [afterFixSentence(fixed), ...ways.flatMap(({ words, command }) => [`${words}:`, `  ${command}`])],
    charts: [],
    tables:
      first === undefined || fixed.waiting === 0
        ? []
        : [
            pageTable(
              'By what people do then, for the median and the last pod',
              [
                { title: '', look: 'name' },
                { title: 'try again after', look: 'number' },
                { title: 'run after', look: 'number' },
                { title: 'do not run', look: 'number' },
              ],
              ways.map(({ words, triesAgain, runs, notRunning }) => [words, spreadText(triesAgain), spreadText(runs), `${notRunning}`]),
            ),
            pageTable(
              'Each pod, if nobody does anything',
              [
                { title: 'pod', look: 'name' },
                { title: 'node', look: 'text' },
                { title: 'tries again', look: 'number' },
                { title: 'runs', look: 'number' },
              ],
              first.pods.map(({ pod, node, triesAgainMs, runsMs }) => [pod, node, time(triesAgainMs), time(runsMs)]),
            ),
          ],
  };
}
