import type { ContextFrom } from 'xstate';
import { type AccessAnswer, type KubeletStarted, type PullRecordsEvent, pullRecordsMachine } from '../../machines/pull-records.ts';
import type { MachineModel, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';

const named = modelEvent<PullRecordsEvent | KubeletStarted>;

const image = 'registry.example/app:1';
const otherImage = 'registry.example/other:1';
const imageRef = 'sha256:app';
const intentsMax = 2;

/** The pull records under each verification policy: one image reference, pulled under its name or under another one. */
export const pullRecordsModel: MachineModel = {
  id: 'pullRecords',
  machine: pullRecordsMachine,
  starts: [start('default policy', ''), start('never verify', 'NeverVerify'), start('always verify', 'AlwaysVerify')],
  events: (snapshot, { neighbour }) => {
    const { records, policy }: ContextFrom<typeof pullRecordsMachine> = snapshot.context;
    const requester = neighbour<AccessAnswer>('pull');
    const asked = (which: string, ref: string) =>
      named(`ACCESS.ASKED (${which})`, { type: 'ACCESS.ASKED', image, imageRef: ref, requester });
    const started = (gate: string, verifiesCredentials: boolean) =>
      named(`KUBELET.STARTED (gate ${gate})`, { type: 'KUBELET.STARTED', verifiesCredentials, policy });
    return [
      // A kubelet whose gate is off does not ask.
      ...(snapshot.matches('keeping') ? [asked('present', imageRef), asked('absent', '')] : []),
      ...((records.intents.get(image) ?? 0) < intentsMax ? [named('INTENT.RECORDED', { type: 'INTENT.RECORDED', image })] : []),
      named('IMAGE_PULLED.RECORDED', { type: 'IMAGE_PULLED.RECORDED', image, imageRef }),
      named('IMAGE_PULLED.RECORDED (another name)', { type: 'IMAGE_PULLED.RECORDED', image: otherImage, imageRef }),
      named('IMAGE_PULL_FAILED.RECORDED', { type: 'IMAGE_PULL_FAILED.RECORDED', image }),
      named('KUBELET.GONE', { type: 'KUBELET.GONE' }),
      started('on', true),
      started('off', false),
    ];
  },
  project: (snapshot) => {
    const { records }: ContextFrom<typeof pullRecordsMachine> = snapshot.context;
    return [[...records.intents], [...records.leftIntents], [...(records.pulled.get(imageRef) ?? new Map()).keys()].sort()];
  },
};

function start(name: string, policy: string): ModelStart {
  return { name, input: ({ recorder }) => ({ name: 'pull-records', recorder, policy }) };
}
