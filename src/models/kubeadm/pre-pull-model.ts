import type { ImageEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import { prePullMachine } from '../../../machines/kubeadm/pre-pull.ts';
import type { PrePullContext, PrePullEvent, PrePullInput } from '../../../machines/kubeadm/pre-pull-context.ts';
import { items } from '../../collections/fifo.ts';
import type { PrePullPlan } from '../../kubeadm/pre-pull-plan.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<PrePullEvent | ImageEnded>;

const serial: PrePullPlan = { images: ['app:1', 'db:1'], parallel: false, policy: 'IfNotPresent', release: '1.36' };
const plans: Readonly<Record<string, PrePullPlan>> = {
  'one after the other': serial,
  'one after the other, to the first failure': { ...serial, stopsAtError: true },
  'all at once': { ...serial, parallel: true },
  'all of none': { ...serial, images: [], parallel: true },
  never: { ...serial, policy: 'Never' },
};

function requests({ waiting, plan }: PrePullContext, isIdle: boolean): readonly ModelEvent[] {
  const all = Object.entries(plans).map(([name, of]) => named(`PRE_PULL.REQUESTED (${name})`, { type: 'PRE_PULL.REQUESTED', plan: of }));
  if (isIdle) return all;
  return waiting.size === 0 && plan !== undefined ? all.slice(0, 1) : [];
}

function endings({ begun, open, plan }: PrePullContext): readonly ModelEvent[] {
  const [first] = items(open);
  if (first === undefined) return [];
  const index = Number(first.slice(`image-${begun}-`.length)) - 1;
  const image = plan?.images[index] ?? '';
  return [
    named('IMAGE.ENDED (success)', { type: 'IMAGE.ENDED', index, image, error: undefined }),
    named('IMAGE.ENDED (failure)', { type: 'IMAGE.ENDED', index, image, error: 'boom' }),
  ];
}

/** The pre-pull of lists of two images on a node, with one more list that waits. The pulls are events of the model. */
export const prePullModel: MachineModel = {
  id: 'prePull',
  machine: prePullMachine.provide({ actors: { imagePull: inertActor as never } }),
  starts: [
    {
      name: 'a node',
      input: ({ recorder, clock, neighbour }): PrePullInput => ({
        name: 'node-1/pre-pull',
        recorder,
        clock,
        imageService: neighbour('imageService'),
      }),
    },
  ],
  events: (snapshot) => {
    const context: PrePullContext = snapshot.context;
    return [...requests(context, snapshot.matches('idle')), ...endings(context), named('NODE.REBOOTED', { type: 'NODE.REBOOTED' })];
  },
  project: (snapshot) => {
    const { waiting, plan, started, open, failed }: PrePullContext = snapshot.context;
    if (snapshot.matches('idle')) return null;
    return [waiting.size, plan, started, open.size, failed.length];
  },
};
