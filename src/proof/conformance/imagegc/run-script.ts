import type { Actor } from 'xstate';
import { imageGcMachine } from '../../../../machines/kubelet/image-gc.ts';
import { imageGcLoopMachine } from '../../../../machines/kubelet/image-gc-loop.ts';
import type { ImageGcAnswer } from '../../../../machines/kubelet/image-gc-protocol.ts';
import type { RecordsPruned } from '../../../../machines/pull/pull-records-protocol.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import { type ImageGcPolicy, imageGcPolicyError } from '../../../rules/kubelet/image-gc/image-gc-policy.ts';
import { type ImageRecords, never } from '../../../rules/kubelet/image-gc/image-records.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { Observation } from '../../../trace/observation.ts';
import type { ScriptTrace } from '../script-kind.ts';
import { microsOf } from '../script-time.ts';
import { ScriptWorld } from '../script-world.ts';
import { type ImageGcEntry, type ImageGcOperation, raceIn } from './operation-facts.ts';
import type { ImageGcScript, ImageGcStep } from './script-schema.ts';
import { ScriptedNode } from './scripted-node.ts';

/** ImageGCPeriod. The manager's own loop of detection has the same period. */
const periodMicros = 300_000_000;

/**
 * Runs a script with the simulated image GC, on the same machines as `windlass run`; removals take no time.
 * Throws a `SimulationError` if an actor fails or gets an event without a transition.
 */
export function runScript(
  script: ImageGcScript,
  profile: Profile,
  options: { readonly engine?: EngineName | undefined } = {},
): ScriptTrace<ImageGcEntry> {
  const run = new Run(script, profile, options.engine);
  const races = run.run();
  return { script: script.name, trace: run.entries, ...(races.length === 0 ? {} : { races }) };
}

class Run {
  readonly entries: ImageGcEntry[] = [];
  readonly #world: ScriptWorld;
  readonly #script: ImageGcScript;
  readonly #profile: Profile;
  readonly #policy: ImageGcPolicy;
  readonly #node: ScriptedNode;
  readonly #removedByReason = { age: 0, space: 0 };
  #manager: Actor<typeof imageGcMachine> | undefined;
  #loop: Actor<typeof imageGcLoopMachine> | undefined;
  #beganMicros = 0;
  #removedForAge: string[] = [];
  #needBytes: bigint | undefined;
  /** Whether the stats asked for a removal. They do not below the high threshold or without a capacity. */
  #triesForSpace = false;

