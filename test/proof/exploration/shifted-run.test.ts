import { expect, it } from 'vitest';
import { ageHash, type Digest, Digester } from '../../../src/proof/exploration/digest.ts';
import { History } from '../../../src/run/engine/history.ts';
import { PartRun } from '../../../src/run/simulation/part-run.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { nodeWith } from './systems.ts';

// Which fields hold instants: docs of src/proof/exploration/instant-fields.ts.

/** What of an actor of the compiled engine is compared. */
interface Seen {
  readonly id: string;
  readonly context: object | undefined;
  readonly children: ReadonlyMap<string, Seen> | undefined;
}

/** The same run, later. */
function shifted(
  input: SimulationInput,
  micros: number,
): { readonly run: PartRun; readonly digester: Digester } {
  const { pods, faults, horizonMicros } = input;
  const later: SimulationInput = {
    ...input,
    horizonMicros: horizonMicros + micros,
    pods: pods.map((pod) => ({ ...pod, arrivesAtMicros: pod.arrivesAtMicros + micros })),
    faults: faults.map((fault) => ({
      ...fault,
      fromMicros: fault.fromMicros + micros,
      untilMicros: fault.untilMicros === null ? null : fault.untilMicros + micros,
    })),
  };
  const chosen = { lateMicros: 0, choices: [] };
  const run = new PartRun(later, { history: new History(), startMicros: micros, chosen, onRecord: () => {} });
  return { run, digester: new Digester() };
}

/** What of the run differs by the time at which it began. Zero is where nothing has happened yet. */
function digestsAt({ run, digester }: ReturnType<typeof shifted>): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  const add = (name: string, { high, low, instants }: Digest) => {
    const ages = instants
      .filter(({ atMicros }) => atMicros !== 0)
      .map((instant) => `${instant.place}:${ageHash(instant, run.nowMicros)}`);
    digests.set(name, [high, low, ...ages.sort()].join(' '));
  };
  const visit = (actor: Seen, path: string) => {
    if (actor.context !== undefined) add(path, digester.digestOf(actor.context));
    for (const child of actor.children?.values() ?? []) visit(child, `${path}/${child.id}`);
  };
  for (const root of run.world.roots) visit(root as unknown as Seen, root.id);
  for (const [index, { content }] of run.kernel.waiting.entries())
    if (typeof content === 'object') add(`${index} ${content.event.type}`, digester.digestOf(content.event));
  add('completion', digester.digestOf(run.completion.save()));
  return digests;
}

const twice = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  restartPolicy: Always
  containers: [{ name: app, image: 'registry.example.com/web:1' }, { name: log, image: 'registry.example.com/log:1' }]
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: false
imageMaximumGCAge: 3m
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 4m
faults:
  - { kind: registryDown, for: 20s }
  - { kind: kubeletRestart, at: 100s }
`;

it.each([
  [
    'pulls that take a time that is given',
    nodeWith([
      { image: 'a', takes: '3s' },
      { image: 'b', takes: '12s' },
    ]),
  ],
  ['pulls from a registry that is away at first, a restart, and image GC by age', inputOf(twice)],
])('sees the same states from a present that is later: %s', (_, input) => {
  // Records of pulls on the disk have whole seconds.
  const [early, late] = [shifted(input, 10_000_000), shifted(input, 33_000_000)];
  let steps = 0;
  while (early.run.over === undefined) {
    for (const { run } of [early, late]) run.take(run.ready(0), { kind: 'order', take: 0 });
    expect(digestsAt(late), `after ${++steps} steps`).toEqual(digestsAt(early));
  }
  expect(late.run.over).toBe(early.run.over);
  expect(steps).toBeGreaterThan(50);
});
