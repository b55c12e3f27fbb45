import fc from 'fast-check';
import type { ContainerSpec, PodChange, PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import { imageNames, nodeName } from './node-setup.ts';

/** A pod without its name: that is given when it arrives. */
export interface PodDraft {
  readonly restartPolicy: PodSpec['restartPolicy'];
  readonly hasVolumes: boolean;
  readonly imageVolumes: readonly Pick<ContainerSpec, 'image' | 'policy'>[];
  readonly initContainers: readonly ContainerDraft[];
  readonly containers: readonly ContainerDraft[];
}

type ContainerDraft = Pick<
  ContainerSpec,
  'image' | 'policy' | 'sidecar' | 'runsForMicros' | 'exitCode' | 'stopsInMicros'
>;

/** Beside those that exist: one that no registry has, one of an unknown host, one that is no name. */
const names = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...imageNames) },
  { weight: 1, arbitrary: fc.constantFrom('gone:1', 'nowhere.example/f:1', 'Bad Name') },
);
const policy = fc.constantFrom('IfNotPresent', 'Always', 'IfNotPresent', 'Always', 'IfNotPresent', 'Never');
const container = fc.record({
  image: names,
  policy,
  sidecar: fc.constant(false),
  runsForMicros: fc.constantFrom(null, null, null, 1_000_000, 30_000_000),
  exitCode: fc.constantFrom(0, 0, 1),
  stopsInMicros: fc.constantFrom(500_000, 0, null),
});
const initContainer = fc.tuple(container, fc.boolean()).map(([plain, sidecar]) => ({
  ...plain,
  sidecar,
  runsForMicros: sidecar ? null : (plain.runsForMicros ?? 500_000),
}));

export const podDraft: fc.Arbitrary<PodDraft> = fc.record({
  restartPolicy: fc.constantFrom('Always', 'Always', 'Always', 'OnFailure', 'Never'),
  hasVolumes: fc.boolean(),
  imageVolumes: fc.oneof(fc.constant([]), fc.array(fc.record({ image: names, policy }), { maxLength: 1 })),
  initContainers: fc.oneof(fc.constant([]), fc.array(initContainer, { maxLength: 2 })),
  containers: fc.array(container, { minLength: 1, maxLength: 2 }),
});

/** What somebody may change of a pod later on. */
export const podChange: fc.Arbitrary<PodChange> = fc.oneof(
  names.map((image): PodChange => ({ kind: 'image', container: 'app-0', image })),
  fc.tuple(container, fc.nat(1)).map(([drawn, number]): PodChange => {
    return { kind: 'ephemeralContainer', container: { ...drawn, name: `debug-${number}`, mounts: [] } };
  }),
);

/** The pod as the API server binds it, the `number`th of its run. */
export function podSpec(
  { imageVolumes, initContainers, containers, ...own }: PodDraft,
  number: number,
  arrivesAtMicros: number,
): PodSpec {
  const mounts = imageVolumes.map((_, index) => `volume-${index}`);
  const named = (prefix: string) => (drawn: ContainerDraft, index: number) => ({
    ...drawn,
    name: `${prefix}-${index}`,
    mounts,
  });
  return {
    ...own,
    namespace: 'default',
    name: `pod-${number}`,
    uid: `uid-${number}`,
    nodeName,
    arrivesAtMicros,
    annotations: {},
    runtimeHandler: '',
    imageVolumes: imageVolumes.map((drawn, index) => ({ ...drawn, name: `volume-${index}` })),
    initContainers: initContainers.map(named('init')),
    containers: containers.map(named('app')),
    ephemeralContainers: [],
    terminationGracePeriodMicros: 30_000_000,
  };
}

/** The pod in words: `app-0 IfNotPresent a:1, init-0 (sidecar) Always b:1; Never`. */
export function podInWords({
  imageVolumes,
  initContainers,
  containers,
  restartPolicy,
  hasVolumes,
}: PodDraft): string {
  const one = (name: string, { image, policy: own }: { image: string; policy: string }, more = '') =>
    `${name}${more} ${own} ${image}`;
  const ends = ({ runsForMicros, exitCode }: ContainerDraft) =>
    runsForMicros === null ? '' : ` (runs ${runsForMicros / 1_000} ms, exit ${exitCode})`;
  const parts = [
    ...imageVolumes.map((drawn, index) => one(`volume-${index}`, drawn)),
    ...initContainers.map((drawn, index) =>
      one(`init-${index}`, drawn, drawn.sidecar ? ' (sidecar)' : ends(drawn)),
    ),
    ...containers.map((drawn, index) => one(`app-${index}`, drawn, ends(drawn))),
  ];
  return [
    parts.join(', '),
    ...(restartPolicy === 'Always' ? [] : [restartPolicy]),
    ...(hasVolumes ? ['has volumes'] : []),
  ].join('; ');
}
