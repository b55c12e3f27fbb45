// Where each machine can be seen at work: an example, one of its actors, and when that begins.
import { StepHistory } from '../../dist/src/charts/inspector/step-history.js';
import { readInput } from '../../dist/src/inputs/read-input.js';
import { simulate } from '../../dist/src/run/simulation/simulate.js';

/** In a larger run an actor is hard to find for a person, too. */
const nodesMax = 8;

/** Nobody goes through more steps of one actor. */
const stepsMax = 3_000;

/**
 * Returns by machine id the link into the page that steps through it: to the actor that takes the most
 * different transitions, in the first example that has such a one. Machines that are in no example are not
 * there.
 *
 * @param {readonly { name: string, sources: readonly { name: string, text: string }[] }[]} examples
 * @returns {ReadonlyMap<string, import('../../src/interfaces/page/share/example-link.ts').ExampleLink>}
 */
export function machineMoments(examples) {
  const best = new Map();
  for (const { name, sources } of examples) {
    const read = readInput(sources, {});
    if (!read.ok) throw new Error(`the example ${name} cannot be read`);
    const { nodes } = read.input;
    const [first] = nodes;
    if (first === undefined || nodes.length > nodesMax) continue;
    const history = new StepHistory({ node: first.name, keepsOthers: true });
    simulate(read.input, { inspect: history.inspect, keepRecords: false });
    for (const { name: node } of nodes)
      for (const [machine, { actor, fromMs }] of busiestActors(history.actors(node))) {
        const taken = new Set((history.steps(actor)?.steps ?? []).flatMap((step) => step.taken)).size;
        if (taken <= (best.get(machine)?.taken ?? 0)) continue;
        best.set(machine, { taken, link: { example: name, shown: { node, actor }, atMs: fromMs } });
      }
  }
  return new Map([...best].map(([machine, { link }]) => [machine, link]));
}

/** The actor of each machine with the most steps that a person can go through. */
function busiestActors(actors) {
  const busiest = new Map();
  for (const actor of actors)
    if (actor.steps <= stepsMax && actor.steps > (busiest.get(actor.machine)?.steps ?? 0))
      busiest.set(actor.machine, actor);
  return busiest;
}
