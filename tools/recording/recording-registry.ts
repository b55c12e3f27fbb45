import type { Fault } from '../../src/rules/runtime/fault.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import type { FaultInput, RegistryInput } from '../../src/run/simulation-input.ts';
import type { RecordedRule } from '../validation/recorded-run.ts';
import { faultsOfRules } from '../validation/replay/replay-faults.ts';
import { registryHost, replaySetup } from '../validation/replay/replay-setup.ts';
import type { Recording } from './recording-plan.ts';

/** What a registry server needs to serve a recording, by the names that it has in a recorded run. */
export interface RecordingRegistry {
  readonly images: readonly Image[];
  readonly registries: Readonly<Record<string, RegistryInput>>;
  readonly faults: readonly FaultInput[];
  /** The rule that each fault comes from. */
  readonly rules: readonly RecordedRule[];
}

/** The user whose password the client sends, where it sends one. */
export const recordedUser = { username: 'user', password: 'password' };

/** Returns the registry of a recording, with its limits and faults. */
export function recordingRegistry({ source }: Recording): RecordingRegistry {
  const { images, registries } = replaySetup(source);
  const rules = faultsOfRules(source);
  return {
    images: Object.values(images).filter(({ name }) => !isBefore(name)),
    registries: { [registryHost]: { ...registries[registryHost], ...openRegistry(source.header.registry) } },
    faults: rules.map(({ fault }) => ({ ...servedFault(fault), fromMicros: 0, untilMicros: null })),
    rules: rules.map(({ rule }) => rule),
  };
}

/**
 * Returns the registry from which the images come that are there when a recording begins: an open one, whose tags have not
 * moved yet.
 */
export function earlierRegistry({ source }: Recording): RecordingRegistry {
  const { images, presentImages } = replaySetup(source);
  return {
    images: presentImages.flatMap((name) => images[name] ?? []).map(beforeMove),
    registries: { [registryHost]: openRegistry({}) },
    faults: [],
    rules: [],
  };
}

/** The server's own round trip is the real one: what lies beyond the latency is not added to it. */
function openRegistry({ latencyMs = 0, totalBps, eachBps }: Recording['source']['header']['registry']) {
  return {
    host: registryHost,
    roundTripMicros: Math.round(latencyMs * 1_000),
    egressBytesPerSecond: totalBps ?? null,
    bytesPerSecondPerResponse: eachBps ?? null,
  };
}

/** A body that a runtime shows nothing of is served as none: the server words all others as the API does. */
function servedFault(fault: Fault): Fault {
  return isWordless(fault) ? { ...fault, emptyBody: true } : fault;
}

/** Whether the answer has a status, and no message that a runtime would show. */
export function isWordless(fault: Fault): fault is Extract<Fault, { kind: 'badStatus' }> {
  return fault.kind === 'badStatus' && fault.message === undefined;
}

const beforeSuffix = '-before';

function isBefore(name: string): boolean {
  return name.endsWith(beforeSuffix);
}

function beforeMove(image: Image): Image {
  return isBefore(image.name) ? { ...image, name: image.name.slice(0, -beforeSuffix.length) } : image;
}
