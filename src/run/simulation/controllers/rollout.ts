import { appendAll } from '../../../rules/collections/append-all.ts';
import { type PodSpec, sameImages } from '../../../rules/kubelet/pods/pod.ts';
import type { PodActionInput, RolloutStrategy } from '../../simulation-input.ts';
import { type Controller, type Moves, type PodLife, type PodRecord, recordMicros } from './controller.ts';

interface Old {
  readonly spec: PodSpec;
  readonly life: PodLife;
  /** How many pods its place had before it. */
  readonly before: number;
}

/**
 * One pod of the workload: the old ones that are left of it, and whether the new one is present or on its
 * way.
 */
interface Place {
  readonly line: Line;
  readonly olds: readonly Old[];
  readonly fresh: PodLife | 'coming' | undefined;
}

interface Line {
  readonly uids: string[];
  readonly template: PodSpec;
  /** The new pod, until it is requested. */
  next: PodSpec | undefined;
}

/**
 * A workload's pods on their way to a new template: what its controller does next, from what it sees of them.
 * Mirrors `rolloutRolling` and `rolloutRecreate` (pkg/controller/deployment), `rollingUpdate`
 * (pkg/controller/daemon) and `updateStatefulSet` (pkg/controller/statefulset), v1.36.3, without
 * minReadySeconds. Pods that have the new template already, from before a change that is taken back, stay.
 */
export class Rollout implements Controller {
  readonly delayMicros: number;
  readonly #strategy: RolloutStrategy;
  readonly #lines: readonly Line[];
  readonly #specs: ReadonlyMap<string, PodSpec>;
  /** The new pods that have been requested and have not arrived. */
  readonly #coming = new Set<string>();
  #isDone = false;

  /** `specs` has the spec of every pod that may arrive, by UID. */
  constructor(
    { strategy, lines, delayMicros }: Extract<PodActionInput, { kind: 'rollout' }>,
    specs: ReadonlyMap<string, PodSpec>,
  ) {
    this.delayMicros = delayMicros;
    this.#strategy = strategy;
    this.#lines = lines.map(({ uids, spec }) => ({ uids: [...uids, spec.uid], template: spec, next: spec }));
    this.#specs = specs;
  }

  /** The UIDs of the pods that the rollout is about. */
  get uids(): readonly string[] {
    return this.#lines.flatMap(({ uids }) => uids);
  }

