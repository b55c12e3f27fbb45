import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { lowerBound } from '../../rules/collections/lower-bound.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import type { Phase } from '../phases/container-phases.ts';
import { countText, durationText, sizeText } from '../text/quantity-text.ts';
import type { CauseIndex } from './cause-index.ts';
import { downloadLimit } from './download-limit.ts';
import type { NetworkView } from './network-events.ts';
import { networkView } from './network-view.ts';
import { failuresUntil } from './phase-cause.ts';
import type { RunRow } from './run-rows.ts';
import { runtimeLimitOf } from './runtime-limit.ts';

type RuntimeRecord = RecordOf<'request' | 'fetch' | 'unpack'>;
type OwnRecord = RecordOf<'pull' | 'sync'>;

/** The windows of the image manager: 10 s, 20 s … 300 s. */
const firstWindowMs = 10_000;

/**
 * Adds details to the sentence of a bar from the records of its pull. Its index is made when it is first
 * needed.
 */
export class BarDetails {
  readonly #records: readonly TraceRecord[];
  readonly #causes: CauseIndex;
  #runtime: ReadonlyMap<string, readonly RuntimeRecord[]> | undefined;
  #own: ReadonlyMap<string, readonly OwnRecord[]> | undefined;
  #restarts: readonly RecordOf<'node'>[] | undefined;
  #sandboxPulls: ReadonlyMap<string, string> | undefined;
  #network: NetworkView | undefined;

  constructor(records: readonly TraceRecord[], causes: CauseIndex) {
    this.#records = records;
    this.#causes = causes;
  }

