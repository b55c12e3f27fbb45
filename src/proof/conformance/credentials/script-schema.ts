import { z } from 'zod';
import { pullsSchema } from '../pulls-schema.ts';

const text = z.string();
const ms = z.number().nonnegative();
const auth = z.strictObject({ username: text, password: text });
const auths = z.record(text, auth);
const image = z.strictObject({ image: text, ref: text, size: z.int().nonnegative() });
const serviceAccount = z.strictObject({ namespace: text, name: text, uid: text, auths });
const secret = z.strictObject({
  namespace: text,
  name: text,
  uid: text,
  auths: auths.exactOptional(),
  type: text.exactOptional(),
  /** The raw data, in place of `auths`. */
  raw: text.exactOptional(),
});
const registryAuth = z.record(text, z.array(text));

/** The kind "image manager with pull secrets" of the protocol, as docs/conformance.md describes it. */
export const scriptSchema = z.strictObject({
  kind: z.literal('imagemanager-credentials'),
  name: text,
  kubelet: z.strictObject({
    maxParallelImagePulls: z.int32().nullable().default(null),
    maxPods: z.int32().min(1).exactOptional(),
    imagePullBackOff: z.strictObject({ initialMs: ms, maxMs: ms }),
    imagePullCredentialsVerificationPolicy: text.exactOptional(),
    preloadedImagesVerificationAllowlist: z.array(text).exactOptional(),
  }),
  featureGates: z.record(text, z.boolean()).exactOptional(),
  secrets: z.array(secret).exactOptional(),
  serviceAccounts: z.array(serviceAccount).exactOptional(),
  nodeCredentials: auths.exactOptional(),
  runtime: z.strictObject({
    images: z.array(image).default([]),
    pulls: pullsSchema.exactOptional(),
    registryAuth: registryAuth.exactOptional(),
    /** How long removals take, by reference; with it image GC goes on beside calls. */
    removeTakesMs: z.record(text, ms).exactOptional(),
  }),
  calls: z.array(
    z.strictObject({
      at: ms,
      id: text.min(1),
      /** When the context of the call is cancelled. */
      cancelAt: ms.exactOptional(),
      pod: z.strictObject({
        namespace: text,
        name: text,
        uid: text.min(1),
        serviceAccount: text.exactOptional(),
      }),
      image: text,
      policy: text,
      pullSecrets: z.array(text).exactOptional(),
    }),
  ),
  steps: z
    .array(
      z.strictObject({
        at: ms,
        secrets: z.array(secret).exactOptional(),
        removeSecrets: z.array(text).exactOptional(),
        serviceAccounts: z.array(serviceAccount).exactOptional(),
        registryAuth: registryAuth.exactOptional(),
        images: z.array(image).exactOptional(),
        removeImages: z.array(text).exactOptional(),
        writeRecords: z
          .array(
            z.strictObject({
              path: text.regex(/^(?:pulling|pulled)\/[^/]+$/),
              content: text.nullable().default(null),
            }),
          )
          .exactOptional(),
        deleteUnusedImages: z.boolean().exactOptional(),
        inUse: z.array(text).exactOptional(),
        restart: z.enum(['lost', 'complete']).exactOptional(),
      }),
    )
    .exactOptional(),
});

/**
 * A script: the state of the world, when `EnsureImageExists` is called, and what happens in between. Times
 * are ms.
 */
export type CredentialsScript = z.output<typeof scriptSchema>;
export type CredentialsCall = CredentialsScript['calls'][number];
export type CredentialsStep = NonNullable<CredentialsScript['steps']>[number];
export type ScriptSecret = NonNullable<CredentialsScript['secrets']>[number];
export type ScriptServiceAccount = NonNullable<CredentialsScript['serviceAccounts']>[number];
export type ScriptAuth = z.output<typeof auth>;
export type ScriptAuths = Readonly<Record<string, ScriptAuth>>;
