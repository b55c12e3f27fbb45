import { type EventedPlegContext, eventedPlegMachine } from '../../../../machines/kubelet/evented-pleg.ts';
import { emptyPodStatus } from '../../../rules/kubelet/pleg/pod-status.ts';
import { delayElapsed, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(eventedPlegMachine);

const status = { ...emptyPodStatus('web'), sandboxes: [{ id: 'sandbox', isReady: true, ip: '' }] };

/** The evented PLEG, with a stream that breaks now and then. */
export const eventedPlegModel = model({
  input: ({ recorder, stubs }) => ({
    name: 'node-1/kubelet/evented-pleg',
    recorder,
    ...stubs('pleg', 'runtime'),
    events: 'writeStatus',
    fallback: { relistPeriodMicros: 1_000_000, relistThresholdMicros: 180_000_000 },
  }),
  starts: {
    'events that are written as statuses': {},
    'events that ask for relists': { events: 'askForRelist' },
  },
  events: ({ state }) =>
    state === 'fallenBack' || state === 'givenUp'
      ? []
      : [
          ...(['created', 'started', 'stopped', 'deleted'] as const).map((kind) =>
            named(`CONTAINER_EVENT.RECEIVED (${kind})`, {
              kind,
              containerId: 'app',
              createdAtMicros: 0,
              status,
            }),
          ),
          named('CONTAINER_EVENT.RECEIVED (the sandbox is deleted)', {
            kind: 'deleted',
            containerId: 'sandbox',
            createdAtMicros: 0,
            status,
          }),
          named('STREAM.FAILED'),
          ...(state === 'hinting'
            ? []
            : [delayElapsed('cacheUpdate', 'eventedPleg.streaming.updated', 5_000_000)]),
        ],
  project: ({ context }) => ({ failures: (context as EventedPlegContext).failures }),
});
