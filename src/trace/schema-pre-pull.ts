import { z } from 'zod';
import { count, nodeRecord, text } from './schema-fields.ts';

/** Images that someone pulls on a node beside the kubelet. */
export const prePullRecords = {
  prePull: nodeRecord('prePull', 'Someone pulls images on a node beside the kubelet (kubeadm, crictl).', {
    state: z
      .enum(['started', 'inspecting', 'present', 'pulling', 'pulled', 'failed', 'gaveUp', 'finished', 'interrupted'])
      .meta({ description: '`started` and `finished` are of all images together; `failed` is one try, `gaveUp` the last' }),
    image: text('of the image, after the default tag').exactOptional(),
    attempt: count('pulling, pulled, failed: which try it is, from 1').exactOptional(),
    error: text('failed: of the runtime; gaveUp: as kubeadm words it').exactOptional(),
    images: z.array(z.string()).meta({ description: 'started: in the order in which they are asked for' }).exactOptional(),
    parallel: z.boolean().meta({ description: 'started: all at once, or one after the other' }).exactOptional(),
    policy: z.enum(['IfNotPresent', 'Always', 'Never']).meta({ description: 'started: which images are pulled' }).exactOptional(),
    kubeadmVersion: text('started: whose rules hold').exactOptional(),
    errors: z.array(z.string()).meta({ description: "finished: the errors of kubeadm's check `ImagePull`" }).exactOptional(),
  }),
};
