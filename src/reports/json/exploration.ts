import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';

const choice = z.strictObject({
  kind: z.enum(['order', 'restart', 'pullFails']),
  step: count('steps before it'),
  at: z.number().meta({ description: 'when, in ms' }),
  words: text('what it is'),
});

export const explorationReport = z
  .strictObject({
    nodes: count('nodes'),
    pods: count('pods'),
    late: z.number().meta({ description: 'how late something may be at most, in ms' }),
    faults: count('pulls that may fail'),
    restarts: count('restarts of a kubelet that may happen'),
    choices: count('choices that a run may have at most; absent: any number').exactOptional(),
    until: z.number().meta({ description: 'the horizon of each run, in ms' }),
    whole: z.boolean().meta({ description: 'whether every order within these bounds was explored' }),
    interrupted: z.boolean(),
    states: count('states in which there was a choice, each counted once'),
    steps: count('events that were run'),
    settled: count('runs that ended since nothing was left to happen'),
    atHorizon: count('runs that ended at the horizon'),
    joined: count('runs that came to a state that was known'),
    notCovered: z.array(z.string()).meta({ description: 'what was not explored, one sentence each' }),
    invariants: z.array(
      z.strictObject({
        name: z.string(),
        says: text('it in one sentence'),
        judged: z.enum(['atEachRecord', 'atTheEnds']),
        verdict: z.enum(['holds', 'violated', 'notViolatedSoFar']),
      }),
    ),
    counterexamples: z.array(
      z.strictObject({
        invariant: z.string(),
        message: z.string(),
        at: z.number().meta({ description: 'when it shows, in ms' }),
        choices: z.array(choice),
        choicesFound: count('choices before it was shrunk'),
        file: text('with it, for windlass run --replay').exactOptional(),
      }),
    ),
  })
  .meta({ description: 'every order of a run: `windlass explore -o json`' });
