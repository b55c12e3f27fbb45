import type { ActorRecord, TraceRecord } from '../../trace/record.ts';
import { shortImageName } from '../text/image-name.ts';
import { durationText, sizeText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';

const notesMax = 8;

/**
 * Returns what happened to each node besides its pulls, up to `atMs`, a line each: images that image GC removed, conditions that changed,
 * pods that were deleted, restarts. If there are more than eight lines, the first ones and how many are left out.
 */
export function nodeNotes(records: readonly TraceRecord[], atMs = Number.POSITIVE_INFINITY): ReadonlyMap<string, readonly string[]> {
  const notes = new Map<string, string[]>();
  for (const record of records) {
    if (record.at > atMs) break;
    if (!('node' in record)) continue;
    const note = noteOf(record);
    if (note === undefined) continue;
    const { node } = record;
    const line = visibleText(`at ${durationText(record.at)}: ${note}`);
    const lines = notes.get(node);
    if (lines === undefined) notes.set(node, [line]);
    else lines.push(line);
  }
  return new Map([...notes].map(([node, lines]) => [node, shortened(lines)]));
}

function noteOf(record: ActorRecord): string | undefined {
  if (record.type === 'condition') return conditionNote(record);
  if (record.type === 'imageGC') return imageGcNote(record);
  if (record.type === 'pod' && record.state === 'deleting') return `pod ${record.pod.namespace}/${record.pod.name} is deleted`;
  if (record.type !== 'node') return undefined;
  if (record.state === 'rebooting') return 'the node goes down';
  if (record.state === 'rebooted') return 'the node is up again';
  // A restart with other settings has a line of its own.
  return record.state === 'kubeletRestarted' && record.kubelet === undefined ? 'the kubelet starts anew' : undefined;
}

/** The first word of a condition is its good state. The initial state is not mentioned. */
function conditionNote({ at, condition, status, message }: Extract<ActorRecord, { type: 'condition' }>): string | undefined {
  const isGood = (condition === 'Ready') === (status === 'True');
  if (isGood && at === 0) return undefined;
  if (condition === 'Ready') return status === 'True' ? 'Ready again' : `NotReady: ${message}`;
  return `${condition} ${status === 'True' ? `begins: ${message}` : 'is over'}`;
}

function imageGcNote(record: Extract<ActorRecord, { type: 'imageGC' }>): string | undefined {
  const { state, image = '', reason = 'space', freedBytes = 0, error = '' } = record;
  if (state === 'removed')
    return `image GC removed ${shortImageName(image)} (${reason === 'age' ? 'unused too long' : 'for space'}, ${sizeText(freedBytes)} freed)`;
  if (error === '') return undefined;
  return state === 'failed' ? `image GC could not remove ${shortImageName(image)}: ${error}` : `image GC failed: ${error}`;
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= notesMax) return [...lines];
  return [...lines.slice(0, notesMax), `and ${lines.length - notesMax} more (-o trace has all)`];
}
