import { assign, sendTo, setup } from 'xstate';
import { type AccessVerdict, checkAccess } from '../../src/kubelet/pull-records/access-check.ts';
import { pruneRecords } from '../../src/kubelet/pull-records/prune-records.ts';
import {
  noPullRecords,
  openPullRecords,
  type PullRecords,
  recordImagePulled,
  recordImagePullFailed,
  recordPullIntent,
} from '../../src/kubelet/pull-records/pull-records.ts';
import { withFile, withoutFile } from '../../src/kubelet/pull-records/record-files.ts';
import { leftIntents, type RecoverableImage, recoverIntents } from '../../src/kubelet/pull-records/recover-intents.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { ImageInventoryRequest } from '../runtime/cri.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type {
  AccessAnswer,
  Asked,
  KubeletStarted,
  PullRecordsInput,
  PullRecordsMachineEvent,
  RecordsPruned,
} from './pull-records-protocol.ts';

export type {
  AccessAnswer,
  KubeletStarted,
  PrunedRecords,
  PullRecordsEvent,
  PullRecordsInput,
  PullRecordsKeeper,
  PullRecordsRef,
} from './pull-records-protocol.ts';

export interface PullRecordsContext extends PullRecordsInput {
  readonly records: PullRecords;
  /** On the last question. */
  readonly verdict: AccessVerdict;
}

type Of<T extends PullRecordsMachineEvent['type']> = Extract<PullRecordsMachineEvent, { type: T }>;

/**
 * Knows which images the kubelet itself pulled and with which credentials, so that a pod without them cannot use what
 * another pod's secret paid for.
 *
 * Mirrors `PullManager` with its records accessors in pkg/kubelet/images/pullmanager (v1.36.3, gate
 * KubeletEnsureSecretPulledImages).
 */
