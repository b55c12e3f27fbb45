import { z } from 'zod';
import { count, failure, ms, nodeRecord, text } from './schema-fields.ts';

const plegEvent = z.strictObject({
  uid: text('of the pod'),
  eventType: z
    .enum(['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged', 'PodSync'])
    .meta({ description: 'what happened' }),
  data: text('id of the container or sandbox; absent for `PodSync`').exactOptional(),
});

/** What the kubelet tells of its node's health. One schema per record type. */
export const plegRecords = {
  pleg: nodeRecord('pleg', 'The pod lifecycle event generator. Quiet relists are not recorded.', {
    state: z
      .enum(['relisted', 'listFailed', 'inspectionFailed'])
      .meta({ description: '`relisted`: changes were told or lost, or a failure is over; the others: the runtime failed in a new way' }),
    relists: count('relists of all pods so far in this kubelet’s life; those without a record went as the one before them'),
    periodMs: ms('the pause between relists'),
    tookMs: ms('how long this one took').exactOptional(),
    uid: text('of the one pod that was relisted or inspected').exactOptional(),
    events: z.array(plegEvent).meta({ description: 'relisted: sent; inspectionFailed: held back' }).exactOptional(),
    discarded: count('events that the full channel lost').exactOptional(),
    error: failure.exactOptional(),
  }),
  syncLoop: nodeRecord('syncLoop', 'The kubelet’s main loop stops handing out work while the runtime is not healthy.', {
    state: z.enum(['skipping', 'syncing']).meta({ description: '`skipping`: no pod is synced; `syncing`: again' }),
    error: text('skipping: the error of `Skipping pod synchronization`').exactOptional(),
  }),
  condition: nodeRecord('condition', 'A condition of the Node changed, as the kubelet posts it.', {
    condition: text('`Ready`, `DiskPressure` …'),
    status: z.enum(['True', 'False', 'Unknown']).meta({ description: 'of the condition' }),
    reason: text('`KubeletReady`, `KubeletNotReady` …'),
    message: text('as `kubectl describe node` shows it'),
  }),
};
