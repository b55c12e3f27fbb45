import { z } from 'zod';
import { containerKind, count, ms, text } from '../../trace/schema-fields.ts';
import type { LinkName } from '../critical-path/critical-path.ts';
import { linkNames } from '../critical-path/link-words.ts';
import type { PhaseName } from '../phases/container-phases.ts';
import { phaseNames } from '../phases/phase-looks.ts';

const phase = z
  .enum(phaseNames as [PhaseName, ...PhaseName[]])
  .meta({ description: 'as the timeline and docs name it' });

const span = {
  fromMs: ms('when it begins'),
  toMs: ms('when it ends'),
  tookMs: ms('how long it takes'),
};

/** A pull that held what another one waited for. */
const explainedHolder = z.strictObject({
  container: text('`default/web-0/app`'),
  image: text('that it pulled'),
  ...span,
  phases: z
    .array(z.strictObject({ phase, tookMs: ms('how long') }))
    .meta({ description: 'what it did meanwhile' }),
});

/** One cause of a path. */
const explainedLink = z.strictObject({
  name: z.enum(linkNames as [LinkName, ...LinkName[]]).meta({
    description:
      'a phase of a container; `waitingForRound`, `preparing`, `makingSandbox`: of the pod, while no container has its turn',
  }),
  container: text('the container of the pod that did it or waited; absent: the pod').exactOptional(),
  image: text('the image that was pulled or waited for').exactOptional(),
  ...span,
  sentence: text('what it did and why'),
  cause: z
    .strictObject({
      kind: text('as records name it: `slot`, `backOff`, `inFlight`, `fault`, …'),
      actor: text('whose doing'),
      atMs: ms('when it happened'),
    })
    .meta({ description: 'the cause in the trace' })
    .exactOptional(),
  heldBy: z
    .array(explainedHolder)
    .meta({ description: 'who held what it waited for, one after the other' })
    .exactOptional(),
  besides: z
    .array(z.strictObject({ container: text('`default/web-0/app`'), tookMs: ms('how long') }))
    .meta({ description: 'who shared the link of the node meanwhile, the longest first' })
    .exactOptional(),
});

const pathExplanation = z.strictObject({
  pod: text('`default/web-0`'),
  container: text('its name'),
  kind: containerKind,
  node: text('of the pod'),
  image: text('as written in the pod'),
  fromMs: ms(
    'when its pod came to the node, or was made where it waited for one, or an ephemeral container was added',
  ),
  toMs: ms('the end of the path'),
  tookMs: ms('the sum of its links'),
  reached: z.enum(['running', 'there', 'ended', 'waiting']).meta({
    description:
      '`there`: an image volume; `ended`: its pod was over before it ran; `waiting`: until the end of the run',
  }),
  links: z
    .array(explainedLink)
    .meta({ description: 'without gaps, in order; to the microsecond they add up to `tookMs`' }),
});

/** What became of a container in a run in which one thing was otherwise. */
const counterfactual = z.strictObject({
  words: text('what was otherwise'),
  reached: z
    .enum(['running', 'there', 'ended', 'waiting', 'absent'])
    .meta({ description: '`absent`: there was no such container' }),
  tookMs: ms('how long after its pod came to the node, or was made where it waited for one'),
  earlierMs: z
    .number()
    .nullable()
    .meta({ description: 'how much earlier it ran; null: it did not run in both' }),
  earlierOverSizes: z.strictObject({ minMs: z.number(), maxMs: z.number() }).exactOptional().meta({
    description: 'the least and the most of `earlierMs` over the sizes that were drawn; negative: later',
  }),
  command: text('that makes this run'),
});

const drawCounts = {
  images: count('images whose sizes are ranges'),
  draws: count('how many sizes of them were tried, with the likeliest'),
};

const timeRange = z.strictObject({ min: ms('the least'), max: ms('the most') });

const longest = z
  .array(z.strictObject({ cause: z.string(), draws: count('in how many draws') }))
  .meta({ description: 'what takes longest, the most frequent first' });