export const pullRecordsMachine = setup({
  types: { input: {} as PullRecordsInput, context: {} as PullRecordsContext, events: {} as PullRecordsMachineEvent },
  guards: {
    isGateOff: (_, params: KubeletStarted) => !params.verifiesCredentials,
    hasLeftIntents: ({ context }) => context.inventory !== undefined && leftIntents(context.records).length > 0,
  },
  actions: {
    open: assign(({ context }, { policy, allowlist = [], names = 'asWritten', maxPods, maxParallelImagePulls }: KubeletStarted) => ({
      policy,
      allowlist,
      names,
      records: openPullRecords(
        context.records.disk,
        { names, ...(maxPods === undefined ? {} : { maxPods }), ...(maxParallelImagePulls === undefined ? {} : { maxParallelImagePulls }) },
        context.records.fileName,
      ),
    })),
    askImages: sendTo(
      ({ context }) => {
        if (context.inventory === undefined) throw new Error(`${context.name} has no runtime to ask`);
        return context.inventory;
      },
      ({ self }): ImageInventoryRequest => ({ type: 'IMAGES.LIST_REQUESTED', requester: self }),
    ),
    recover: assign({
      records: ({ context }, params: { images: readonly RecoverableImage[] }) =>
        recoverIntents(context.records, params.images, context.clock.nowMicros()),
    }),
    check: assign(({ context }, params: Asked) => checkAccess(context.records, context, params, context.clock.nowMicros())),
    answer: sendTo(
      (_, params: Asked) => params.requester,
      ({ context: { verdict } }): AccessAnswer =>
        verdict.kind === 'failed'
          ? { type: 'ACCESS.FAILED', check: verdict.check, error: verdict.error }
          : { type: verdict.kind === 'granted' ? 'ACCESS.GRANTED' : 'ACCESS.REFUSED', check: verdict.check },
    ),
    recordIntent: assign({ records: ({ context }, params: { image: string }) => recordPullIntent(context.records, params.image) }),
    recordPulled: assign({
      records: ({ context }, params: Of<'IMAGE_PULLED.RECORDED'>) => recordImagePulled(context.records, params, context.clock.nowMicros()),
    }),
    recordFailed: assign({ records: ({ context }, params: { image: string }) => recordImagePullFailed(context.records, params.image) }),
    prune: assign({
      records: ({ context }, params: RecordsPruned) => pruneRecords(context.records, params.remaining, params.sinceMicros),
    }),
    changePulledFile: assign({
      records: ({ context: { records } }, { name, file }: Of<'PULLED_FILE.CHANGED'>) => {
        const { disk } = records;
        const pulled = file === undefined ? withoutFile(disk.pulled, name) : withFile(disk.pulled, name, file);
        return { ...records, disk: { ...disk, pulled } };
      },
    }),
    changeIntentFile: assign({
      records: ({ context: { records } }, { name, file }: Of<'INTENT_FILE.CHANGED'>) => {
        const { disk } = records;
        const pulling = file === undefined ? withoutFile(disk.pulling, name) : withFile(disk.pulling, name, file);
        return { ...records, disk: { ...disk, pulling } };
      },
    }),
    tell: sendTo(
      ({ context }) => context.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullRecords',
  description: 'The pull intents and pulled records of the node: files, and what the running kubelet has of them in memory.',
  context: ({ input }) => ({
    ...input,
    records: openPullRecords(noPullRecords().disk, input, input.fileName ?? noPullRecords().fileName),
    verdict: { kind: 'granted', check: 'credentialPolicyAllowed' },
  }),
  initial: 'keeping',
  on: {
    'KUBELET.STARTED': [
      { guard: { type: 'isGateOff', params: ofEvent }, target: '.unused' },
      { target: '.opening', actions: { type: 'open', params: ofEvent } },
    ],
    'PULLED_FILE.CHANGED': { actions: { type: 'changePulledFile', params: ofEvent } },
    'INTENT_FILE.CHANGED': { actions: { type: 'changeIntentFile', params: ofEvent } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    opening: {
      description: 'A kubelet starts and reads what the last one left.',
      always: [{ guard: 'hasLeftIntents', target: 'keeping', actions: 'askImages' }, { target: 'keeping' }],
    },
    keeping: {
      description: 'Intents are written before a pull and deleted after it; a success leaves a record.',
      on: {
        'ACCESS.ASKED': {
          actions: [
            { type: 'check', params: ofEvent },
            { type: 'answer', params: ofEvent },
          ],
        },
        'IMAGES.LISTED': {
          description: 'Intents that the last kubelet left become records where their image is there.',
          actions: { type: 'recover', params: ofEvent },
        },
        'IMAGES.LIST_FAILED': { description: 'The intents stay: their images must be verified.' },
        'KUBELET.GONE': { description: 'Files stay; what it had in memory the next one reads anew.' },
        'INTENT.RECORDED': { actions: { type: 'recordIntent', params: ofEvent } },
        'IMAGE_PULLED.RECORDED': { actions: { type: 'recordPulled', params: ofEvent } },
        'IMAGE_PULL_FAILED.RECORDED': { actions: { type: 'recordFailed', params: ofEvent } },
        'RECORDS.PRUNED': { actions: { type: 'prune', params: ofEvent } },
      },
    },
    unused: {
      description: 'The gate is off (NoopImagePullManager): nothing is written or read, what an earlier kubelet wrote stays.',
      on: {
        'IMAGES.LISTED': { description: 'Too late: the kubelet that asked is gone.' },
        'IMAGES.LIST_FAILED': { description: 'Too late: the kubelet that asked is gone.' },
        'KUBELET.GONE': { description: 'It has written nothing.' },
        'INTENT.RECORDED': { description: 'Not written.' },
        'IMAGE_PULLED.RECORDED': { description: 'Not written.' },
        'IMAGE_PULL_FAILED.RECORDED': { description: 'Not written.' },
        'RECORDS.PRUNED': { description: 'The hook is not there.' },
      },
    },
  },
});
