import { z } from 'zod';

const name = z.string().regex(/^[a-z][a-z\d-]{0,20}$/);
const count = z.number().int().min(1).max(100);
const bytes = z.number().int().min(0).max(50_000_000);

/** What a request asks for, as faults name it. */
const requested = z.enum(['tag', 'manifest', 'config', 'layer']);

const faultPlace = {
  /** The image that it meets; absent: every image. */
  image: name.optional(),
  /** The layer's place in its manifest, from 0; absent: every layer. */
  layer: z.number().int().min(0).max(20).optional(),
  /** How many requests it meets; absent: all. */
  times: count.optional(),
};

const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('badStatus'),
    request: requested,
    status: z.number().int().min(400).max(599),
    ...faultPlace,
  }),
  z.strictObject({ kind: z.literal('unanswered'), request: requested, ...faultPlace }),
  z.strictObject({ kind: z.literal('connectionReset'), request: requested, ...faultPlace }),
  z.strictObject({ kind: z.literal('cutBody'), afterBytes: bytes, ...faultPlace }),
  z.strictObject({ kind: z.literal('stalledBody'), afterBytes: bytes, ...faultPlace }),
  z.strictObject({ kind: z.literal('wrongDigest'), ...faultPlace }),
]);

/** Which of an image's names a call uses: its tag (absent), its digest, or its id. */
const by = z.enum(['digest', 'id']);

const stepSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('pull'),
    /** The name of this pull for `cancel`. */
    id: name.optional(),
    image: name,
    by: z.literal('digest').optional(),
    /** Whose credentials are sent: alice's are right, mallory says to be alice. Absent: none. */
    as: z.enum(['alice', 'mallory']).optional(),
    /** What is waited for before the next step; absent: the answer. A request is waited for until its body comes. */
    until: z.enum(['start', 'manifest', 'layer']).optional(),
  }),
  z.strictObject({ do: z.literal('cancel'), id: name }),
  z.strictObject({ do: z.literal('wait') }),
  z.strictObject({ do: z.literal('remove'), image: name, by: by.optional() }),
  /** The registry has the content of another image under this one's tag from now on. */
  z.strictObject({ do: z.literal('move'), image: name, to: name }),
]);

/**
 * A script for a CRI image service and the registry behind it. Images have layers by name: those with one name are
 * one layer. Its steps come one after another, as fast as they are answered.
 */
const criScriptSchema = z.strictObject({
  name: z.string(),
  images: z
    .array(z.strictObject({ name, layers: z.array(name).min(1).max(8) }))
    .min(1)
    .max(6),
  /** The size of each layer on the wire; absent: 4096. */
  layerBytes: bytes.min(100).optional(),
  registry: z
    .strictObject({
      authentication: z.enum(['basic', 'bearer']).optional(),
      /** Only alice may pull. */
      isPrivate: z.literal(true).optional(),
      /** It ignores `Range`. */
      ignoresRanges: z.literal(true).optional(),
      /** Blobs are at a store of another name, to which it redirects. */
      redirects: z.literal(true).optional(),
      /** The rate of one body; absent: as fast as it is read. */
      bytesPerSecond: z.number().int().min(1_000).optional(),
    })
    .optional(),
  faults: z.array(faultSchema).max(8).optional(),
  steps: z.array(stepSchema).min(1).max(40),
});

export type CriScript = z.infer<typeof criScriptSchema>;
export type CriStep = CriScript['steps'][number];
export type CriFault = z.infer<typeof faultSchema>;
export type PullStep = Extract<CriStep, { do: 'pull' }>;

const layerBytesDefault = 4_096;

/** Returns what the schema cannot find, each as a sentence. */
export function criScriptProblems({ images, steps, faults = [], registry }: CriScript): readonly string[] {
  const names = new Set(images.map((image) => image.name));
  const problems: string[] = [];
  const check = (where: string, image: string | undefined): void => {
    if (image !== undefined && !names.has(image)) problems.push(`${where}: there is no image ${image}`);
  };
  if (names.size < images.length) problems.push('images: a name is there twice');
  if (registry?.isPrivate && registry.authentication === undefined)
    problems.push('registry.isPrivate: a registry that asks for no authentication is open');
  for (const [index, fault] of faults.entries()) check(`faults[${index}].image`, fault.image);
  const pulls = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const where = `steps[${index}]`;
    if ('image' in step) check(`${where}.image`, step.image);
    if (step.do === 'move') check(`${where}.to`, step.to);
    if (step.do === 'pull' && step.id !== undefined) {
      if (pulls.has(step.id)) problems.push(`${where}.id: there is a pull ${step.id} before`);
      pulls.add(step.id);
    }
    if (step.do === 'cancel' && !pulls.has(step.id))
      problems.push(`${where}.id: no pull ${step.id} comes before`);
  }
  return problems;
}

/** Returns the size of a script's layers on the wire. */
export function layerBytes({ layerBytes: given = layerBytesDefault }: CriScript): number {
  return given;
}

/** How scripts are read and made smaller. */
export const criScriptShape = { schema: criScriptSchema, problemsOf: criScriptProblems };
