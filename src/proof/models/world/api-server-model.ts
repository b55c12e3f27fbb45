import { type ApiServerContext, apiServerMachine } from '../../../../machines/world/api-server.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import { modelPod } from '../model-pods.ts';

const { named, model } = modelOf(apiServerMachine);

const pods = [modelPod('web'), modelPod('job')];
/** A pod that is already over, or was refused. */
const over = modelPod('over');

function happenings({ pods: known, kubelet }: ApiServerContext): readonly ModelEvent[] {
  const reports = [...known.values()].flatMap((spec): readonly ModelEvent[] => {
    // A kubelet ends a pod that is over, even one that it does not know to be deleted, and gives up a deleted
    // pod, each once.
    const types =
      spec.deletionGraceMicros === undefined
        ? (['POD.ENDED'] as const)
        : (['POD.ENDED', 'POD.GONE'] as const);
    return types.map((type) => named(`${type} (${spec.uid})`, { uid: spec.uid }));
  });
  return [
    ...pods.filter(({ uid }) => !known.has(uid)).map((spec) => named(`POD.ARRIVED (${spec.uid})`, { spec })),
    ...[...pods, over].map(({ uid }) =>
      named(`POD.EDITED (${uid})`, { uid, change: { kind: 'image', container: null, image: 'app:2' } }),
    ),
    ...[...known.values(), over].map((spec) =>
      named(`POD.DELETED (${spec.uid})`, { spec, graceMicros: 30_000_000 }),
    ),
    ...(kubelet === undefined ? [] : [...reports, named('POD.GONE (over)', { uid: over.uid })]),
  ];
}

/** The part of the API server for one node: two pods, and a kubelet that comes and goes. */
export const apiServerModel = model({
  input: ({ recorder, neighbour }) => ({ name: 'node-1', recorder, runtime: neighbour('runtime') }),
  starts: { 'new': {} },
  events: ({ context, state, world: { neighbour } }) => {
    const always = happenings(context);
    return state === 'watched'
      ? [...always, named('WATCH.ENDED')]
      : [...always, named('WATCH.BEGAN', { kubelet: neighbour('kubelet') })];
  },
  project: ({ context: { pods: known, toList } }) => ({
    pods: [...known.values()].map(({ uid, containers, deletionGraceMicros }) => [
      uid,
      containers[0]?.image,
      deletionGraceMicros,
    ]),
    toList: items(toList).map(({ uid }) => uid),
  }),
});