  /**
   * A user has deleted this pod: `next` replaces it, unless another pod will arrive anyway. Returns false
   * if the rollout is over.
   */
  adopt(uid: string, next: PodSpec): boolean {
    const line = this.#lines.find(({ uids }) => uids.includes(uid));
    if (line === undefined || this.#isDone) return false;
    if (!line.uids.includes(next.uid)) line.uids.push(next.uid);
    line.next ??= next;
    return true;
  }

  /** A pod has been requested before the rollout, and has not arrived. */
  noteRequest(uid: string): void {
    this.#coming.add(uid);
  }

  observe(podRecord: PodRecord, life: PodLife | undefined): number | undefined {
    if (podRecord.type === 'container' || (podRecord.type === 'status' && life?.state !== 'live'))
      return undefined;
    if (podRecord.type === 'pod' && podRecord.state === 'added') this.#coming.delete(podRecord.pod.uid);
    return recordMicros(podRecord);
  }

  moves(lives: ReadonlyMap<string, PodLife>): Moves {
    if (this.#isDone) return { deletes: [], creates: [] };
    const places = this.#lines.map((line) => this.#placeOf(line, lives));
    this.#isDone = places.every(({ olds, fresh }) => isReady(fresh) && olds.length === 0);
    const { deletes, creates } = placesToMove(places, this.#strategy);
    return {
      deletes: deletes.map(({ spec }) => spec.uid),
      creates: creates.flatMap(({ line }) => {
        const { next } = line;
        if (next === undefined) return [];
        line.next = undefined;
        this.#coming.add(next.uid);
        return [next.uid];
      }),
    };
  }

  #placeOf(line: Line, lives: ReadonlyMap<string, PodLife>): Place {
    const olds: Old[] = [];
    let fresh: Place['fresh'] = line.uids.some((uid) => this.#coming.has(uid)) ? 'coming' : undefined;
    for (const [before, uid] of line.uids.entries()) {
      const life = lives.get(uid);
      const spec = this.#specs.get(uid);
      if (life === undefined || spec === undefined) continue;
      if (life.state === 'live' && sameImages(spec, line.template)) fresh = life;
      else olds.push({ spec, life, before });
    }
    return { line, olds, fresh };
  }
}

interface PlacesToMove {
  readonly deletes: readonly Old[];
  readonly creates: readonly Place[];
}

function placesToMove(places: readonly Place[], strategy: RolloutStrategy): PlacesToMove {
  const live = places.flatMap(({ olds }) => olds.filter(({ life }) => life.state === 'live'));
  const over = places.flatMap(({ olds }) => olds.filter(({ life }) => life.state === 'over'));
  const lacking = places.filter(({ fresh }) => fresh === undefined);
  switch (strategy.kind) {
    case 'recreate': {
      const isGone = places.every(({ olds }) => olds.every(({ life }) => life.state === 'over'));
      return { deletes: live, creates: isGone ? lacking : [] };
    }
    case 'surge': {
      const room = places.length + strategy.surgeMax - live.length - (places.length - lacking.length);
      const creates = lacking.slice(0, Math.max(0, room));
      // The oldest ReplicaSet comes first.
      const byAge = live.toSorted((one, other) => one.before - other.before);
      return {
        deletes: creates.length > 0 ? [] : surplus(places, byAge, places.length - strategy.unavailableMax),
        creates,
      };
    }
    case 'ordered':
      return orderedMoves(places, strategy.oneByOne);
    case 'surgePerNode': {
      const hasReadyOld = ({ olds }: Place) => olds.some(({ life }) => isReady(life));
      let room =
        strategy.surgeMax -
        places.filter((place) => place.fresh && !isReady(place.fresh) && hasReadyOld(place)).length;
      const creates = lacking.filter((place) => !hasReadyOld(place) || room-- > 0);
      const replaced = places.flatMap(({ olds, fresh }) =>
        olds.filter(({ life }) => life.state === 'live' && (isReady(fresh) || !life.isReady)),
      );
      return { deletes: [...over, ...replaced], creates };
    }
    case 'perNode': {
      const vacant = lacking.filter(({ olds }) => olds.length === 0);
      const ready = live.filter(({ life }) => isReady(life));
      const missing = places.filter(
        (place) => !isReady(place.fresh) && !place.olds.some(({ life }) => isReady(life)),
      ).length;
      const unready = live.filter(({ life }) => !isReady(life));
      return {
        deletes: [...over, ...unready, ...ready.slice(0, Math.max(0, strategy.unavailableMax - missing))],
        creates: vacant,
      };
    }
  }
}

/**
 * Returns what `updateStatefulSet` does: first `processReplica` of each pod from the first one on, and then
 * the last pod that has another template. A pod that is not ready ends either; without OrderedReady it does
 * not hold up the first, nor is it waited for before it goes.
 */
function orderedMoves(places: readonly Place[], oneByOne: boolean): PlacesToMove {
  const deletes: Old[] = [];
  const creates: Place[] = [];
  for (const replica of places.toReversed()) {
    const { olds, fresh } = replica;
    appendAll(
      deletes,
      olds.filter(({ life }) => life.state === 'over'),
    );
    if (olds.length === 0 && fresh === undefined) creates.push(replica);
    if (oneByOne && !isReady(fresh) && !olds.some(({ life }) => isReady(life))) return { deletes, creates };
  }
  for (const { olds, fresh } of places) {
    const old = olds.find(({ life }) => life.state === 'live');
    if (old !== undefined) deletes.push(old);
    if (old !== undefined || !isReady(fresh)) break;
  }
  return { deletes, creates };
}

/** Returns the old pods that may be deleted (`reconcileOldReplicaSets`), those that are not ready first. */
function surplus(places: readonly Place[], live: readonly Old[], availableMin: number): readonly Old[] {
  const fresh = places.filter((place) => place.fresh !== undefined);
  const freshReady = fresh.filter((place) => isReady(place.fresh)).length;
  const scaledDownMax = live.length + fresh.length - availableMin - (fresh.length - freshReady);
  const unready = live.filter(({ life }) => !isReady(life));
  const ready = live.filter(({ life }) => isReady(life));
  if (scaledDownMax <= 0) return [];
  return [
    ...unready.slice(0, scaledDownMax),
    ...ready.slice(0, Math.max(0, ready.length + freshReady - availableMin)),
  ];
}

function isReady(life: Place['fresh']): boolean {
  return typeof life === 'object' && life.state === 'live' && life.isReady;
}