const pathSizes = z
  .strictObject({
    ...drawCounts,
    tookMs: timeRange.nullable().meta({ description: 'null: it never runs' }),
    notRunning: count('draws in which it does not run'),
    longest,
    sentence: z.string(),
  })
  .meta({ description: 'whether it holds for other sizes; absent: all are given, or a run takes long' });

const blameSizes = z
  .strictObject({ ...drawCounts, tookMs: timeRange, longest, sentence: z.string() })
  .meta({ description: 'whether it holds for other sizes; absent: all are given, or a run takes long' });

export const explanation = z
  .strictObject({
    path: pathExplanation,
    others: z
      .array(counterfactual)
      .meta({ description: 'runs with one change each, the greatest gain first' }),
    sizes: pathSizes.exactOptional(),
  })
  .meta({ description: 'why a container started so late: `windlass explain -o json`; times in virtual ms' });

const blamed = z.array(
  z.strictObject({
    name: text('the cause, fault, image, registry or node'),
    tookMs: ms('of all paths together'),
    percent: z.number().min(0).max(100).meta({ description: 'of the whole' }),
    pods: count('pods whose path has it'),
  }),
);

export const fleetBlame = z
  .strictObject({
    pods: z
      .strictObject({
        ran: count('pods that started'),
        waiting: count('pods that waited until the end of the run'),
      })
      .meta({ description: 'those whose paths are added up; refused and deleted ones are not' }),
    tookMs: ms('of all paths together: from the arrival of each pod until all of it ran'),
    causes: blamed.meta({ description: 'links by their names; they add up to the whole' }),
    faults: blamed.meta({ description: 'faults and pull limits behind links' }),
    images: blamed.meta({
      description: 'images that were pulled; a wait for a slot is added to those whose pulls held it',
    }),
    registries: blamed.meta({ description: 'the same by the registry in the name of the image' }),
    nodes: blamed.meta({ description: 'nodes of the pods; they add up to the whole' }),
    sizes: blameSizes.exactOptional(),
  })
  .meta({ description: 'where the time of all pods went: `windlass explain --fleet -o json`' });

const times = z
  .strictObject({ p50Ms: ms('of half of the pods'), p99Ms: ms('of 99 % of them'), worstMs: ms('of all') })
  .nullable()
  .meta({ description: 'after the fix; null: of no pod' });

const way = z.enum(['waiting', 'deleting the pods', 'restarting the kubelets']);

const afterFixSizes = z
  .strictObject({
    ...drawCounts,
    ways: z
      .array(z.strictObject({ words: way, worstMs: timeRange.nullable() }))
      .meta({ description: 'when the last pod runs, after the fix; null: of no pod' }),
    fastest: z
      .array(z.strictObject({ words: way, draws: count('in how many draws') }))
      .meta({ description: 'after what all of them run first, the most frequent one first' }),
    sentence: z.string(),
  })
  .meta({ description: 'whether it holds for other sizes; absent: all are given, or a run takes long' });

export const afterFix = z
  .strictObject({
    fixedAtMs: ms('when the cause goes away'),
    waiting: count('pods that do not run then, and would without the cause'),
    ways: z
      .array(
        z.strictObject({
          words: way.meta({ description: 'what people do at that time' }),
          triesAgain: times,
          runs: times,
          notRunning: count('pods that do not run at the end'),
          pods: z.array(
            z.strictObject({
              pod: text('`default/web-0`; a deleted one’s successor has another name'),
              node: text('of the pod'),
              triesAgainMs: ms(
                'when it is first out of back-off, after the fix: it asks for a pull, or finds its image there',
              ).nullable(),
              runsMs: z
                .number()
                .nullable()
                .meta({ description: 'when all of it has run, after the fix; null: never' }),
            }),
          ),
          command: text('that makes this run'),
        }),
      )
      .meta({ description: 'each is a run' }),
    sizes: afterFixSizes.exactOptional(),
  })
  .meta({ description: 'what follows when a cause is gone: `windlass explain --fixed-at 5m -o json`' });
