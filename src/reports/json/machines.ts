import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';

const arrival = {
  transitions: z.array(z.string()).meta({ description: 'the ids of the taken transitions, in order' }),
  state: text('the state that is reached, `pulling` or `serving.busy`'),
};

const pathStep = z.strictObject({
  event: text("the model's name for the event and its payload, `IMAGE_STATUS.ANSWERED (present)`"),
  type: text('of the event'),
  payload: z.record(z.string(), z.unknown()).meta({
    description: "the event without its type; actors are `{ actor: 'name' }`, functions are left out",
  }),
  afterMicros: z.number().min(0).meta({ description: 'virtual time since the step before' }),
  ...arrival,
});

/** A path through a machine. */
export const modelPath = z.strictObject({
  machine: text("the machine's id"),
  start: text('the name of a start of the model, `v1.36`'),
  initial: z.strictObject(arrival).meta({ description: 'what the start alone does' }),
  steps: z.array(pathStep).meta({ description: 'empty if the start alone reaches what the path is for' }),
  covers: z
    .array(z.string())
    .meta({ description: 'the states, transitions or pairs for which this path is needed' }),
});

export const machinePaths = z
  .strictObject({
    machine: text("the machine's id"),
    strategy: text('what the paths together reach'),
    engine: text('the library that explored'),
    isComplete: z
      .boolean()
      .meta({ description: 'false: the limit was reached, and there may be more paths' }),
    stateCount: count('explored states'),
    paths: z.array(modelPath),
  })
  .meta({ description: 'paths through a machine: `windlass paths MACHINE -o json`' });

export const machineList = z
  .strictObject({
    items: z.array(
      z.strictObject({
        machine: text("the machine's id"),
        description: text('what it is'),
        starts: z.array(z.string()),
      }),
    ),
  })
  .meta({ description: 'the machines that have paths: `windlass paths -o json`' });

const unreachable = text('why nothing can reach it; absent: something should').optional();

export const stateCoverage = z.strictObject({
  id: text("the state's id, `imagePull.inspecting`"),
  isInitial: z.boolean().meta({ description: 'whether it is the initial state of its parent' }),
  covered: z.boolean(),
  hits: count('how many times it was entered'),
  unreachable,
});

export const transitionCoverage = z.strictObject({
  id: text("the transition's name, `imagePull.inspecting IMAGE_STATUS.ANSWERED[3] → checkingBackOff`"),
  source: text("the state that it leaves; the machine's id for a transition of the root"),
  event: text('the event in words: `IMAGE_STATUS.ANSWERED`, `always`, `after retry`, `*`, `done`'),
  index: count('its place among the candidates of its source and event'),
  target: text('the state that it enters; absent: it stays').optional(),
  guard: text('in words; absent: there is none').optional(),
  covered: z.boolean(),
  hits: count('how many times it was taken'),
  unreachable,
});

const guardCoverage = z.strictObject({
  id: text("the guard's name, `<transition> if isUsable`; that of a part is `<transition> if and(a, b): a`"),
  transition: text('the id of the transition that it guards'),
  guard: text('in words'),
  isPart: z.boolean().meta({ description: 'whether it is a part of a guard that has several' }),
  covered: z
    .boolean()
    .meta({ description: 'whether each outcome was seen, or every outcome that is possible' }),
  trueHits: count('how often it was true'),
  falseHits: count('how often it was false'),
  neverTrue: text('why it is never true').optional(),
  neverFalse: text('why it is never false').optional(),
});

export const machineCoverage = z.strictObject({
  machine: text("the machine's id, `imagePull`"),
  states: z.array(stateCoverage),
  transitions: z.array(transitionCoverage),
  guards: z.array(guardCoverage).meta({
    description: 'one for each guarded transition, and one for each part of a guard that has several',
  }),
});

export const coverageList = z.strictObject({ items: z.array(machineCoverage) }).meta({
  description: 'what paths reach of machines, in the order of their files: `windlass coverage -o json`',
});
