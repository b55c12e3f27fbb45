import { prePullMachine } from '../../../../machines/kubeadm/pre-pull.ts';
import type { PrePullContext } from '../../../../machines/kubeadm/pre-pull-context.ts';
import { items } from '../../../rules/collections/fifo.ts';
import type { PrePullPlan } from '../../../rules/kubeadm/pre-pull-plan.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(prePullMachine);

const serial: PrePullPlan = {
  images: ['app:1', 'db:1'],
  parallel: false,
  policy: 'IfNotPresent',
  release: '1.36',
};
const plans: Readonly<Record<string, PrePullPlan>> = {
  'one after the other': serial,
  'one after the other, to the first failure': { ...serial, stopsAtError: true },
  'all at once': { ...serial, parallel: true },
  'all of none': { ...serial, images: [], parallel: true },
  never: { ...serial, policy: 'Never' },
};

function requests({ waiting, plan }: PrePullContext, isIdle: boolean): readonly ModelEvent[] {
  const all = Object.entries(plans).map(([name, of]) => named(`PRE_PULL.REQUESTED (${name})`, { plan: of }));
  if (isIdle) return all;
  return waiting.size === 0 && plan !== undefined ? all.slice(0, 1) : [];
}

function endings({ begun, open, plan }: PrePullContext): readonly ModelEvent[] {
  const [first] = items(open);
  if (first === undefined) return [];
  const index = Number(first.slice(`image-${begun}-`.length)) - 1;
  const image = plan?.images[index] ?? '';
  return [
    named('IMAGE.ENDED (success)', { index, image, error: undefined }),
    named('IMAGE.ENDED (failure)', { index, image, error: 'boom' }),
  ];
}

/**
 * The pre-pull of lists of two images on a node, with one more list that waits. The pulls are events of the
 * model.
 */
export const prePullModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/pre-pull',
    recorder,
    clock,
    ...stubs('imageService'),
  }),
  starts: { 'a node': {} },
  events: ({ context, state }) => {
    return [...requests(context, state === 'idle'), ...endings(context), named('NODE.REBOOTED')];
  },
  project: ({ context, state }) => {
    const { waiting, plan, started, open, failed } = context;
    if (state === 'idle') return null;
    return [waiting.size, plan, started, open.size, failed.length];
  },
});
