import { z } from 'zod';

const text = z.string();
const ms = z.number().nonnegative();
const uid = text.min(1);

const part = z.strictObject({ id: text, name: text.exactOptional(), state: text });
const sandbox = z.strictObject({
  id: text,
  name: text.exactOptional(),
  state: text,
  ready: z.boolean().exactOptional(),
  ip: text.exactOptional(),
});
const parts = {
  containers: z.array(part).exactOptional(),
  sandboxes: z.array(sandbox).exactOptional(),
  ips: z.array(text).exactOptional(),
};
const pod = z.strictObject({
  uid,
  name: text,
  namespace: text,
  ...parts,
  status: z.strictObject(parts).exactOptional(),
});

/** A status as traces have it, to be returned with an error. */
const status = z.strictObject({
  uid: text,
  name: text,
  namespace: text,
  ips: z.array(text),
  containers: z.array(part),
  sandboxes: z.array(
    z.strictObject({ id: text, state: z.enum(['ready', 'notReady']), ip: text.exactOptional() }),
  ),
});
const outcome = z.union([z.null(), text, z.strictObject({ error: text, status: status.exactOptional() })]);

const step = z.union([
  z.strictObject({ at: ms, set: z.strictObject({ pods: z.array(pod) }) }),
  z.strictObject({ at: ms, getPodsError: text.nullable() }),
  z.strictObject({ at: ms, podStatusError: z.record(uid, z.union([outcome, z.array(outcome)])) }),
  z.strictObject({
    at: ms,
    latency: z.strictObject({ getPodsMs: ms.default(0), getPodStatusMs: ms.default(0) }),
  }),
  z.strictObject({ at: ms, relist: z.literal(true) }),
  z.strictObject({ at: ms, start: z.literal(true) }),
  z.strictObject({ at: ms, stop: z.literal(true) }),
  z.strictObject({ at: ms, update: z.strictObject({ relistPeriodMs: ms, relistThresholdMs: ms }) }),
  z.strictObject({ at: ms, healthy: z.literal(true) }),
  z.strictObject({ at: ms, cacheGet: uid }),
  z.strictObject({ at: ms, getNewerThan: z.strictObject({ uid, minTimeMs: z.number() }) }),
  z.strictObject({ at: ms, requestReinspect: uid }),
  z.strictObject({ at: ms, requestRelist: uid }),
  z.strictObject({ at: ms, drain: z.literal(true) }),
]);

/** The kind "pleg" of the protocol; see docs/conformance.md. */
export const scriptSchema = z.strictObject({
  kind: z.literal('pleg'),
  name: text,
  featureGates: z.record(text, z.boolean()).exactOptional(),
  relistPeriodMs: ms,
  relistThresholdMs: ms,
  channelCapacity: z.int().nonnegative(),
  drain: z.enum(['auto', 'manual']).exactOptional(),
  steps: z.array(step),
  untilMs: ms.exactOptional(),
});

export type PlegScript = z.infer<typeof scriptSchema>;
export type PlegStep = PlegScript['steps'][number];
export type ScriptPod = z.infer<typeof pod>;
export type ScriptStatus = z.infer<typeof status>;
export type ScriptOutcome = z.infer<typeof outcome>;
