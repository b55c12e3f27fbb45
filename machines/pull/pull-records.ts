import {
  type AccessVerdict,
  checkAccess,
  type VerificationPolicy,
} from '../../src/rules/kubelet/pull-records/access-check.ts';
import {
  leftIntents,
  noPullRecords,
  openPullRecords,
  type PullRecords,
  pruneRecords,
  recordImagePulled,
  recordImagePullFailed,
  recordPullIntent,
  recoverIntents,
} from '../../src/rules/kubelet/pull-records/pull-records.ts';
import { withFile, withoutFile } from '../../src/rules/kubelet/pull-records/record-files.ts';
import { omitUndefined } from '../../src/rules/values/omit-undefined.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import { message, type Reduced, reducer } from '../reducer.ts';
import type {
  AccessAnswer,
  KubeletStarted,
  PullRecordsInput,
  PullRecordsMachineEvent,
} from './pull-records-protocol.ts';

export type {
  AccessAnswer,
  KubeletStarted,
  PullRecordsEvent,
  PullRecordsInput,
  PullRecordsKeeper,
  PullRecordsRef,
} from './pull-records-protocol.ts';

export interface PullRecordsTable {
  readonly input: PullRecordsInput;
  /** What the kubelet that runs has in its configuration. */
  readonly verification: VerificationPolicy;
  /**
   * False while the gate is off (NoopImagePullManager): nothing is written or read, and the files of an
   * earlier kubelet stay.
   */
  readonly isKept: boolean;
  readonly records: PullRecords;
}

const isKept = { guard: 'isKept', when: ({ isKept: kept }: PullRecordsTable) => kept };

/** No change: what the gate turns off, and answers to a kubelet that is gone. */
const ignored = { reduce: (table: PullRecordsTable) => ({ table }) };

function withDisk(table: PullRecordsTable, change: Partial<PullRecords['disk']>): Reduced<PullRecordsTable> {
  const { records } = table;
  return {
    table: withChanges(table, { records: withChanges(records, { disk: { ...records.disk, ...change } }) }),
  };
}

function accessAnswer(verdict: AccessVerdict): AccessAnswer {
  const { check, reason } = verdict;
  if (verdict.kind === 'failed') return { type: 'ACCESS.FAILED', check, error: verdict.error, reason };
  return { type: verdict.kind === 'granted' ? 'ACCESS.GRANTED' : 'ACCESS.REFUSED', check, reason };
}

/** A kubelet starts and reads the files of the one before. */
function opened(table: PullRecordsTable, started: KubeletStarted): PullRecordsTable {
  const { policy, allowlist = [], names = 'asWritten', maxPods, maxParallelImagePulls } = started;
  const sizes = {
    ...(maxPods === undefined ? {} : { maxPods }),
    ...(maxParallelImagePulls === undefined ? {} : { maxParallelImagePulls }),
  };
  const records = openPullRecords(table.records.disk, { names, ...sizes }, table.records.fileName);
  return withChanges(table, { isKept: true, verification: { policy, allowlist, names }, records });
}

/**
 * Knows which images the kubelet itself pulled and with which credentials, so that a pod without them cannot
 * use what another pod's secret paid for.
 *
 * Mirrors `PullManager` with its records accessors in pkg/kubelet/images/pullmanager (v1.36.3, gate
 * KubeletEnsureSecretPulledImages).
 */
export const pullRecordsReducer = reducer<PullRecordsInput, PullRecordsTable, PullRecordsMachineEvent>({
  id: 'pullRecords',
  description:
    'The pull intents and pulled records of the node: their files, and the running kubelet’s copy in memory. They say with whose credentials an image was pulled, so that a pod without them does not get a private image only because it lies on the node.',
  begin: (input) => {
    const { policy, allowlist, names } = input;
    const { disk, fileName } = noPullRecords();
    const verification = omitUndefined({ policy, allowlist, names });
    return {
      input,
      verification,
      isKept: true,
      records: openPullRecords(disk, input, input.fileName ?? fileName),
    };
  },
  on: {
    'KUBELET.STARTED': [
      {
        guard: 'isGateOff',
        when: (_, { verifiesCredentials }) => !verifiesCredentials,
        reduce: (table) => ({ table: withChanges(table, { isKept: false }) }),
      },
      {
        guard: 'hasLeftIntents',
        when: ({ input: { inventory }, records }) =>
          inventory !== undefined && leftIntents(records).length > 0,
        reduce: (table, event, self) => ({
          table: opened(table, event),
          sends:
            table.input.inventory === undefined
              ? []
              : [message(table.input.inventory, { type: 'IMAGES.LIST_REQUESTED', requester: self })],
        }),
      },
      { reduce: (table, event) => ({ table: opened(table, event) }) },
    ],
    // The files stay. The next kubelet reads them into its memory again.
    'KUBELET.GONE': (table) => ({ table }),
    'ACCESS.ASKED': [
      {
        ...isKept,
        reduce: (table, question) => {
          const { records, verdict } = checkAccess(
            table.records,
            table.verification,
            question,
            table.input.clock.nowMicros(),
          );
          return {
            table: withChanges(table, { records }),
            sends: [message(question.requester, accessAnswer(verdict))],
          };
        },
      },
    ],
    // The intents of the last kubelet become records if their image is present.
    'IMAGES.LISTED': [
      {
        ...isKept,
        reduce: (table, { images }) => ({
          table: withChanges(table, {
            records: recoverIntents(table.records, images, table.input.clock.nowMicros()),
          }),
        }),
      },
      ignored,
    ],
    // The intents stay, so that their images must be verified.
    'IMAGES.LIST_FAILED': (table) => ({ table }),
    // Intents are written before a pull and deleted after it; a success leaves a record.
    'INTENT.RECORDED': [
      {
        ...isKept,
        reduce: (table, { image }) => ({
          table: withChanges(table, { records: recordPullIntent(table.records, image) }),
        }),
      },
      ignored,
    ],
    'IMAGE_PULLED.RECORDED': [
      {
        ...isKept,
        reduce: (table, pulled) => ({
          table: withChanges(table, {
            records: recordImagePulled(table.records, pulled, table.input.clock.nowMicros()),
          }),
        }),
      },
      ignored,
    ],
    'IMAGE_PULL_FAILED.RECORDED': [
      {
        ...isKept,
        reduce: (table, { image }) => ({
          table: withChanges(table, { records: recordImagePullFailed(table.records, image) }),
        }),
      },
      ignored,
    ],
    'RECORDS.PRUNED': [
      {
        ...isKept,
        reduce: (table, { remaining, sinceMicros }) => ({
          table: withChanges(table, { records: pruneRecords(table.records, remaining, sinceMicros) }),
        }),
      },
      ignored,
    ],
    'PULLED_FILE.CHANGED': (table, { name, file }) => {
      const { pulled } = table.records.disk;
      return withDisk(table, {
        pulled: file === undefined ? withoutFile(pulled, name) : withFile(pulled, name, file),
      });
    },
    'INTENT_FILE.CHANGED': (table, { name, file }) => {
      const { pulling } = table.records.disk;
      return withDisk(table, {
        pulling: file === undefined ? withoutFile(pulling, name) : withFile(pulling, name, file),
      });
    },
  },
});