  /** Returns sentences without their full stops; none if there is nothing to add. */
  of(row: RunRow, phase: Phase): string[] {
    switch (phase.phase) {
      case 'backingOff':
        return [...this.#throttle(row, phase), ...this.#window(row, phase)];
      case 'waitingForSync':
        return [...this.#throttle(row, phase), ...this.#rest(row, phase)];
      case 'waitingForSandboxImage':
        return this.#requests(this.#sandboxPullOf(row), phase);
      case 'resolving':
      case 'resting':
        return this.#requests(row.actor, phase);
      case 'downloading':
        return this.#download(row, phase);
      case 'unpacking':
      case 'waitingForDisk':
        return this.#unpacked(row, phase);
      case 'waitingForDownload':
      case 'waitingForUnpack':
      case 'stalled':
        return this.#limit(row, phase);
      default:
        return [];
    }
  }

  #throttle({ container }: RunRow, { fromMs }: Phase): string[] {
    const failure = container.failures[failuresUntil(container.failures, fromMs) - 1];
    if (failure?.throttled !== true) return [];
    const { registryPullQPS, registryBurst } = this.#causes.settingsOf(container.node, fromMs)?.kubelet ?? {};
    return [
      `The node's own limit refused the pull (registryPullQPS ${registryPullQPS}, registryBurst ${registryBurst}); no request left the node`,
    ];
  }

  #window(row: RunRow, { fromMs }: Phase): string[] {
    const pull = this.#ownRecords(row.actor).findLast(
      (record) => record.type === 'pull' && record.at <= fromMs,
    );
    if (pull?.type !== 'pull' || pull.windowMs === undefined || pull.untilMs === undefined) return [];
    const doublings = Math.log2(pull.windowMs / firstWindowMs);
    const place =
      doublings === 0
        ? ', the first'
        : Number.isInteger(doublings)
          ? `, doubled ${timesText(doublings)}`
          : ', the longest';
    return [
      `The back-off window is ${durationText(pull.windowMs)} long${place}, and ends at ${durationText(pull.untilMs)}`,
    ];
  }

  /**
   * Returns the failed round of the pod's worker, and when the next is due; or the restart that made the
   * kubelet forget both.
   */
  #rest({ container: { node, pod } }: RunRow, { fromMs, toMs }: Phase): string[] {
    const rounds = this.#ownRecords(`${node}/kubelet/${pod.namespace}/${pod.name}`);
    const round = rounds.findLast(
      (record) => record.type === 'sync' && record.state === 'finished' && record.at < toMs,
    );
    this.#restarts ??= this.#records.flatMap((record) =>
      record.type === 'node' && record.state === 'kubeletRestarted' ? [record] : [],
    );
    const restart = this.#restarts.findLast((record) => record.node === node && record.at < toMs);
    if (restart !== undefined && restart.at > (round?.at ?? 0))
      return [
        `The kubelet started anew at ${durationText(restart.at)}: it has no back-offs, and looks at each pod at once`,
      ];
    if (round?.type !== 'sync' || round.dueMs === undefined || round.dueMs < fromMs) return [];
    const rest = durationText(round.dueMs - round.at);
    const why = round.error === undefined ? 'a round' : 'a failed round';
    return [
      `The pod's worker rests ${rest} after ${why}, a time drawn at random, and is due at ${durationText(round.dueMs)}`,
    ];
  }

  #requests(actor: string, phase: Phase): string[] {
    const requests = within(this.#runtimeRecords(actor), phase).filter((record) => record.type === 'request');
    const sent = requests.filter(({ state }) => state === 'sent');
    if (sent.length === 0) return [];
    const hosts = [...new Set(sent.map(({ registry }) => registry))].join(', ');
    const answers = requests.flatMap(({ state, status, error }) => {
      if (state === 'failed') return [error ?? 'no answer'];
      return state === 'answered' && status !== undefined && status !== 200 ? [`${status}`] : [];
    });
    const counted = [...groupedBy(answers, (answer) => answer)].map(
      ([answer, all]) => `${answer} ${timesText(all.length)}`,
    );
    return [
      `${countText(sent.length, 'request')} went to ${hosts}${counted.length === 0 ? '' : `; answered with ${counted.join(', ')}`}`,
    ];
  }

  #download(row: RunRow, phase: Phase): string[] {
    const records = within(this.#runtimeRecords(row.actor), phase);
    const fetched = records.filter(
      (record) => record.type === 'fetch' && record.state === 'fetched' && record.actor.includes('#'),
    );
    const bytes = fetched.reduce((sum, record) => sum + ('bytes' in record ? record.bytes : 0), 0);
    const request = this.#runtimeRecords(row.actor).findLast(
      (record) => record.type === 'request' && record.at <= phase.toMs,
    );
    this.#network ??= networkView(this.#records);
    const host = request?.type === 'request' ? (request.from ?? request.registry) : '';
    const limit = downloadLimit(this.#network, this.#records, row.container.node, host, phase);
    const begun = records.filter((record) => record.type === 'fetch' && record.state === 'started');
    const lost = begun.length - fetched.length;
    // The phase continues, or the pull failed: the bytes of a response that breaks off are lost.
    if (fetched.length === 0) return limit === '' ? [] : [`It was limited by ${limit}`];
    if (lost > 0)
      return [
        `${countText(fetched.length, 'layer')} of ${sizeText(bytes)} came from ${host}, ${lost} more did not come in whole`,
      ];
    const rate = sizeText((bytes * 1000) / (phase.toMs - phase.fromMs));
    const by = limit === '' ? '' : `, limited by ${limit}`;
    return [
      `${countText(fetched.length, 'layer')} of ${sizeText(bytes)} came from ${host} at ${rate}/s on average${by}`,
    ];
  }

  #unpacked({ actor }: RunRow, phase: Phase): string[] {
    const done = within(this.#runtimeRecords(actor), phase).filter(
      (record) => record.type === 'unpack' && record.state === 'finished',
    );
    if (done.length === 0) return [];
    const bytes = done.reduce((sum, record) => sum + ('bytes' in record ? record.bytes : 0), 0);
    return [`${countText(done.length, 'layer')}, ${sizeText(bytes)} on disk`];
  }

  #limit(row: RunRow, phase: Phase): string[] {
    const limit = runtimeLimitOf(this.#causes, row, phase);
    return limit === undefined ? [] : [limit];
  }

  /** Returns the name of the runtime's own pull for the pod's sandbox. */
  #sandboxPullOf({ container }: RunRow): string {
    this.#sandboxPulls ??= new Map(
      this.#records.flatMap((record) =>
        record.type === 'sandbox' && record.pull !== undefined ? [[record.pod.uid, record.pull]] : [],
      ),
    );
    return this.#sandboxPulls.get(container.pod.uid) ?? '';
  }

  #runtimeRecords(actor: string): readonly RuntimeRecord[] {
    this.#runtime ??= groupedBy(this.#records.filter(isRuntimeRecord), (record) => record.pull);
    return this.#runtime.get(actor) ?? [];
  }

  #ownRecords(actor: string): readonly OwnRecord[] {
    this.#own ??= groupedBy(this.#records.filter(isOwnRecord), (record) => record.actor);
    return this.#own.get(actor) ?? [];
  }
}

function isRuntimeRecord(record: TraceRecord): record is RuntimeRecord {
  return record.type === 'request' || record.type === 'fetch' || record.type === 'unpack';
}

/** Whether a record tells of a back-off or a wait of a pod's worker. */
function isOwnRecord(record: TraceRecord): record is OwnRecord {
  return (
    (record.type === 'pull' && record.windowMs !== undefined) ||
    (record.type === 'sync' && record.state === 'finished')
  );
}

/** Returns the records from the phase's beginning up to its end. Records are in order of time. */
function within<T extends { readonly at: number }>(records: readonly T[], { fromMs, toMs }: Phase): T[] {
  const first = (isThere: (at: number) => boolean) =>
    lowerBound(records.length, (index) => isThere(records[index]?.at ?? 0));
  return records.slice(
    first((at) => at >= fromMs),
    first((at) => at > toMs),
  );
}

function timesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
