import { z } from 'zod';
import { parseShape } from '../../../inputs/documents/parse-shape.ts';
import { limits } from '../../../inputs/limits.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';

/**
 * What an input has as JSON at most, where it goes to another process: one of 100,000 pods has about 70 MB.
 */
export const inputBytesMax = 128 * 1024 * 1024;

const whole = z.int().nonnegative();
const micros = whole.max(limits.durationMicros);
const rate = z.number().nonnegative().nullable();
const fields = z.record(z.string(), z.unknown());

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  policy: z.string(),
  sidecar: z.boolean(),
  mounts: z.array(z.string()),
  runsForMicros: whole.nullable(),
  exitCode: z.int(),
  stopsInMicros: whole.nullable(),
});

const pod = z.looseObject({
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  nodeName: z.string(),
  arrivesAtMicros: whole,
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']),
  annotations: z.record(z.string(), z.string()),
  runtimeHandler: z.string(),
  hasVolumes: z.boolean(),
  terminationGracePeriodMicros: whole,
  imageVolumes: z.array(z.looseObject({ name: z.string(), image: z.string(), policy: z.string() })),
  initContainers: z.array(container),
  containers: z.array(container),
  ephemeralContainers: z.array(container),
});

const node = z.looseObject({
  name: z.string(),
  kubeletVersion: z.string(),
  profileRelease: z.string(),
  kubelet: fields,
  runtime: z.string(),
  platform: z.string(),
  linkBytesPerSecond: rate,
  diskBytes: rate,
  presentImages: z.array(z.string()),
  timings: fields,
  runtimeDelays: fields,
});

const image = z.looseObject({
  name: z.string(),
  ref: z.string(),
  index: z.boolean(),
  configBytes: whole,
  layers: z
    .array(z.looseObject({ digest: z.string(), bytes: whole, unpackedBytes: whole }))
    .max(limits.layers),
  source: z.enum(['scenario', 'catalogue', 'node', 'known', 'assumed']),
});

const registry = z.looseObject({
  host: z.string(),
  roundTripMicros: z.number().nonnegative(),
  egressBytesPerSecond: rate,
  bytesPerSecondPerResponse: rate,
});

/**
 * What every input has, so that what is none is refused before it runs. What only some have is left to the
 * run, which fails at it.
 */
const input = z.looseObject({
  seed: z.int(),
  horizonMicros: micros,
  nodes: z.array(node).max(limits.nodes),
  pods: z.array(pod).max(limits.pods),
  images: z.record(z.string(), image),
  registries: z.record(z.string(), registry),
  faults: z.array(z.looseObject({ kind: z.string(), fromMicros: whole, untilMicros: whole.nullable() })),
  assumptions: z.array(z.string()),
  ignoredKinds: z.record(z.string(), z.number()),
});

/** Whether a value that came from another process is an input. */
export function isSimulationInput(value: unknown): value is SimulationInput {
  return parseShape(input, value)?.success === true;
}