  constructor(script: ImageGcScript, profile: Profile, engine: EngineName | undefined) {
    this.#world = new ScriptWorld({ engine });
    this.#script = script;
    this.#profile = profile;
    const { highThresholdPercent, lowThresholdPercent, minAgeMs, maxAgeMs } = script.policy;
    this.#policy = {
      highThresholdPercent,
      lowThresholdPercent,
      minAgeMicros: microsOf(minAgeMs),
      maxAgeMicros: microsOf(maxAgeMs),
    };
    this.#node = new ScriptedNode(script, {
      measured: () => {
        this.#needBytes = needBytes(this.#node, this.#policy);
      },
      removing: (id, error) => this.#removing(id, error),
    });
  }

  /** Returns the race before which the trace ends, or none. */
  run(): readonly string[] {
    const error = imageGcPolicyError(this.#policy);
    if (error !== undefined) {
      this.#tell({ type: 'result', op: 'NewImageGCManager', error });
      return [];
    }
    this.#boot();
    for (const step of this.#script.steps) {
      // The manager's loop runs before a step at the same moment.
      this.#world.runTo(Math.max(this.#world.nowMicros, microsOf(step.at)));
      this.#node.change(step);
      if (step.restart === true) this.#boot();
      for (const operation of operationsOf(step)) {
        const race = this.#operate(operation);
        if (race !== undefined) return [race];
      }
    }
    this.#tellMetrics();
    return [];
  }

  #boot(): void {
    const { imageGc: rules, release } = this.#profile;
    this.#loop?.stop();
    this.#manager?.stop();
    this.#beganMicros = this.#world.nowMicros;
    const { sandboxImage = 'registry.k8s.io/pause:3.9' } = this.#script;
    const recorder = this.#world.recorder((_, observation) => this.#observe(observation));
    const manager = this.#world.start(imageGcMachine, {
      name: 'image-gc',
      recorder,
      clock: this.#world.clock,
      rules,
      uses: {
        countsImageVolumes: isFeatureGateOn('ImageVolume', release, {}),
        sandboxImage: rules.sparesSandboxImage ? sandboxImage : undefined,
      },
      policy: this.#policy,
      inventory: this.#node.inventory,
      runtime: this.#node.runtime,
      records: createListener('records', ({ remaining }: RecordsPruned) =>
        this.#tell({ type: 'hook', remaining: [...remaining].sort() }),
      ),
      beganMicros: this.#beganMicros,
      statsReadyMicros: 0,
      removeImageMicros: 0,
    });
    this.#manager = manager;
    if (this.#script.detectLoop !== true) return;
    const firstDetectMicros = rules.firstDetectionIsTimeless ? never : undefined;
    this.#loop = this.#world.start(imageGcLoopMachine, {
      name: 'image-detection',
      recorder,
      clock: this.#world.clock,
      manager,
      work: { kind: 'detection', firstDetectMicros },
      periodMicros,
      firstWaitMicros: periodMicros,
    });
  }

  /** Runs one operation to its end. If it has a race, nothing of it is told, and the race is returned. */
  #operate(operation: ImageGcOperation): string | undefined {
    const entriesBefore = this.entries.length;
    this.#removedForAge = [];
    this.#needBytes = undefined;
    this.#triesForSpace = false;
    const requester = createListener<ImageGcAnswer>('script', ({ error }) => {
      this.#tell({ type: 'result', op: operation, error });
      const { imageIds: images, availableBytes } = this.#node;
      this.#tell({ type: 'state', images, ...(availableBytes === undefined ? {} : { availableBytes }) });
    });
    const type =
      operation === 'GarbageCollect' ? 'IMAGES.COLLECT_REQUESTED' : 'UNUSED_IMAGES.DELETE_REQUESTED';
    this.#manager?.send({ type, requester });
    this.#world.runTo(this.#world.nowMicros);
    const race = this.#raceOf(operation);
    if (race === undefined) return undefined;
    this.entries.splice(entriesBefore);
    return `${this.#world.nowMs} ${operation}: ${race.join(',')}`;
  }

  #raceOf(operation: ImageGcOperation): readonly string[] | undefined {
    return raceIn({
      operation,
      nowMicros: this.#world.nowMicros,
      beganMicros: this.#beganMicros,
      policy: this.#policy,
      knowsMaxAge: this.#profile.imageGc.knowsMaxAge,
      records: this.#recordsBefore(),
      removedForAge: this.#removedForAge,
      needBytes: this.#triesForSpace ? this.#needBytes : undefined,
      removeErrors: this.#node.removeErrors,
    });
  }

  /** Returns the records at the first removal; undefined if nothing was to be removed. */
  #recordsBefore(): ImageRecords | undefined {
    if (this.#manager === undefined) return undefined;
    const { images, round } = this.#manager.getSnapshot().context;
    const hasTried = round.removed.length > 0 || round.failed.length > 0;
    return hasTried
      ? new Map([...images, ...round.removed.map((image) => [image.id, image] as const)])
      : undefined;
  }

  #removing(id: string, error: string | undefined): void {
    if (this.#needBytes !== undefined) this.#triesForSpace = true;
    else if (error === undefined) this.#removedForAge.push(id);
    this.#tell({ type: 'runtime', op: 'RemoveImage', image: id, ...(error === undefined ? {} : { error }) });
  }

  #observe(observation: Observation): void {
    if (observation.type === 'event') {
      const { eventType, reason, message } = observation;
      this.#tell({ type: 'event', eventType, reason, message });
    } else if (observation.type === 'imageGC' && observation.state === 'removed')
      this.#removedByReason[observation.reason ?? 'space']++;
  }

  #tellMetrics(): void {
    const metric = 'kubelet_image_garbage_collected_total';
    const { age, space } = this.#removedByReason;
    switch (this.#profile.imageGc.countsRemovals) {
      case 'no':
        return;
      case 'all':
        if (age + space > 0) this.#tell({ type: 'metric', metric, count: age + space });
        return;
      case 'byReason':
        if (age > 0) this.#tell({ type: 'metric', metric, labels: { reason: 'age' }, count: age });
        if (space > 0) this.#tell({ type: 'metric', metric, labels: { reason: 'space' }, count: space });
    }
  }

  #tell(entry: Omit<ImageGcEntry, 'at'>): void {
    this.entries.push({ at: this.#world.nowMs, ...entry });
  }
}

function operationsOf(step: ImageGcStep): readonly ImageGcOperation[] {
  return [
    ...(step.garbageCollect === true ? ['GarbageCollect' as const] : []),
    ...(step.deleteUnusedImages === true ? ['DeleteUnusedImages' as const] : []),
  ];
}

/** Returns the bytes to free according to the current stats. */
function needBytes(
  { capacityBytes = 0, availableBytes = 0 }: ScriptedNode,
  { lowThresholdPercent }: ImageGcPolicy,
): bigint {
  return (
    (BigInt(capacityBytes) * BigInt(100 - lowThresholdPercent)) / 100n -
    BigInt(Math.min(availableBytes, capacityBytes))
  );
}
