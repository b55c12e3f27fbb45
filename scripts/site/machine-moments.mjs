// Where each machine can be seen at work: an example, one of its actors, and when that begins.
import { StepHistory } from '../../dist/src/charts/inspector/step-history.js';
import { readInput } from '../../dist/src/inputs/read-input.js';
import { simulate } from '../../dist/src/run/simulation/simulate.js';

/** In a larger run an actor is hard to find for a person, too. */
const nodesMax = 8;

/**
 * What some machines need that no example has as it is: the example with settings, and these as options in
 * words. They come after the examples, so a machine that is in one keeps that.
 */
const tries = [
  { example: 'same-image-many-pods', settings: { policy: 'coalesce' }, words: '--policy coalesce' },
  {
    example: 'lazy-pulling',
    settings: { runtimeConfig: ['lazy_pull=stargz'] },
    words: '--runtime-config lazy_pull=stargz',
  },
  {
    example: 'head-of-line-blocking',
    settings: { runtimeConfig: ['concurrent_layer_fetch_buffer=8388608'] },
    words: '--runtime-config concurrent_layer_fetch_buffer=8388608',
  },
  {
    example: 'pleg-not-healthy',
    settings: { set: ['featureGates.EventedPLEG=true'] },
    words: '--set featureGates.EventedPLEG=true',
  },
  {
    example: 'pull-limit-storm',
    settings: { runtimeConfig: ['hosts.docker.io=https://mirror.example.com'] },
    words: '--runtime-config hosts.docker.io=https://mirror.example.com',
  },
];

/** Nobody goes through more steps of one actor. */
const stepsMax = 3_000;

/**
 * @typedef {object} MachineMoment where a machine is stepped through
 * @property {string} example
 * @property {import('../../src/inputs/run-request.ts').RunRequest} [settings] with which the example is run
 * @property {string} [words] the same as options of a command
 * @property {{ node: string, actor: string }} actor
 * @property {number} atMs
 */

/**
 * Returns by machine id the moment from which on the page steps through it: at the actor that takes the most
 * different transitions, in the first example that has such a one. Machines that are in no example are not
 * there.
 *
 * @param {readonly { name: string, sources: readonly { name: string, text: string }[] }[]} examples
 * @returns {ReadonlyMap<string, MachineMoment>}
 */
export function machineMoments(examples) {
  const sourcesOf = new Map(examples.map(({ name, sources }) => [name, sources]));
  const moments = new Map();
  for (const { name } of examples)
    for (const [machine, moment] of momentsIn({ example: name }, sourcesOf.get(name), nodesMax))
      if (moment.taken > (moments.get(machine)?.taken ?? 0)) moments.set(machine, moment);
  for (const run of tries)
    for (const [machine, moment] of momentsIn(run, sourcesOf.get(run.example), Number.POSITIVE_INFINITY))
      if (!moments.has(machine)) moments.set(machine, moment);
  return moments;
}

/** The moments of one run, with how many transitions the actor takes. */
function momentsIn(run, sources, nodesAtMost) {
  const read = readInput(sources, run.settings ?? {});
  if (!read.ok) throw new Error(`the example ${run.example} cannot be read`);
  const { nodes } = read.input;
  const [first] = nodes;
  const moments = new Map();
  if (first === undefined || nodes.length > nodesAtMost) return moments;
  const history = new StepHistory({ node: first.name, keepsOthers: true });
  simulate(read.input, { inspect: history.inspect, keepRecords: false });
  for (const { name: node } of nodes)
    for (const [machine, { actor, fromMs }] of busiestActors(history.actors(node))) {
      const taken = new Set((history.steps(actor)?.steps ?? []).flatMap((step) => step.taken)).size;
      if (taken > (moments.get(machine)?.taken ?? 0))
        moments.set(machine, { ...run, taken, actor: { node, actor }, atMs: fromMs });
    }
  return moments;
}

/** The actor of each machine with the most steps that a person can go through. */
function busiestActors(actors) {
  const busiest = new Map();
  for (const actor of actors)
    if (actor.steps <= stepsMax && actor.steps > (busiest.get(actor.machine)?.steps ?? 0))
      busiest.set(actor.machine, actor);
  return busiest;
}
