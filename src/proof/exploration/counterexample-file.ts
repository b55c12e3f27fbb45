import { z } from 'zod';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { withoutSecrets } from '../../inputs/documents/without-secrets.ts';
import { type RunRequest, redactedRequest, runRequestRows, sparseRequest } from '../../inputs/run-request.ts';
import { ownApiVersion } from '../../inputs/scenario/scenario-shape.ts';
import type { ChosenRun } from '../../run/simulation/choices.ts';

const step = z.int().min(0);
const take = z.int().min(0);
const choice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order'), step, take }),
  z.strictObject({ kind: z.literal('restart'), step, node: z.string() }),
  z.strictObject({ kind: z.literal('pullFails'), step, take, image: z.string() }),
]);

const value = z.union([z.string(), z.array(z.string()), z.number(), z.literal(true)]);
const names = new Set<string>(runRequestRows.map(([name]) => name));

const counterexample = z.strictObject({
  apiVersion: z.literal(ownApiVersion),
  kind: z.literal('Counterexample'),
  invariant: z.string(),
  says: z.string(),
  message: z.string(),
  part: z.int().min(0),
  lateMs: z.number().min(0),
  choices: z.array(choice),
  request: z.record(
    z.string().refine((name) => names.has(name), 'no option of a run'),
    value,
  ),
  files: z.array(z.strictObject({ name: z.string(), text: z.string() })),
});

/** A run that breaks an invariant, with all that is needed to make it again. */
export interface StoredCounterexample {
  readonly invariant: string;
  readonly says: string;
  readonly message: string;
  readonly chosen: ChosenRun & { readonly part: number };
  readonly request: RunRequest;
  readonly sources: readonly SourceText[];
}

/** Returns the text of a file with a counterexample. Of its inputs it has what a run reads, and no secret. */
export function counterexampleText(stored: StoredCounterexample): string {
  const { invariant, says, message, chosen, request, sources } = stored;
  const { part, lateMicros, choices } = chosen;
  const file: z.infer<typeof counterexample> = {
    apiVersion: ownApiVersion,
    kind: 'Counterexample',
    invariant,
    says,
    message,
    part,
    lateMs: lateMicros / 1_000,
    choices: [...choices],
    request: redactedRequest(request) as Record<string, z.infer<typeof value>>,
    files: withoutSecrets(sources).sources.map(({ name, text }) => ({ name, text })),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Reads the text of such a file. Returns an error in words where it is none. */
export function readCounterexample(text: string): StoredCounterexample | { readonly error: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { error: `this is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const read = counterexample.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { error: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not what was expected'}` };
  }
  const { invariant, says, message, part, lateMs, choices, request, files: sources } = read.data;
  const chosen = { part, lateMicros: Math.round(lateMs * 1_000), choices };
  return { invariant, says, message, chosen, request: sparseRequest(request as RunRequest), sources };
}
