import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import { notMeasured } from '../../../reports/summary/not-measured.ts';
import { headerOf } from '../../../reports/summary/run-conditions.ts';
import { clipMiddle, padLeft, padRight, wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import type { TraceVerdict } from '../../../run/invariants/trace-verdicts.ts';
import type { TraceRecord } from '../../../trace/record.ts';

/** A trace, its name, and the verdicts of its properties. */
interface CheckedTrace {
  readonly file: string;
  readonly records: readonly TraceRecord[];
  readonly complete: boolean;
  readonly verdicts: readonly TraceVerdict[];
}

const lastRecords = 8;

/** Returns the names of the properties that the trace breaks. */
export function brokenNames(verdicts: readonly TraceVerdict[]): readonly string[] {
  return verdicts
    .filter(({ kind, ...verdict }) => 'violations' in verdict && verdict.violations.length > 0)
    .map(({ name }) => name);
}

/**
 * Returns first the verdict in one line, then a table, then for each violation the end of the shortest part
 * of the trace that shows it.
 */
export function formatCheck(checked: CheckedTrace, options: TextOptions): string {
  const { verdicts, records } = checked;
  const lines = [
    headline(checked),
    ...notMeasured(headerOf(records)).map((sentence) => `${sentence}.`),
    '',
    ...table(verdicts, records, options),
  ];
  for (const verdict of verdicts) appendAll(lines, details(verdict, records, options));
  return `${lines.join('\n')}\n`;
}

function headline({ file, records, complete, verdicts }: CheckedTrace): string {
  const broken = brokenNames(verdicts).length;
  const judged = verdicts.filter(({ kind }) => kind !== 'sometimes').length;
  const last = records.at(-1);
  const how =
    last?.type === 'end' && complete
      ? `${last.reason === 'settled' ? 'settled' : 'cut off'} after`
      : 'without an end, up to';
  const trace = `${file}: ${countText(records.length, 'record')}, ${how} ${durationText(last?.at ?? 0)}`;
  const holds =
    judged === 0
      ? 'Nothing was asked for that can be violated.'
      : judged === 1
        ? 'The invariant holds.'
        : `All ${judged} invariants hold.`;
  return `${broken === 0 ? holds : `${broken} of ${countText(judged, 'invariant')} VIOLATED.`} ${trace}`;
}

function table(
  verdicts: readonly TraceVerdict[],
  records: readonly TraceRecord[],
  options: TextOptions,
): string[] {
  const colours = coloursFor(options);
  const width = Math.max(4, largest(verdicts.map(({ name }) => name.length)));
  const row = (name: string, kind: string, verdict: string, where: string, paint = (text: string) => text) =>
    `${padRight(name, width)}  ${padRight(kind, 10)}  ${paint(padRight(verdict, 11))}  ${where}`.trimEnd();
  const place = (record: number) => `#${record} at ${durationText(records[record]?.at ?? 0)}`;
  return [
    colours.bold(row('NAME', 'KIND', 'VERDICT', 'WHERE')),
    ...verdicts.map((verdict) => {
      const { name, kind } = verdict;
      if (verdict.kind === 'sometimes')
        return verdict.record === undefined
          ? row(name, kind, 'not reached', '')
          : row(name, kind, 'reached', place(verdict.record));
      const { prefix, violations } = verdict;
      if (prefix === undefined) return row(name, kind, 'holds', '', colours.green);
      const more = violations.length === 1 ? '' : `, ${violations.length} in all`;
      return row(name, kind, 'VIOLATED', `${place(prefix.violation.record)}${more}`, colours.red);
    }),
  ];
}

function details(
  verdict: TraceVerdict,
  records: readonly TraceRecord[],
  { width, colour }: TextOptions,
): string[] {
  if (verdict.kind === 'sometimes' || verdict.prefix === undefined) return [];
  const { length, violation } = verdict.prefix;
  const shown = records.slice(Math.max(0, length - lastRecords), length);
  const culprit = records[violation.record];
  const earlier = culprit === undefined || shown.includes(culprit) ? [] : [culprit];
  const whole =
    verdict.kind === 'eventually'
      ? 'Only the whole trace shows it'
      : `The first ${countText(length, 'record')} show it`;
  return [
    '',
    coloursFor({ colour }).bold(`${verdict.name}`),
    ...wrapWords(verdict.says, width - 2).map((line) => `  ${line}`),
    ...wrapWords(`#${violation.record}: ${violation.message}`, width - 2).map((line) => `  ${line}`),
    `  ${whole}; ${earlier.length > 0 ? 'where it shows, and the last' : 'the last'}:`,
    ...[...earlier, ...shown].map((record) => recordLine(record, width)),
  ];
}

/**
 * Returns the same as data: verdicts in order, and for a violation the length and the last records of its
 * prefix.
 */
export function checkJson({ file, records, complete, verdicts }: CheckedTrace): string {
  return jsonText('CheckReport', {
    trace: file,
    records: records.length,
    complete,
    notMeasured: [...notMeasured(headerOf(records))],
    violated: brokenNames(verdicts),
    verdicts: verdicts.map((verdict) => jsonVerdict(verdict, records)),
  });
}

function jsonVerdict(
  verdict: TraceVerdict,
  records: readonly TraceRecord[],
): JsonFields<'CheckReport'>['verdicts'][number] {
  const { name, says } = verdict;
  if (verdict.kind === 'sometimes') {
    const { kind, record } = verdict;
    return record === undefined
      ? { name, kind, says, verdict: 'notReached' }
      : { name, kind, says, verdict: 'reached', record };
  }
  const { kind, prefix, violations } = verdict;
  if (prefix === undefined) return { name, kind, says, verdict: 'holds' };
  const last = records.slice(Math.max(0, prefix.length - lastRecords), prefix.length);
  return { name, kind, says, verdict: 'violated', violations, prefix: { length: prefix.length, last } };
}

/** Returns a record on one line for people: number, time, type, actor, and as much of the rest as fits. */
function recordLine(record: TraceRecord, width: number): string {
  const what = [record.type, stateOf(record)].filter((part) => part !== '').join(' ');
  const head = `${padLeft(`#${record.id}`, 8)}  ${padLeft(durationText(record.at), 8)}  ${padRight(what, 21)}  `;
  const whose = 'actor' in record ? record.actor : '';
  return `${head}${clipMiddle(visibleText([whose, aboutOf(record)].filter((part) => part !== '').join('  ')), width - head.length)}`.trimEnd();
}

function stateOf(record: TraceRecord): string {
  if ('state' in record) return record.state;
  if (record.type === 'runtime' || record.type === 'runtime-return') return record.op;
  if (record.type === 'event' || record.type === 'end') return record.reason;
  return '';
}

function aboutOf(record: TraceRecord): string {
  if (record.type === 'pull' || record.type === 'image') return record.image;
  if (record.type === 'fetch' || record.type === 'unpack') return record.digest;
  if (record.type === 'pullLimit') return `${record.registry} ${record.pullsMax} pulls`;
  if (record.type === 'fault') return [record.fault, record.target ?? ''].join(' ').trim();
  return '';
}
