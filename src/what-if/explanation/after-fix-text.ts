import { kubectlTable } from '../../report/text/kubectl-table.ts';
import { countText, durationText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import type { AfterFix } from './after-fix.ts';

/** The most pods that are told one by one. */
const podsMax = 20;

/** Returns when pods try again and run after the fix, by what people do then. Ends in a line feed. */
export function formatAfterFix(fixed: AfterFix): string {
  const { waiting, ways } = fixed;
  const [first] = ways;
  if (waiting === 0 || first === undefined) return `${afterFixSentence(fixed)}\n`;
  const table = kubectlTable(
    ['', 'TRY AGAIN AFTER', 'RUN AFTER', 'DO NOT RUN'],
    ways.map(({ words, triesAgain, runs, notRunning }) => [words, spreadText(triesAgain), spreadText(runs), `${notRunning}`]),
  );
  const time = (ms: number | null) => (ms === null ? '-' : durationText(ms));
  const pods = kubectlTable(
    ['POD', 'NODE', 'TRIES AGAIN', 'RUNS'],
    first.pods.slice(0, podsMax).map(({ pod, node, triesAgainMs, runsMs }) => [pod, node, time(triesAgainMs), time(runsMs)]),
  );
  const more = first.pods.length > podsMax ? [`and ${first.pods.length - podsMax} more (-o json has all)`] : [];
  const commands = ways.flatMap(({ words, command }) => [`${words}:`, `  ${visibleText(command)}`]);
  return `${[
    `${afterFixSentence(fixed)} From then on, for the median and the last pod:`,
    '',
    ...table,
    '',
    'Each pod, if nobody does anything:',
    ...pods,
    ...more,
    '',
    ...commands,
  ].join('\n')}\n`;
}

/** Returns how many pods wait when the cause is gone. */
export function afterFixSentence({ fixedAtMs, waiting, ways }: AfterFix): string {
  const at = durationText(fixedAtMs);
  if (waiting === 0 || ways.length === 0) return `No pod waits when the cause is gone at ${at}.`;
  return `${countText(waiting, 'pod')} ${waiting === 1 ? 'waits' : 'wait'} when the cause is gone at ${at}.`;
}

/** Returns the time of the median and of the last pod. */
export function spreadText(times: AfterFix['ways'][number]['runs']): string {
  if (times === null) return '-';
  const [median, last] = [times.p50Ms, times.worstMs].map(durationText);
  return median === last ? `${median}` : `${median}–${last}`;
}
