import {
  type EventedPlegContext,
  type EventedPlegEvent,
  type EventedPlegInput,
  eventedPlegMachine,
} from '../../../machines/kubelet/evented-pleg.ts';
import { emptyPodStatus } from '../../kubelet/pleg/pod-status.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<EventedPlegEvent>;

const status = { ...emptyPodStatus('web'), sandboxes: [{ id: 'sandbox', isReady: true, ip: '' }] };

/** The evented PLEG, with a stream that breaks now and then. */
export const eventedPlegModel: MachineModel = {
  id: 'eventedPleg',
  machine: eventedPlegMachine,
  starts: [start('events that are written as statuses', 'writeStatus'), start('events that ask for relists', 'askForRelist')],
  events: ({ value }) =>
    value === 'fallenBack' || value === 'givenUp'
      ? []
      : [
          ...(['created', 'started', 'stopped', 'deleted'] as const).map((kind) =>
            named(`CONTAINER_EVENT.RECEIVED (${kind})`, {
              type: 'CONTAINER_EVENT.RECEIVED',
              kind,
              containerId: 'app',
              createdAtMicros: 0,
              status,
            }),
          ),
          named('CONTAINER_EVENT.RECEIVED (the sandbox is deleted)', {
            type: 'CONTAINER_EVENT.RECEIVED',
            kind: 'deleted',
            containerId: 'sandbox',
            createdAtMicros: 0,
            status,
          }),
          named('STREAM.FAILED', { type: 'STREAM.FAILED' }),
          ...(value === 'hinting' ? [] : [delayElapsed('cacheUpdate', 'eventedPleg.streaming.updated', 5_000_000)]),
        ],
  project: (snapshot) => ({ failures: (snapshot.context as EventedPlegContext).failures }),
};

function start(name: string, events: EventedPlegInput['events']): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): EventedPlegInput => ({
      name: 'node-1/kubelet/evented-pleg',
      recorder,
      pleg: neighbour('pleg'),
      runtime: neighbour('runtime'),
      events,
      fallback: { relistPeriodMicros: 1_000_000, relistThresholdMicros: 180_000_000 },
    }),
  };
}
