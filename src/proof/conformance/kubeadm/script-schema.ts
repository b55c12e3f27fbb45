import { z } from 'zod';
import { runtimeCallNames } from '../../../rules/kubeadm/runtime-call.ts';

const text = z.string();
const texts = z.array(text);

/** The gRPC codes that an error may have, in the spelling of scripts. */
export const grpcCodes = [
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
] as const;

const outcome = z.strictObject({
  takesMs: z.number().nonnegative().exactOptional(),
  error: text.exactOptional(),
  exitCode: z.int32().exactOptional(),
  output: text.exactOptional(),
  code: z.enum(grpcCodes).exactOptional(),
  present: z.boolean().exactOptional(),
  sandboxes: texts.exactOptional(),
  conditions: z
    .array(
      z.strictObject({
        type: text,
        status: z.boolean(),
        reason: text.exactOptional(),
        message: text.exactOptional(),
      }),
    )
    .exactOptional(),
  info: z.record(text, text).exactOptional(),
});

const outcomes = z.record(text, z.array(outcome));

/** The kind "kubeadm" of the protocol; see docs/conformance.md. */
export const scriptSchema = z.strictObject({
  kind: z.literal('kubeadm'),
  name: text,
  socket: text,
  crictl: z.strictObject({ path: text.exactOptional(), error: text.exactOptional() }).exactOptional(),
  exec: outcomes.exactOptional(),
  cri: outcomes.exactOptional(),
  calls: z.array(
    z.strictObject({
      op: z.enum(runtimeCallNames),
      image: text.exactOptional(),
      images: texts.exactOptional(),
      ifNotPresent: z.boolean().exactOptional(),
      ids: texts.exactOptional(),
      existing: texts.exactOptional(),
      known: texts.exactOptional(),
    }),
  ),
});

export type KubeadmScript = Readonly<z.infer<typeof scriptSchema>>;
export type ScriptOutcome = Readonly<z.infer<typeof outcome>>;
