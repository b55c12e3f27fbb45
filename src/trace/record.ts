import type { Because, Observation } from '../kubelet/observation.ts';
import type { RuntimeOptions } from '../runtime/runtime-options.ts';

/** The version of the record format; a reader refuses others. */
export const traceFormat = 'windlass-trace/1';

/** The first record: everything that a reader must know of the run's conditions. */
export interface HeaderRecord {
  readonly type: 'header';
  readonly id: 0;
  readonly at: 0;
  readonly format: typeof traceFormat;
  readonly seed: number;
  readonly horizonMs: number;
  /** The instant that `at: 0` stands for. */
  readonly epoch: string;
  readonly nodes: readonly HeaderNode[];
  /** What registries send at most, by host; absent of those without a limit. */
  readonly registries?: Readonly<Record<string, HeaderRegistry>>;
  readonly assumptions: readonly string[];
  readonly ignoredKinds: Readonly<Record<string, number>>;
  readonly unknownKinds?: Readonly<Record<string, number>>;
}

export interface HeaderNode {
  readonly name: string;
  /** As asked for, and the profile in force. */
  readonly kubeletVersion: string;
  readonly profile: string;
  readonly runtime: string;
  /** false: nobody has measured that runtime, and it runs on figures of another; absent: it was measured. */
  readonly runtimeMeasured?: false;
  /** What the runtime's own configuration sets; absent: its defaults. */
  readonly runtimeOptions?: Readonly<Partial<RuntimeOptions>>;
  /** Where the runtime looks for images, by the registry that their names say; absent: there. */
  readonly registryHosts?: Readonly<Record<string, readonly string[]>>;
  /** Processors; absent: as many as unpacking wants. */
  readonly cpus?: number;
  /** What the scenario sets of `timings` and `runtimeDelays`, in ms; absent: all as measured. */
  readonly fixedCosts?: Readonly<Record<string, number>>;
  readonly kubelet: Readonly<Record<string, unknown>>;
  /** Absent: no limit. */
  readonly linkBytesPerSecond?: number;
  readonly diskBytes?: number;
  /** What other things than images take of the disk; absent: nothing. */
  readonly diskUsedBytes?: number;
  /** What the images that are there at the start take of it; absent: there are none. */
  readonly imageBytes?: number;
}

export interface HeaderRegistry {
  /** To all nodes together; absent: no limit. */
  readonly egressBytesPerSecond?: number;
  readonly bytesPerSecondPerResponse?: number;
  /** To one node in all its responses together. */
  readonly bytesPerSecondPerClient?: number;
}

/** The last record: why the run stopped. */
export interface EndRecord {
  readonly type: 'end';
  readonly id: number;
  readonly at: number;
  /** `settled`: nothing can happen any more. `horizon`: the time asked for is over. */
  readonly reason: 'settled' | 'horizon';
  /** Kernel steps taken: timers and inputs. */
  readonly steps: number;
}

/** A cause, with the number of the record it points to; absent where that actor has recorded nothing. */
export interface Cause extends Because {
  readonly record?: number;
}

/** What actors told: in order of time, then as it happened. `at` is in ms of virtual time, exact to the microsecond. */
export type ActorRecord = WithoutCause<Observation> & {
  readonly id: number;
  readonly at: number;
  /** A stable name, `node-1/kubelet/default/web-0/app`. */
  readonly actor: string;
  readonly because?: Cause;
};

type WithoutCause<T> = T extends unknown ? Omit<T, 'because'> : never;

export type TraceRecord = HeaderRecord | ActorRecord | EndRecord;
