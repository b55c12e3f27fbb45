import { z } from 'zod';

const layerSchema = z.strictObject({
  /** `app:1/layer2`: the first image that has it, and its place there. */
  blob: z.string(),
  bytes: z.int(),
  unpacked: z.int(),
  kind: z.enum(['rand', 'text', 'raw', 'files']),
  files: z.int(),
});

const ruleSchema = z.strictObject({
  /** A regular expression over the path. */
  match: z.string(),
  method: z.string().optional(),
  /** It applies to the first so many requests that match; absent: to all. */
  count: z.int().optional(),
  status: z.int().optional(),
  /** It applies to requests without an Authorization header. */
  noAuth: z.boolean().optional(),
  header: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  /** `norange`: it answers with the whole blob, whatever range is asked for. */
  kind: z.enum(['reset', 'resetconn', 'eof', 'stall', 'hang', 'corrupt', 'norange']).optional(),
  after: z.int().optional(),
});

/** The line that opens a run. */
export const headerSchema = z.strictObject({
  run: z.string().regex(/^[^/]+\/[^/]+\/\d+$/),
  config: z.strictObject({
    runtime: z.string().regex(/^\d+\.\d+\.\d+$/),
    snapshotter: z.string(),
    maxConcurrentDownloads: z.int(),
    path: z.enum(['transfer', 'local']),
    maxConcurrentUnpacks: z.int().optional(),
    /** `concurrent_layer_fetch_buffer` */
    fetchBuffer: z.int().optional(),
    progressTimeout: z
      .string()
      .regex(/^\d+(\.\d+)?s$/)
      .optional(),
  }),
  registry: z.strictObject({
    totalBps: z.int().optional(),
    eachBps: z.int().optional(),
    latencyMs: z.number().optional(),
    rules: z.array(ruleSchema).optional(),
  }),
  images: z.record(
    z.string(),
    z.strictObject({ manifestBytes: z.int(), configBytes: z.int(), layers: z.array(layerSchema) }),
  ),
  load: z.number(),
  note: z.string().optional(),
});

const at = { run: z.string(), ms: z.number() };

/** All other lines, in order of time. Times are in ms since the first call. */
export const eventSchema = z.discriminatedUnion('ev', [
  z.strictObject({ ...at, ev: z.literal('pull.start'), pull: z.string(), image: z.string() }),
  z.strictObject({
    ...at,
    ev: z.literal('pull.end'),
    pull: z.string(),
    ok: z.boolean(),
    dur: z.number(),
    code: z.string().optional(),
    error: z.string().optional(),
  }),
  z.strictObject({
    ...at,
    ev: z.literal('http'),
    /** First byte of the answer; absent: there was none. */
    first: z.number().optional(),
    end: z.number(),
    method: z.enum(['HEAD', 'GET']),
    kind: z.enum(['manifests', 'blobs', 'other']),
    blob: z.string(),
    status: z.int(),
    bytes: z.int().optional(),
    length: z.int().optional(),
    range: z.string().optional(),
    conn: z.int(),
    fault: z.union([z.string(), z.int()]).optional(),
  }),
  z.strictObject({ ...at, ev: z.literal('fetch.begin'), blob: z.string() }),
  z.strictObject({ ...at, ev: z.literal('unpack'), end: z.number(), blob: z.string(), size: z.int() }),
  z.strictObject({ ...at, ev: z.literal('layer.done'), blob: z.string(), d: z.number() }),
  z.strictObject({
    ...at,
    ev: z.literal('image.unpacked'),
    d: z.number().optional(),
    parallel: z.string().optional(),
  }),
  z.strictObject({ ...at, ev: z.literal('gc'), what: z.string(), d: z.number() }),
  z.strictObject({
    ...at,
    ev: z.literal('log'),
    level: z.string(),
    msg: z.string(),
    error: z.string().optional(),
  }),
]);

export type RecordedHeader = z.infer<typeof headerSchema>;
export type RecordedRule = z.infer<typeof ruleSchema>;
export type RecordedEvent = z.infer<typeof eventSchema>;
export type RecordedPullStart = Extract<RecordedEvent, { ev: 'pull.start' }>;
export type RecordedPullEnd = Extract<RecordedEvent, { ev: 'pull.end' }>;
export type RecordedRequest = Extract<RecordedEvent, { ev: 'http' }>;

/** Whether the client gave up: its deadline was over, or it cancelled the call. */
export function isGivenUp({ code, error }: Pick<RecordedPullEnd, 'code' | 'error'>): boolean {
  return code === 'DEADLINE_EXCEEDED' || (code === 'CANCELLED' && /^(Call c|C)ancelled\b/.test(error ?? ''));
}

/** One run of a real containerd. */
export interface RecordedRun {
  /** `e1-order` */
  readonly experiment: string;
  /** `c2-eq8-n3` */
  readonly variant: string;
  readonly repetition: number;
  readonly header: RecordedHeader;
  readonly events: readonly RecordedEvent[];
}
