import type { Actor, AnyStateMachine, InputFrom } from 'xstate';
import { imageGcMachine } from '../../../machines/kubelet/image-gc.ts';
import { imageGcLoopMachine } from '../../../machines/kubelet/image-gc-loop.ts';
import type { ImageGcAnswer } from '../../../machines/kubelet/image-gc-protocol.ts';
import type { RecordsPruned } from '../../../machines/pull/pull-records-protocol.ts';
import type { RecorderEvent } from '../../../machines/world/recorder.ts';
import type { EngineName } from '../../engine/engine.ts';
import { selectEngine } from '../../engine/select-engine.ts';
import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import { type ImageGcPolicy, imageGcPolicyError } from '../../kubelet/image-gc/image-gc-policy.ts';
import { type ImageRecords, never } from '../../kubelet/image-gc/image-records.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { Kernel } from '../../simulation/kernel.ts';
import { type CreateRoot, createListener, rootCreator } from '../../simulation/root-actors.ts';
import { SimulationError } from '../../simulation/simulation-error.ts';
import { VirtualClock } from '../../simulation/virtual-clock.ts';
import type { Observation } from '../../trace/observation.ts';
import type { ScriptTrace } from '../script-kind.ts';
import { microsOf, msOf } from '../script-time.ts';
import { type ImageGcEntry, type ImageGcOperation, raceIn } from './operation-facts.ts';
import type { ImageGcScript, ImageGcStep } from './script-schema.ts';
import { ScriptedNode } from './scripted-node.ts';

/** ImageGCPeriod. The manager's own loop of detection has the same period. */
const periodMicros = 300_000_000;

/**
 * Runs a script with the simulated image GC, on the same machines as `windlass run`; removals take no time. Throws a `SimulationError` if
 * an actor fails or gets an event without a transition.
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
  readonly #kernel = new Kernel({ isTime: Number.isFinite });
  readonly #clock = new VirtualClock(this.#kernel);
  readonly #createRoot: CreateRoot;
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
    this.#createRoot = rootCreator({ engine: selectEngine(engine), kernel: this.#kernel, clock: this.#clock });
    this.#script = script;
    this.#profile = profile;
    const { highThresholdPercent, lowThresholdPercent, minAgeMs, maxAgeMs } = script.policy;
    this.#policy = { highThresholdPercent, lowThresholdPercent, minAgeMicros: microsOf(minAgeMs), maxAgeMicros: microsOf(maxAgeMs) };
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
      this.#passUntil(Math.max(this.#kernel.nowMicros, microsOf(step.at)));
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

  /** Runs everything that is due until then. The manager's loop runs before a step at the same moment. */
  #passUntil(micros: number): void {
    // Time only advances to scheduled moments.
    this.#kernel.schedule(micros, () => {});
    this.#kernel.run(micros);
  }

  #boot(): void {
    const { imageGc: rules, release } = this.#profile;
    this.#loop?.stop();
    this.#manager?.stop();
    this.#beganMicros = this.#kernel.nowMicros;
    const { sandboxImage = 'registry.k8s.io/pause:3.9' } = this.#script;
    const recorder = createListener<RecorderEvent>('recorder', (event) => this.#hear(event));
    const manager = this.#start(imageGcMachine, {
      name: 'image-gc',
      recorder,
      clock: this.#clock,
      rules,
      uses: {
        countsImageVolumes: isFeatureGateOn('ImageVolume', release, {}),
        sandboxImage: rules.sparesSandboxImage ? sandboxImage : undefined,
      },
      policy: this.#policy,
      inventory: this.#node.inventory,
      runtime: this.#node.runtime,
      records: createListener('records', ({ remaining }: RecordsPruned) => this.#tell({ type: 'hook', remaining: [...remaining].sort() })),
      beganMicros: this.#beganMicros,
      statsReadyMicros: 0,
      removeImageMicros: 0,
    });
    this.#manager = manager;
    if (this.#script.detectLoop !== true) return;
    const firstDetectMicros = rules.firstDetectionIsTimeless ? never : undefined;
    this.#loop = this.#start(imageGcLoopMachine, {
      name: 'image-detection',
      recorder,
      clock: this.#clock,
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
    const type = operation === 'GarbageCollect' ? 'IMAGES.COLLECT_REQUESTED' : 'UNUSED_IMAGES.DELETE_REQUESTED';
    this.#manager?.send({ type, requester });
    this.#kernel.run(this.#kernel.nowMicros);
    const race = this.#raceOf(operation);
    if (race === undefined) return undefined;
    this.entries.splice(entriesBefore);
    return `${msOf(this.#kernel.nowMicros)} ${operation}: ${race.join(',')}`;
  }

  #raceOf(operation: ImageGcOperation): readonly string[] | undefined {
    return raceIn({
      operation,
      nowMicros: this.#kernel.nowMicros,
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
    return hasTried ? new Map([...images, ...round.removed.map((image) => [image.id, image] as const)]) : undefined;
  }

  #removing(id: string, error: string | undefined): void {
    if (this.#needBytes !== undefined) this.#triesForSpace = true;
    else if (error === undefined) this.#removedForAge.push(id);
    this.#tell({ type: 'runtime', op: 'RemoveImage', image: id, ...(error === undefined ? {} : { error }) });
  }

  #hear(event: RecorderEvent): void {
    if (event.type === 'UNHANDLED') {
      this.#kernel.fail(new SimulationError('unhandled-event', `${event.actor} has no transition for ${event.event}`));
    } else if (event.type === 'RECORD') this.#observe(event.observation);
    else for (const observation of event.observations) this.#observe(observation);
  }

  #observe(observation: Observation): void {
    if (observation.type === 'event') {
      const { eventType, reason, message } = observation;
      this.#tell({ type: 'event', eventType, reason, message });
    } else if (observation.type === 'imageGC' && observation.state === 'removed') this.#removedByReason[observation.reason ?? 'space']++;
  }

  #tellMetrics(): void {
    if (!this.#profile.imageGc.countsRemovals) return;
    for (const reason of ['age', 'space'] as const) {
      const count = this.#removedByReason[reason];
      if (count > 0) this.#tell({ type: 'metric', metric: 'kubelet_image_garbage_collected_total', labels: { reason }, count });
    }
  }

  #tell(entry: Omit<ImageGcEntry, 'at'>): void {
    this.entries.push({ at: msOf(this.#kernel.nowMicros), ...entry });
  }

  #start<T extends AnyStateMachine>(machine: T, input: InputFrom<T> & { readonly name: string }): Actor<T> {
    return this.#createRoot(machine, input.name, input).start();
  }
}

function operationsOf(step: ImageGcStep): readonly ImageGcOperation[] {
  return [
    ...(step.garbageCollect === true ? ['GarbageCollect' as const] : []),
    ...(step.deleteUnusedImages === true ? ['DeleteUnusedImages' as const] : []),
  ];
}

/** Returns the bytes to free according to the current stats. */
function needBytes({ capacityBytes = 0, availableBytes = 0 }: ScriptedNode, { lowThresholdPercent }: ImageGcPolicy): bigint {
  return (BigInt(capacityBytes) * BigInt(100 - lowThresholdPercent)) / 100n - BigInt(Math.min(availableBytes, capacityBytes));
}
