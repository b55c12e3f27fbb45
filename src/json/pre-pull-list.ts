import { z } from 'zod';
import { count, ms, text } from '../trace/schema-fields.ts';

export const prePulledImage = z.strictObject({
  image: text('its name'),
  actor: text('its name in records; absent: there are none yet').exactOptional(),
  state: z
    .enum(['waiting', 'looking', 'pulling', 'present', 'pulled', 'failed', 'stopped'])
    .meta({ description: '`waiting`: its turn has not come; `stopped`: its turn will never come' }),
  beganMs: ms('absent: it has not begun').exactOptional(),
  endedMs: ms('absent: it has not ended').exactOptional(),
  attempts: count('pulls that began'),
  error: text("that kubeadm's `PullImage` returned").exactOptional(),
});

/** One list of images that somebody pulls on a node without the kubelet. */
export const prePull = z.strictObject({
  node: text('the node'),
  kubeadmVersion: text('whose rules hold'),
  parallel: z.boolean().meta({ description: 'all at once, or one after the other' }),
  policy: text('`IfNotPresent`, `Always` or `Never`'),
  beganMs: ms('its beginning'),
  endedMs: ms('absent: it has not ended').exactOptional(),
  interrupted: z.boolean(),
  images: z.array(prePulledImage),
  errors: z.array(z.string()).meta({ description: "the errors of kubeadm's check `ImagePull`" }),
});

export const prePullList = z
  .strictObject({ seed: z.int().nullable(), items: z.array(prePull) })
  .meta({ description: 'pre-pulls of a node: `windlass prepull -o json`; times in ms of virtual time' });
