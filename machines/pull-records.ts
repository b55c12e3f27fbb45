import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import {
  leaveIntents,
  mustAttemptImagePull,
  noPullRecords,
  type PullRecords,
  recordImagePulled,
  recordImagePullFailed,
  recordPullIntent,
} from '../src/kubelet/pull-records.ts';
import { type Recorder, unhandled } from './recorder.ts';

export type AccessAnswer = { readonly type: 'ACCESS.GRANTED' } | { readonly type: 'ACCESS.REFUSED' };

export type Asked = {
  readonly type: 'ACCESS.ASKED';
  readonly image: string;
  readonly imageRef: string;
  readonly requester: ActorRef<Snapshot<unknown>, AccessAnswer>;
};

/** A pull asks whether its pod may use an image that is present, or tells of its own progress. Names are as written. */
export type PullRecordsEvent =
  | Asked
  | { readonly type: 'INTENT.RECORDED'; readonly image: string }
  /** The kubelet is gone: what it pulled stays on record, and so do the intents of what it was pulling. */
  | { readonly type: 'KUBELET.GONE' }
  | { readonly type: 'IMAGE_PULLED.RECORDED'; readonly image: string; readonly imageRef: string }
  | { readonly type: 'IMAGE_PULL_FAILED.RECORDED'; readonly image: string };

/** A kubelet starts, and has read its configuration. `verifiesCredentials`: the gate KubeletEnsureSecretPulledImages. */
export type KubeletStarted = { readonly type: 'KUBELET.STARTED'; readonly policy: string; readonly verifiesCredentials: boolean };

/** The records as pulls see them. */
export type PullRecordsKeeper = ActorRef<Snapshot<unknown>, PullRecordsEvent>;

/** The records as their node sees them. */
export type PullRecordsRef = ActorRef<Snapshot<unknown>, PullRecordsEvent | KubeletStarted>;

export interface PullRecordsInput {
  readonly name: string;
  readonly recorder: Recorder;
  /** `imagePullCredentialsVerificationPolicy`. */
  readonly policy: string;
}

/**
 * Knows which images the kubelet itself pulled, so that a pod without credentials cannot use what another pod's secret
 * paid for.
 *
 * Mirrors `PullManager` in pkg/kubelet/images/pullmanager (v1.36.3, gate KubeletEnsureSecretPulledImages).
 */
export const pullRecordsMachine = setup({
  types: {
    input: {} as PullRecordsInput,
    context: {} as PullRecordsInput & { readonly records: PullRecords },
    events: {} as PullRecordsEvent | KubeletStarted,
  },
  guards: {
    isGateOff: (_, params: KubeletStarted) => !params.verifiesCredentials,
    mustPull: ({ context }, params: Asked) => mustAttemptImagePull(context.records, context.policy, params.image, params.imageRef),
  },
  actions: {
    notePolicy: assign({ policy: (_, params: { policy: string }) => params.policy }),
    recordIntent: assign({ records: ({ context }, params: { image: string }) => recordPullIntent(context.records, params.image) }),
    leaveIntents: assign({ records: ({ context }) => leaveIntents(context.records) }),
    recordPulled: assign({
      records: ({ context }, params: { image: string; imageRef: string }) =>
        recordImagePulled(context.records, params.image, params.imageRef),
    }),
    recordFailed: assign({ records: ({ context }, params: { image: string }) => recordImagePullFailed(context.records, params.image) }),
    grant: sendTo((_, params: Asked) => params.requester, { type: 'ACCESS.GRANTED' }),
    refuse: sendTo((_, params: Asked) => params.requester, { type: 'ACCESS.REFUSED' }),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'pullRecords',
  description: 'The pull intents and pulled records of the node.',
  context: ({ input }) => ({ ...input, records: noPullRecords }),
  initial: 'keeping',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    keeping: {
      description: 'Intents are written before a pull and deleted after it; a success leaves a record.',
      on: {
        'ACCESS.ASKED': [
          { guard: { type: 'mustPull', params: ({ event }) => event }, actions: { type: 'refuse', params: ({ event }) => event } },
          { actions: { type: 'grant', params: ({ event }) => event } },
        ],
        'KUBELET.STARTED': [
          { guard: { type: 'isGateOff', params: ({ event }) => event }, target: 'unused' },
          { actions: { type: 'notePolicy', params: ({ event }) => event } },
        ],
        'KUBELET.GONE': { actions: 'leaveIntents' },
        'INTENT.RECORDED': { actions: { type: 'recordIntent', params: ({ event }) => event } },
        'IMAGE_PULLED.RECORDED': { actions: { type: 'recordPulled', params: ({ event }) => event } },
        'IMAGE_PULL_FAILED.RECORDED': { actions: { type: 'recordFailed', params: ({ event }) => event } },
      },
    },
    unused: {
      description: 'The gate is off (NoopImagePullManager): nothing is written or read, what an earlier kubelet wrote stays.',
      on: {
        'KUBELET.STARTED': [
          { guard: { type: 'isGateOff', params: ({ event }) => event } },
          { target: 'keeping', actions: { type: 'notePolicy', params: ({ event }) => event } },
        ],
        'KUBELET.GONE': { description: 'It has written nothing.' },
        'INTENT.RECORDED': { description: 'Not written.' },
        'IMAGE_PULLED.RECORDED': { description: 'Not written.' },
        'IMAGE_PULL_FAILED.RECORDED': { description: 'Not written.' },
      },
    },
  },
});
