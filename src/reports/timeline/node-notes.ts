import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import { durationText, sizeText } from '../text/quantity-text.ts';
import { shortImageName } from '../text/short-name.ts';
import { visibleText } from '../text/visible-text.ts';

const notesMax = 8;

/**
 * Returns what happened to each node besides its pulls, up to `atMs`, a line each: images that image GC
 * removed, conditions that changed, pods that were deleted, restarts. If there are more than eight lines, the
 * first ones and how many are left out.
 */
export function nodeNotes(
  records: readonly TraceRecord[],
  atMs?: number,
): ReadonlyMap<string, readonly string[]> {
  return readRun(records, atMs, nodeNotesReader);
}

/** Reads a run for them. */
export function nodeNotesReader(): RunReader<ReadonlyMap<string, readonly string[]>> {
  const notes = new Map<string, { readonly lines: string[]; count: number }>();
  const add = (
    { at, node }: { readonly at: number; readonly node: string },
    note: string | undefined,
  ): void => {
    if (note === undefined) return;
    const known = getOrInsert(notes, node, () => ({ lines: [], count: 0 }));
    if (known.count++ < notesMax) known.lines.push(visibleText(`at ${durationText(at)}: ${note}`));
  };
  /** New nodes that have never been ready. */
  const starting = new Set<string>();
  const readings: Readings = {
    condition: (record) => {
      const isFirst =
        record.condition === 'Ready' && record.status === 'True' && starting.delete(record.node);
      add(record, isFirst ? 'Ready' : conditionNote(record));
    },
    imageGC: (record) => add(record, imageGcNote(record)),
    pod: (record) => {
      if (record.state === 'deleting')
        add(record, `pod ${record.pod.namespace}/${record.pod.name} is deleted`);
    },
    node: (record) => add(record, nodeNote(record)),
    instance: (record) => {
      starting.add(record.node);
      add(record, instanceNote(record));
    },
  };
  const told = () =>
    new Map(Array.from(notes, ([node, { lines, count }]) => [node, shortened(lines, count)]));
  return { readings: [readings], finish: told };
}

function instanceNote({ state }: RecordOf<'instance'>): string | undefined {
  if (state === 'requested') return 'its machine is requested';
  if (state === 'booted') return 'its kubelet starts';
  return state === 'gone' ? 'the machine is gone' : undefined;
}

function nodeNote({ state, kubelet }: RecordOf<'node'>): string | undefined {
  if (state === 'rebooting') return 'the node goes down';
  if (state === 'rebooted') return 'the node is up again';
  // A restart with other settings has a line of its own.
  return state === 'kubeletRestarted' && kubelet === undefined ? 'the kubelet starts anew' : undefined;
}

/** The first word of a condition is its good state. The initial state is not mentioned. */
function conditionNote({ at, condition, status, message }: RecordOf<'condition'>): string | undefined {
  const isGood = (condition === 'Ready') === (status === 'True');
  if (isGood && at === 0) return undefined;
  if (condition === 'Ready') return status === 'True' ? 'Ready again' : `NotReady: ${message}`;
  return `${condition} ${status === 'True' ? `begins: ${message}` : 'is over'}`;
}

function imageGcNote(record: RecordOf<'imageGC'>): string | undefined {
  const { state, image = '', reason = 'space', freedBytes = 0, error = '' } = record;
  if (state === 'removed')
    return `image GC removed ${shortImageName(image)} (${reason === 'age' ? 'unused too long' : 'for space'}, ${sizeText(freedBytes)} freed)`;
  if (error === '') return undefined;
  return state === 'failed'
    ? `image GC could not remove ${shortImageName(image)}: ${error}`
    : `image GC failed: ${error}`;
}

function shortened(lines: readonly string[], count: number): readonly string[] {
  return count <= notesMax ? lines : [...lines, `and ${count - notesMax} more (-o trace has all)`];
}
