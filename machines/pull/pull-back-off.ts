import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import {
  type BackOffRules,
  type BackOffTable,
  dropExpiredBackOffs,
  emptyBackOffTable,
  isInBackOffSinceUpdate,
  nextBackOff,
} from '../../src/kubelet/images/back-off.ts';
import type { BackOffWindow } from '../../src/kubelet/images/pull-log.ts';
import type { PullFailure } from '../../src/kubelet/profile.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

export type BackOffAnswer =
  | { readonly type: 'BACK_OFF.CLEAR' }
  | { readonly type: 'BACK_OFF.ACTIVE'; readonly window: BackOffWindow; readonly previous: PullFailure | undefined }
  | { readonly type: 'BACK_OFF.EXTENDED'; readonly window: BackOffWindow };

export type Requester = ActorRef<Snapshot<unknown>, BackOffAnswer>;

export type Asked = { readonly type: 'BACK_OFF.ASKED'; readonly key: string; readonly requester: Requester };
export type Reported = {
  readonly type: 'FAILURE.REPORTED';
  readonly key: string;
  readonly failure: PullFailure;
  readonly requester: Requester;
};

/** A pull asks whether its key backs off, reports its failure, or, after a success, lets expired entries be swept. */
export type PullBackOffEvent = Asked | Reported | { readonly type: 'SWEEP.REQUESTED' };

export type PullBackOff = ActorRef<Snapshot<unknown>, PullBackOffEvent>;

export interface PullBackOffInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly rules: BackOffRules;
}

export interface PullBackOffContext extends PullBackOffInput {
  readonly table: BackOffTable;
  readonly previousFailures: ReadonlyMap<string, PullFailure>;
}

/** The window of a key that is in the table. */
function windowOf(context: PullBackOffContext, key: string): BackOffWindow {
  const entry = context.table.get(key);
  if (entry === undefined) throw new Error(`pullBackOff: no entry for ${key}`);
  return { windowMicros: entry.backOffMicros, untilMicros: entry.lastUpdateMicros + entry.backOffMicros };
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

/**
 * Remembers which images of which pods failed lately, and for how long they are left alone.
 *
 * Mirrors the image manager's `backOff` (flowcontrol.Backoff, client-go/util/flowcontrol/backoff.go) and
 * `prevPullErrMsg` in pkg/kubelet/images/image_manager.go (v1.36.3). The key is `podUID_image`, the image as written.
 */
export const pullBackOffMachine = setup({
  types: { input: {} as PullBackOffInput, context: {} as PullBackOffContext, events: {} as PullBackOffEvent },
  guards: {
    withinBackOff: ({ context }, params: Asked) =>
      isInBackOffSinceUpdate(context.table, context.rules, params.key, context.clock.nowMicros()),
    nothingRemains: ({ context }) => dropExpiredBackOffs(context.table, context.rules, context.clock.nowMicros()).size === 0,
  },
  actions: {
    extend: assign({
      table: ({ context }, params: Reported) => nextBackOff(context.table, context.rules, params.key, context.clock.nowMicros()),
      previousFailures: ({ context }, params: Reported) => new Map(context.previousFailures).set(params.key, params.failure),
    }),
    forgetFailure: assign({ previousFailures: ({ context }, params: Asked) => without(context.previousFailures, params.key) }),
    sweep: assign({ table: ({ context }) => dropExpiredBackOffs(context.table, context.rules, context.clock.nowMicros()) }),
    clear: sendTo((_, params: Asked) => params.requester, { type: 'BACK_OFF.CLEAR' }),
    refuse: sendTo(
      (_, params: Asked) => params.requester,
      ({ context }, params: Asked): BackOffAnswer => ({
        type: 'BACK_OFF.ACTIVE',
        window: windowOf(context, params.key),
        previous: context.previousFailures.get(params.key),
      }),
    ),
    confirm: sendTo(
      (_, params: Reported) => params.requester,
      ({ context }, params: Reported): BackOffAnswer => ({ type: 'BACK_OFF.EXTENDED', window: windowOf(context, params.key) }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullBackOff',
  description: 'The back-off entries of the node, one per pod and image as written.',
  context: ({ input }) => ({ ...input, table: emptyBackOffTable, previousFailures: new Map() }),
  initial: 'empty',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    empty: {
      description: 'No pull has failed lately: no entry, so nobody backs off.',
      on: {
        'BACK_OFF.ASKED': {
          actions: [
            { type: 'forgetFailure', params: ofEvent },
            { type: 'clear', params: ofEvent },
          ],
        },
        'FAILURE.REPORTED': {
          target: 'remembering',
          actions: [
            { type: 'extend', params: ofEvent },
            { type: 'confirm', params: ofEvent },
          ],
        },
        'SWEEP.REQUESTED': { description: 'Nothing to sweep.' },
      },
    },
    remembering: {
      description: 'Some pull failed: its key is left alone until its window is over, and doubles if it fails again within ten minutes.',
      tags: 'backingOff',
      on: {
        'BACK_OFF.ASKED': [
          {
            guard: { type: 'withinBackOff', params: ofEvent },
            actions: { type: 'refuse', params: ofEvent },
          },
          {
            actions: [
              { type: 'forgetFailure', params: ofEvent },
              { type: 'clear', params: ofEvent },
            ],
          },
        ],
        'FAILURE.REPORTED': {
          actions: [
            { type: 'extend', params: ofEvent },
            { type: 'confirm', params: ofEvent },
          ],
        },
        'SWEEP.REQUESTED': [{ guard: 'nothingRemains', target: 'empty', actions: 'sweep' }, { actions: 'sweep' }],
      },
    },
  },
});
