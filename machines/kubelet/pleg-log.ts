import type { ObservationOf } from '../../src/trace/observation.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { currentTurn } from './pleg-context.ts';
import type { PlegContext } from './pleg-protocol.ts';

/** The observation for the trace, and the id of the fault that caused it. */
export interface PlegReport {
  readonly observation: ObservationOf<'pleg'>;
  readonly fault?: string | undefined;
}

interface Failed {
  readonly error: string;
  readonly fault?: string | undefined;
}

/** The record for the trace. */
export function traceRecord(
  { input: { name } }: PlegContext,
  { observation, fault }: PlegReport,
): RecorderEvent {
  const record = { type: 'RECORD', actor: name, observation } as const;
  return fault === undefined ? record : { ...record, because: { kind: 'fault', actor: fault } };
}

/** The observation of a relist that is worth a record. */
export function relisted(context: PlegContext): PlegReport {
  return { observation: observed(context, 'relisted') };
}

/** The observation of a failed listing. */
export function listFailed(context: PlegContext, { error, fault }: Failed): PlegReport {
  return { observation: { ...observed(context, 'listFailed'), error }, fault };
}

/** The observation of a failed inspection, with the events that it delays. */
export function inspectionFailed(context: PlegContext, { error, fault }: Failed): PlegReport {
  const { uid, events } = currentTurn(context);
  const { relistPeriodMicros, relists } = context;
  return {
    observation: {
      type: 'pleg',
      state: 'inspectionFailed',
      relists,
      periodMs: relistPeriodMicros / 1000,
      uid,
      events,
      error,
    },
    fault,
  };
}

function observed(context: PlegContext, state: ObservationOf<'pleg'>['state']): ObservationOf<'pleg'> {
  const {
    input: { clock },
    relistPeriodMicros,
    relist,
    relists,
    channel,
  } = context;
  const discarded = channel.discarded - relist.discardedBefore;
  return {
    type: 'pleg',
    state,
    relists,
    periodMs: relistPeriodMicros / 1000,
    tookMs: (clock.nowMicros() - relist.startedMicros) / 1000,
    ...(relist.uid === undefined ? {} : { uid: relist.uid }),
    ...(relist.events.length === 0 ? {} : { events: relist.events }),
    ...(discarded === 0 ? {} : { discarded }),
  };
}
