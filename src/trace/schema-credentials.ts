import { z } from 'zod';
import { text } from './schema-fields.ts';

/** A pull credential in a record: where it comes from, and an identity that tells equal ones. It has no secret values. */
export const credential = z
  .strictObject({
    source: z.enum(['secret', 'serviceAccount', 'node']).meta({ description: 'where it comes from' }),
    identity: text('opaque; equal user and password give equal identities'),
    namespace: text('of the secret or service account').exactOptional(),
    name: text('of the secret or service account').exactOptional(),
    uid: text('of the secret or service account').exactOptional(),
  })
  .meta({ description: 'PullImage: what it is tried with; absent: anonymous' });

/** The answer of the pull records for an image that was present. */
export const credentialCheck = z.enum(['credentialPolicyAllowed', 'credentialRecordFound', 'mustAuthenticate', 'error']).meta({
  description: 'what the pull records said of an image that was there, as the kubelet’s mustpull metric names it; absent: not asked',
});
