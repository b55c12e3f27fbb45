import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { parseImageReference } from '../../rules/kubelet/images/image-reference.ts';
import { ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord } from '../../trace/record.ts';
import type { JsonFields } from '../json/json-text.ts';
import { PodPhasesReader } from '../phases/pod-phases.ts';
import { CauseIndex } from '../run-view/cause-index.ts';
import { phaseCause } from '../run-view/phase-cause.ts';
import { RecordedCauses } from '../run-view/recorded-causes.ts';
import { podRows, type RunRow } from '../run-view/run-rows.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { criticalPath, longestPath, type PathLink, pathSpan } from './critical-path.ts';
import { linkWords } from './link-words.ts';
import { PodStagesReader } from './pod-stages.ts';
import { slotHolders } from './slot-holders.ts';

/** Where the time of all pods went, by several keys. */
export type FleetBlame = JsonFields<'FleetBlame'>;
type BlameRow = FleetBlame['causes'][number];

const tables = ['causes', 'faults', 'images', 'registries', 'nodes'] as const;

type Table = (typeof tables)[number];

/** What one pod adds to a row of a table. */
interface Share {
  readonly table: Table;
  readonly name: string;
  micros: number;
}

interface Sum {
  micros: number;
  pods: number;
}

/** Sums over pods, which are added to each other in any order. */
class BlameSums {
  readonly byTable = Object.fromEntries(tables.map((table) => [table, new Map<string, Sum>()])) as Record<
    Table,
    Map<string, Sum>
  >;
  micros = 0;
  ran = 0;
  waiting = 0;

  /** `shares` are those of one pod. */
  add(shares: Iterable<Share>): void {
    for (const { table, name, micros } of shares) {
      const sum = getOrInsert(this.byTable[table], name, () => ({ micros: 0, pods: 0 }));
      sum.micros += micros;
      sum.pods += 1;
    }
  }
}

/** Reads the parts of a run, and keeps the sums of those that are over. */
export class FleetBlameReader {
  readonly #sums = new BlameSums();
  readonly #open: PartBlame[] = [];

  /** Begins a part. The path of a container that waits at its end goes on to the end of the run. */
  begin(header: HeaderRecord): {
    readonly note: (record: ActorRecord) => void;
    readonly end: (end: { readonly at: number }) => void;
  } {
    const part = new PartBlame(header);
    return {
      note: part.note,
      end: ({ at }) => {
        if (part.isAnyoneWaiting) this.#open.push(part);
        else part.addTo(this.#sums, at);
      },
    };
  }

  finish(endMs: number): FleetBlame {
    for (const part of this.#open.splice(0)) part.addTo(this.#sums, endMs);
    const { byTable, micros, ran, waiting } = this.#sums;
    const rowsOf = (table: Table): BlameRow[] =>
      [...byTable[table]]
        .map(([name, sum]) => ({
          name,
          tookMs: sum.micros / 1000,
          percent: percentOf(sum.micros, micros),
          pods: sum.pods,
        }))
        .sort((a, b) => b.tookMs - a.tookMs || (a.name < b.name ? -1 : 1));
    const rows = Object.fromEntries(tables.map((table) => [table, rowsOf(table)])) as Record<
      Table,
      BlameRow[]
    >;
    return { pods: { ran, waiting }, tookMs: micros / 1000, ...rows };
  }
}

class PartBlame {
  readonly #causes: RecordedCauses;
  readonly #pods = new PodPhasesReader();
  readonly #stages = new PodStagesReader();
  readonly #table = new ReadingTable([this.#pods.readings, this.#stages.readings]);

  constructor(header: HeaderRecord) {
    this.#causes = new RecordedCauses(header);
    this.#causes.note(header);
  }

  readonly note = (record: ActorRecord): void => {
    this.#causes.note(record);
    this.#table.note(record);
  };

  get isAnyoneWaiting(): boolean {
    return this.#pods.isAnyoneWaiting;
  }

  addTo(sums: BlameSums, endMs: number): void {
    const rows = podRows(this.#pods.pods(endMs));
    const causes = new CauseIndex(this.#causes, rows);
    for (const podRows of groupedBy(rows, ({ container }) => container.pod.uid).values()) {
      const row = longestPath(podRows);
      if (row === undefined) continue;
      const { reached } = pathSpan(row);
      // Refused, or deleted before it ran.
      if (reached === 'ended') continue;
      if (reached === 'waiting') sums.waiting += 1;
      else sums.ran += 1;
      const shares = new Map<string, Share>();
      for (const link of criticalPath(row, podRows, this.#stages)) {
        const took = microsBetween(link.fromMs, link.toMs);
        sums.micros += took;
        for (const [table, name, micros] of blamed(causes, row, link, took)) {
          getOrInsert(shares, `${table} ${name}`, () => ({ table, name, micros: 0 })).micros += micros;
        }
      }
      sums.add(shares.values());
    }
  }
}

type Blamed = readonly [table: Table, name: string, micros: number];

/** Returns what a link is added to. A wait for a slot is the doing of the images whose pulls held it. */
function blamed(causes: CauseIndex, row: RunRow, link: PathLink, took: number): Blamed[] {
  const own: Blamed[] = [
    ['causes', linkWords(link.name), took],
    ['nodes', visibleText(row.container.node), took],
  ];
  if (link.of === undefined) return own;
  const fault = phaseCause(causes, link.of.row, link.of.phase)?.faultOrLimit;
  const faultName =
    fault === undefined
      ? []
      : [
          fault.type === 'fault'
            ? [fault.fault, fault.target].join(' ').trim()
            : `pull limit of ${fault.registry}`,
        ];
  return [
    ...own,
    ...faultName.map((name): Blamed => ['faults', visibleText(name), took]),
    ...imagesOf(causes, link, took).flatMap(([image, micros]): Blamed[] => [
      ['images', visibleText(image), micros],
      ['registries', visibleText(registryOf(image)), micros],
    ]),
  ];
}

function imagesOf(
  causes: CauseIndex,
  { name, of, fromMs, toMs }: PathLink,
  took: number,
): (readonly [image: string, micros: number])[] {
  if (of === undefined || name === 'starting' || name === 'startingUp' || name === 'running') return [];
  if (name === 'waitingForSandboxImage')
    return [[causes.sandboxImageOf(of.row.container.node) ?? 'the sandbox image', took]];
  const image = of.phase.image ?? of.row.container.image;
  if (name !== 'waitingForSlot') return [[image, took]];
  const held = slotHolders(causes, of.row, { ...of.phase, fromMs, toMs }).map(
    (holder) => [holder.row.container.image, microsBetween(holder.fromMs, holder.toMs)] as const,
  );
  const left = took - held.reduce((sum, [, micros]) => sum + micros, 0);
  return left > 0 ? [...held, [image, left]] : held;
}

function registryOf(image: string): string {
  const parsed = parseImageReference(image);
  return 'error' in parsed ? image : parsed.domain;
}

function microsBetween(fromMs: number, toMs: number): number {
  return Math.round(toMs * 1000) - Math.round(fromMs * 1000);
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

/** Returns how many pods came to run, and how long all together took. */
export function blameSentence({ pods: { ran, waiting }, tookMs }: FleetBlame): string {
  const others =
    waiting === 0
      ? ''
      : `; ${countText(waiting, 'pod')} that ${waiting === 1 ? 'does' : 'do'} not run waited until the end of the run`;
  return `${countText(ran, 'pod')} started${others}. All together took ${durationText(tookMs)}.`;
}
