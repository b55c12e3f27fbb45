import { type ApiServerContext, type ApiServerEvent, type ApiServerInput, apiServerMachine } from '../../../machines/world/api-server.ts';
import { items } from '../../collections/fifo.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelPod } from '../model-pods.ts';

const named = modelEvent<ApiServerEvent>;

const pods = [modelPod('web'), modelPod('job')];
/** A pod that is already over, or was refused. */
const over = modelPod('over');

function happenings({ pods: known, kubelet }: ApiServerContext): readonly ModelEvent[] {
  const reports = [...known.values()].flatMap((spec): readonly ModelEvent[] => {
    // A kubelet ends a pod that is over, even one that it does not know to be deleted, and gives up a deleted pod, each once.
    const types = spec.deletionGraceMicros === undefined ? (['POD.ENDED'] as const) : (['POD.ENDED', 'POD.GONE'] as const);
    return types.map((type) => named(`${type} (${spec.uid})`, { type, uid: spec.uid }));
  });
  return [
    ...pods.filter(({ uid }) => !known.has(uid)).map((spec) => named(`POD.ARRIVED (${spec.uid})`, { type: 'POD.ARRIVED', spec })),
    ...[...pods, over].map(({ uid }) =>
      named(`POD.EDITED (${uid})`, { type: 'POD.EDITED', uid, change: { kind: 'image', container: null, image: 'app:2' } }),
    ),
    ...[...known.values(), over].map((spec) => named(`POD.DELETED (${spec.uid})`, { type: 'POD.DELETED', spec, graceMicros: 30_000_000 })),
    ...(kubelet === undefined ? [] : [...reports, named('POD.GONE (over)', { type: 'POD.GONE', uid: over.uid })]),
  ];
}

/** The part of the API server for one node: two pods, and a kubelet that comes and goes. */
export const apiServerModel: MachineModel = {
  id: 'apiServer',
  machine: apiServerMachine,
  starts: [
    {
      name: 'new',
      input: ({ recorder, neighbour }): ApiServerInput => ({ name: 'node-1', recorder, runtime: neighbour('runtime') }),
    },
  ],
  events: (snapshot, { neighbour }) => {
    const context: ApiServerContext = snapshot.context;
    const always = happenings(context);
    return snapshot.value === 'watched'
      ? [...always, named('WATCH.ENDED', { type: 'WATCH.ENDED' })]
      : [...always, named('WATCH.BEGAN', { type: 'WATCH.BEGAN', kubelet: neighbour('kubelet') })];
  },
  project: (snapshot) => {
    const { pods: known, toList }: ApiServerContext = snapshot.context;
    return {
      pods: [...known.values()].map(({ uid, containers, deletionGraceMicros }) => [uid, containers[0]?.image, deletionGraceMicros]),
      toList: items(toList).map(({ uid }) => uid),
    };
  },
};
