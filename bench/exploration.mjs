// How fast an exploration goes, against pods and lateness: one restart at any moment, all invariants, two images
// whose pulls take a given time. States are those with a choice; steps are the entries of the queue between them.
import { cpuSeconds, thousand } from './cpu-time.mjs';

const statesMax = 4_000;

function manifests(pods) {
  const documents = Array.from({ length: pods }, (_, index) => {
    const image = `sim.local/image-${index % 2}:1`;
    return `apiVersion: v1\nkind: Pod\nmetadata: { name: p${index} }\nspec: { containers: [{ name: app, image: '${image}' }] }`;
  });
  const takes = [0, 1].map(
    (index) => `  - { kind: pullTakes, image: 'sim.local/image-${index}:1', takes: ${index + 1}0s }`,
  );
  return [
    ...documents,
    `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nhorizon: 6m\nfaults:\n${takes.join('\n')}`,
  ].join('\n---\n');
}

/** Prints a line for each number of pods and lateness. */
export function printExploration({ readInput, Exploration, invariants, progressProperties }, print) {
  print('\nexploration, one restart, all invariants: states and steps a CPU second');
  for (const pods of [1, 2, 3]) {
    const { input } = readInput([{ name: 'bench.yaml', text: manifests(pods) }], {});
    for (const lateMs of [0, 10, 100]) {
      const begun = cpuSeconds();
      const exploration = new Exploration(input, {
        lateMicros: lateMs * 1_000,
        faultsMax: 0,
        restartsMax: 1,
        statesMax,
        invariants: [...progressProperties, ...invariants],
      });
      while (exploration.advance(10_000));
      const seconds = cpuSeconds() - begun;
      const { states, steps, isWhole } = exploration.coverage;
      print(
        `pods: ${pods}, ${lateMs} ms late`.padEnd(24) +
          `${thousand(states / seconds).padStart(8)} states, ${thousand(steps / seconds).padStart(8)} steps` +
          ` (${isWhole ? 'whole' : 'cut'}, ${states} states)`,
      );
    }
  }
}
