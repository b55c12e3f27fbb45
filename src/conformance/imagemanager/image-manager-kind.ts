import { z } from 'zod';
import { comparedBeforeRaces } from '../exclusions.ts';
import { kubeletRunner, recordedKubelets } from '../kubelet-runner.ts';
import { pullsSchema } from '../pulls-schema.ts';
import type { ScriptKind } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import type { Script } from './script.ts';
import { simplerScripts } from './simpler-scripts.ts';

const text = z.string();
const ms = z.number().nonnegative();
const texts = z.record(text, text);

/** The kind "image manager" of the protocol; see docs/conformance.md. Fields that Go would leave out may be left out. */
const scriptSchema = z.strictObject({
  kind: z.literal('imagemanager').exactOptional(),
  name: text,
  kubelet: z.strictObject({
    serializeImagePulls: z.boolean(),
    maxParallelImagePulls: z.int32().nullable().default(null),
    registryPullQPS: z.number().nonnegative(),
    registryBurst: z.int32().nonnegative(),
    imagePullBackOff: z.strictObject({ initialMs: ms, maxMs: ms }),
    imagePullCredentialsVerificationPolicy: text.exactOptional(),
  }),
  featureGates: z.record(text, z.boolean()).exactOptional(),
  runtime: z.strictObject({
    images: z.array(z.strictObject({ image: text, ref: text, size: z.int().nonnegative() })).default([]),
    inspect: z.record(text, z.array(z.strictObject({ error: text.exactOptional() }))).exactOptional(),
    pulls: pullsSchema.exactOptional(),
    removals: z.array(z.strictObject({ at: ms, image: text })).exactOptional(),
  }),
  calls: z.array(
    z.strictObject({
      at: ms,
      id: text.min(1),
      pod: z.strictObject({ namespace: text, name: text, uid: text.min(1), annotations: texts.exactOptional() }),
      runtimeHandler: text.exactOptional(),
      image: text,
      policy: text,
    }),
  ),
});

/** Calls of the image manager's EnsureImageExists with a scripted runtime. Mirrors pkg/kubelet/images. */
export const imageManagerKind: ScriptKind<Script> = {
  kind: 'imagemanager',
  recorded: recordedKubelets,
  unit: 'call',
  schema: scriptSchema,
  problemsOf: ({ calls }) => repeatedCalls(calls),
  runnerOf: kubeletRunner((script, profile, { engine }) => runScript(script, profile, { engine })),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  simpler: simplerScripts,
};

/** Entries name their call by its id, so two calls with one id could not be distinguished. */
function repeatedCalls(calls: Script['calls']): string[] {
  const first = new Map<string, number>();
  return calls.flatMap(({ id }, index) => {
    const before = first.get(id);
    if (before !== undefined) return `calls[${index}].id: expected an id of its own, not ${JSON.stringify(id)}, which calls[${before}] has`;
    first.set(id, index);
    return [];
  });
}
