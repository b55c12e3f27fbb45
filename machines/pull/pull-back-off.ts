import type { ActorRef, Snapshot } from 'xstate';
import {
  type BackOffRules,
  type BackOffTable,
  dropExpiredBackOffs,
  emptyBackOffTable,
  isInBackOffSinceUpdate,
  nextBackOff,
} from '../../src/rules/kubelet/images/back-off.ts';
import type { BackOffWindow } from '../../src/rules/kubelet/images/pull-log.ts';
import type { PullFailure } from '../../src/rules/kubelet/profile.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import { because } from '../reason.ts';
import { message, reducer } from '../reducer.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

export type BackOffAnswer =
  | { readonly type: 'BACK_OFF.CLEAR' }
  | {
      readonly type: 'BACK_OFF.ACTIVE';
      readonly window: BackOffWindow;
      readonly previous: PullFailure | undefined;
    }
  | { readonly type: 'BACK_OFF.EXTENDED'; readonly window: BackOffWindow };

type Requester = ActorRef<Snapshot<unknown>, BackOffAnswer>;

export type Asked = { readonly type: 'BACK_OFF.ASKED'; readonly key: string; readonly requester: Requester };
export type Reported = {
  readonly type: 'FAILURE.REPORTED';
  readonly key: string;
  readonly failure: PullFailure;
  readonly requester: Requester;
};

/**
 * A pull asks whether its key backs off, reports its failure, or, after a success, lets expired entries be
 * swept.
 */
export type PullBackOffEvent = Asked | Reported | { readonly type: 'SWEEP.REQUESTED' };

export type PullBackOff = ActorRef<Snapshot<unknown>, PullBackOffEvent>;

export interface PullBackOffInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly rules: BackOffRules;
}

export interface PullBackOffTable {
  readonly input: PullBackOffInput;
  readonly entries: BackOffTable;
  readonly previousFailures: ReadonlyMap<string, PullFailure>;
}

/** The window of a key that is in the table. */
function backOffWindow(entries: BackOffTable, key: string): BackOffWindow {
  const entry = entries.get(key);
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
 * `prevPullErrMsg` in pkg/kubelet/images/image_manager.go (v1.36.3). The key is `podUID_image`, the image as
 * written.
 */
export const pullBackOffReducer = reducer<PullBackOffInput, PullBackOffTable, PullBackOffEvent>({
  id: 'pullBackOff',
  description:
    'The back-off entries of the node, one per pod and image as written: a key is left alone until its window is over, and that doubles if it fails again within ten minutes. The window grows from 10 s to 5 min. Meanwhile the pod shows ImagePullBackOff, also when the registry works again.',
  begin: (input) => ({ input, entries: emptyBackOffTable, previousFailures: new Map() }),
  on: {
    'BACK_OFF.ASKED': [
      {
        guard: 'withinBackOff',
        ...because(
          'the window after the last failure of this pod and image, as it is written, is still open',
          'backOffActive',
        ),
        when: ({ input: { rules, clock }, entries }, { key }) =>
          isInBackOffSinceUpdate(entries, rules, key, clock.nowMicros()),
        reduce: (table, { key, requester }) => {
          const previous = table.previousFailures.get(key);
          return {
            table,
            sends: [
              message(requester, {
                type: 'BACK_OFF.ACTIVE',
                window: backOffWindow(table.entries, key),
                previous,
              }),
            ],
          };
        },
      },
      {
        ...because('no window of back-off is open for this pod and image, as it is written', 'backOffClear'),
        reduce: (table, { key, requester }) => ({
          table: withChanges(table, { previousFailures: without(table.previousFailures, key) }),
          sends: [message(requester, { type: 'BACK_OFF.CLEAR' })],
        }),
      },
    ],
    'FAILURE.REPORTED': (table, { key, failure, requester }) => {
      const entries = nextBackOff(table.entries, table.input.rules, key, table.input.clock.nowMicros());
      return {
        table: withChanges(table, {
          entries,
          previousFailures: new Map(table.previousFailures).set(key, failure),
        }),
        sends: [message(requester, { type: 'BACK_OFF.EXTENDED', window: backOffWindow(entries, key) })],
      };
    },
    'SWEEP.REQUESTED': (table) => {
      const {
        input: { rules, clock },
        entries,
      } = table;
      return {
        table: withChanges(table, { entries: dropExpiredBackOffs(entries, rules, clock.nowMicros()) }),
      };
    },
  },
});
