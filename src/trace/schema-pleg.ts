import { z } from 'zod';
import { count, failure, ms, nodeRecord, text } from './schema-fields.ts';

/** Records of images that are pulled on a node without the kubelet. */
export const prePullRecords = {
  prePull: nodeRecord('prePull', 'Someone pulls images on a node beside the kubelet (kubeadm, crictl).', {
    state: z
      .enum([
        'started',
        'inspecting',
        'present',
        'pulling',
        'pulled',
        'failed',
        'gaveUp',
        'finished',
        'interrupted',
      ])
      .meta({
        description:
          '`started` and `finished` are of all images together; `failed` is one try, `gaveUp` the last',
      }),
    image: text('of the image, after the default tag').exactOptional(),
    attempt: count('pulling, pulled, failed: which try it is, from 1').exactOptional(),
    error: text('failed: of the runtime; gaveUp: as kubeadm words it').exactOptional(),
    images: z
      .array(z.string())
      .meta({ description: 'started: in the order in which they are asked for' })
      .exactOptional(),
    parallel: z
      .boolean()
      .meta({ description: 'started: all at once, or one after the other' })
      .exactOptional(),
    policy: z
      .enum(['IfNotPresent', 'Always', 'Never'])
      .meta({ description: 'started: which images are pulled' })
      .exactOptional(),
    kubeadmVersion: text('started: whose rules hold').exactOptional(),
    errors: z
      .array(z.string())
      .meta({ description: "finished: the errors of kubeadm's check `ImagePull`" })
      .exactOptional(),
  }),
};

const plegEvent = z.strictObject({
  uid: text('of the pod'),
  eventType: z
    .enum(['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged', 'PodSync'])
    .meta({ description: 'what happened' }),
  data: text('id of the container or sandbox; absent for `PodSync`').exactOptional(),
});

/** Records of the kubelet about its node's health. Each type has one schema. */
export const plegRecords = {
  pleg: nodeRecord('pleg', 'The pod lifecycle event generator. Quiet relists are not recorded.', {
    state: z.enum(['relisted', 'listFailed', 'inspectionFailed']).meta({
      description:
        '`relisted`: changes were reported or lost, or a failure is over; the others: the runtime failed in a new way',
    }),
    relists: count(
      'relists of all pods so far in this kubelet’s life; those without a record went as the one before them',
    ),
    periodMs: ms('the pause between relists'),
    tookMs: ms('how long this one took').exactOptional(),
    uid: text('of the one pod that was relisted or inspected').exactOptional(),
    events: z
      .array(plegEvent)
      .meta({ description: 'relisted: sent; inspectionFailed: held back' })
      .exactOptional(),
    discarded: count('events that the full channel lost').exactOptional(),
    error: failure.exactOptional(),
  }),
  syncLoop: nodeRecord(
    'syncLoop',
    'The kubelet’s main loop stops handing out work while the runtime is not healthy.',
    {
      state: z
        .enum(['skipping', 'syncing'])
        .meta({ description: '`skipping`: no pod is synced; `syncing`: again' }),
      error: text('skipping: the error of `Skipping pod synchronization`').exactOptional(),
    },
  ),
  condition: nodeRecord('condition', 'A condition of the Node changed, as the kubelet posts it.', {
    condition: text('`Ready`, `DiskPressure` …'),
    status: z.enum(['True', 'False', 'Unknown']).meta({ description: 'of the condition' }),
    reason: text('`KubeletReady`, `KubeletNotReady` …'),
    message: text('as `kubectl describe node` shows it'),
  }),
};
