import type { Entry } from '../../conformance/imagemanager/conformance-trace.ts';
import { visibleText } from '../../report/text/visible-text.ts';

/** An entry of a trace on one line for people: `1000 ms c1: PullImage root:latest fails: 404`. */
export function entryLine(entry: Entry): string {
  const call = 'call' in entry ? ` ${entry.call}` : '';
  return visibleText(`${entry.at} ms${call}: ${toldBy(entry)}`);
}

function toldBy(entry: Entry): string {
  switch (entry.type) {
    case 'runtime':
      return `${entry.op} ${entry.image}`;
    case 'runtime-return':
      return `${entry.op} ${entry.image} ${entry.error === undefined ? `gives ${JSON.stringify(entry.ref ?? '')}` : `fails: ${entry.error}`}`;
    case 'event':
      return `event ${entry.reason}: ${entry.message}`;
    case 'pulling':
      return `pulling ${entry.state}`;
    case 'result':
      return entry.error === '' ? `returns ${JSON.stringify(entry.imageRef)}` : `returns ${entry.error}: ${entry.message}`;
    case 'metric':
      return `${entry.metric} ${JSON.stringify(entry.labels)} ${entry.count}`;
    default:
      return `${entry.type}: ${entry.message}`;
  }
}
