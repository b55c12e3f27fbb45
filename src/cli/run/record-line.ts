import { clipMiddle, padLeft, padRight } from '../../report/text/fitted-text.ts';
import { durationText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import type { TraceRecord } from '../../trace/record.ts';

/** A record on one line for people: number, time, what, whose, and what of it fits. */
export function recordLine(record: TraceRecord, width: number): string {
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
