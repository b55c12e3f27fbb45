import fc from 'fast-check';
import type { ScenarioDocument } from '../../inputs/scenario/scenario-shape.ts';

type Fault = NonNullable<ScenarioDocument['faults']>[number];
type Changes = (scenario: ScenarioDocument) => ScenarioDocument;

/** What is added to a Scenario, and the settings of all its nodes that it needs. */
function meeting(
  node: object,
  faults: readonly object[] = [],
  more: Partial<ScenarioDocument> = {},
): Changes {
  return (scenario) => {
    const named = Object.entries(scenario.nodes?.named ?? {}).map(
      ([name, one]) => [name, { ...one, ...node }] as const,
    );
    return {
      ...scenario,
      ...more,
      nodes: {
        ...scenario.nodes,
        defaults: { ...scenario.nodes?.defaults, ...node },
        ...(named.length === 0 ? {} : { named: Object.fromEntries(named) }),
      },
      faults: [...(scenario.faults ?? []), ...(faults as readonly Fault[])],
      deletions: [...(scenario.deletions ?? []), ...(more.deletions ?? [])],
    };
  };
}

const seconds = (max: number) => fc.integer({ min: 0, max }).map((at) => `${at}s`);
const smallDisk = fc
  .integer({ min: 40, max: 420 })
  .map((megabytes) => ({ disk: `${megabytes}MB`, diskUsed: '10MB' }));
const crio = { runtime: 'cri-o://1.33' };

/** Pairs that chance alone seldom brings together, and that have met badly before. */
export const badMeeting: fc.Arbitrary<Changes> = fc.oneof(
  // CRI-O, which collects at once, on a disk that is just too small.
  smallDisk.map((disk) => meeting({ ...crio, ...disk })),
  // A kubelet that restarts while its runtime goes on, on a disk that fills.
  fc
    .tuple(smallDisk, seconds(60))
    .map(([disk, at]) => meeting(disk, [{ kind: 'kubeletRestart', at, pulls: 'completed' }])),
  // Pods that are deleted about the second of their end.
  fc
    .array(seconds(30), { minLength: 1, maxLength: 3 })
    .map((times) => meeting({}, [], { deletions: times.map((at) => ({ match: 'Job/*', at })) })),
  // A registry that says 429 until the horizon, to a runtime that rests between its requests.
  fc
    .tuple(fc.constantFrom('tag', 'manifest', 'layer'), fc.constantFrom('17s', '31s', '50s'))
    .map(([request, horizon]) =>
      meeting(crio, [{ kind: 'badStatus', status: 429, request }], { horizon } as Partial<ScenarioDocument>),
    ),
  // A pull ahead of the kubelet that hangs, of an image that pods want too.
  fc
    .constantFrom('tag', 'manifest', 'config', 'layer')
    .map((request) =>
      meeting({ prePull: { images: ['a:1', 'b'] } }, [{ kind: 'unanswered', request, times: 2 }]),
    ),
  // Image volumes on a disk that image GC clears while containers wait for theirs.
  fc
    .tuple(smallDisk, seconds(40))
    .map(([disk, at]) =>
      meeting({ ...disk, kubeletVersion: 'v1.36.2' }, [{ kind: 'imageRemoved', image: 'a:1', at }]),
    ),
);
