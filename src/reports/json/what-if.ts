import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';
import { firstCause } from './run-summary.ts';
import { lintFinding, listedBug } from './tables.ts';

const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .nullable()
  .meta({ description: 'the mean difference lies in it with 95 %; null: too few seeds' });

const differenceOfFigure = z.strictObject({
  name: text('the figure: `time to running p99`'),
  unit: z.enum(['ms', 'bytes', 'count']),
  good: z.enum(['less', 'more', 'neither']).meta({ description: 'which way is better' }),
  before: z
    .number()
    .nullable()
    .meta({ description: 'mean of the runs that have the figure; null: none has' }),
  after: z.number().nullable(),
  missingBefore: count('runs without the figure, such as a time by which not enough pods ran'),
  missingAfter: count('the same of the variant'),
  difference: z
    .number()
    .nullable()
    .meta({ description: 'mean of after − before over the seeds of which both runs have it; null: none' }),
  interval,
  verdict: z
    .enum(['better', 'worse', 'different', 'same', 'notShown'])
    .meta({ description: 'notShown: it may be chance' }),
});

const pods = z.array(
  z.strictObject({
    pod: text('namespace/name'),
    differenceMs: z.number().nullable().meta({
      description: 'how much later it ran, as a mean over seeds; null: it ran under one variant only',
    }),
    interval,
  }),
);

const decidingSize = z.strictObject({
  image: z.string(),
  bytes: z.number().meta({ description: 'the compressed size at which it changes' }),
  isBelow: z.boolean().meta({ description: 'true: the variant that wins more does so below it' }),
});

const sizes = z
  .strictObject({
    images: count('images whose sizes are ranges'),
    draws: count('how many sizes of them were tried, with the likeliest'),
    better: count('runs in which it is better, by more than 1 %; of a comparison: all pods run sooner'),
    worse: count('runs in which it is worse'),
    same: count('the other runs'),
    decidedBy: decidingSize
      .nullable()
      .meta({ description: 'the image whose size separates the runs; null: none does' }),
    sentence: z.string(),
  })
  .meta({ description: 'whether it holds for all sizes that were not given; absent: all are given' });

/** A variant against the first one. */
const variantDifference = z.strictObject({
  variant: text('the name of the variant'),
  against: text('that of the first one'),
  figures: z.array(differenceOfFigure),
  pods: z.strictObject({
    sooner: pods,
    later: pods,
    onlyAfter: pods.meta({ description: 'run under this variant, and not under the first' }),
    onlyBefore: pods,
    same: count('pods that run, or do not, at the same time in every run'),
    notShown: count('other pods of which no difference is shown'),
  }),
  causes: z.strictObject({ before: firstCause.nullable(), after: firstCause.nullable() }).meta({
    description:
      'what held pods back most in the run of the seed in the middle, with remedies that do under all seeds',
  }),
  sizes: sizes.exactOptional(),
});

/** Variants of an input over the same seeds. */
export const comparison = z
  .strictObject({
    seeds: z.array(z.int()).meta({ description: 'those that were run under every variant' }),
    interrupted: z.boolean().meta({ description: 'true: these are not all seeds that were asked for' }),
    variants: z
      .array(
        z.strictObject({
          name: text('`B`, or its changes'),
          files: z.array(z.string()).meta({ description: 'read beside the inputs of all' }),
          changes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
          command: text('makes one run of it, of a seed whose difference is in the middle'),
        }),
      )
      .meta({ description: 'the first is what the others are compared with' }),
    differences: z.array(variantDifference),
    failIf: z
      .array(
        z.strictObject({
          variant: z.string(),
          condition: z.string(),
          holds: z.boolean(),
          sentence: z.string(),
        }),
      )
      .meta({ description: 'the conditions of --fail-if' }),
  })
  .meta({ description: 'variants of an input over the same seeds: `windlass compare -o json`' });

const setting = z.strictObject({
  name: text('its changes'),
  changes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
  verdict: z.enum(['meets', 'border', 'fails', 'open', 'refused']).meta({
    description:
      'more than 90 % of all runs keep to the targets; 70 to 99 % do; fewer than 90 % do; all seeds were run, and it is not sure',
  }),
  refused: text('why it cannot be run').exactOptional(),
  runs: count('runs that it took'),
  runsKept: count('those that keep to all targets'),
  means: z
    .array(z.number().nullable())
    .meta({ description: 'of the figure of each target; null: no run has it' }),
  command: text('makes a run that does not keep to the targets').exactOptional(),
  decidedBy: decidingSize.exactOptional().meta({
    description: 'the image whose size decides whether a run keeps to the targets: below it, if isBelow',
  }),
});

/** The least change that meets targets. */
export const recommendation = z
  .strictObject({
    targets: z.array(z.string()),
    interrupted: z.boolean(),
    found: setting.nullable().meta({ description: 'null: none of the settings meets the targets' }),
    smaller: z.array(setting).meta({ description: 'for each field: the setting with the value before it' }),
    tried: z.array(setting).meta({ description: 'in the order in which they were tried' }),
    front: z
      .array(z.string())
      .meta({ description: 'those of which no other is better or as good in all targets (Pareto)' }),
    sizes: sizes.exactOptional(),
    sentences: z.array(z.string()),
  })
  .meta({ description: 'the least change that meets targets: `windlass recommend -o json`' });

const mean = z.number().nullable().meta({ description: 'null: no run has the figure' });

/** The points of a sweep. */
export const sweep = z
  .strictObject({
    axes: z
      .array(z.strictObject({ field: z.string(), values: z.array(z.string()) }))
      .meta({ description: 'what was varied' }),
    seeds: z.array(z.int()).meta({ description: 'with which each point was run' }),
    interrupted: z
      .boolean()
      .meta({ description: 'true: these are not all points, or not all seeds of the last one' }),
    points: z.array(
      z.strictObject({
        name: text('its changes'),
        changes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
        runs: count('runs of it'),
        refused: text('why it cannot be run').exactOptional(),
        figures: z.array(
          z.strictObject({
            name: text('the figure: `time to running p99`'),
            unit: z.enum(['ms', 'bytes', 'count']),
            mean,
            min: mean,
            p5: mean.meta({ description: 'exact quantile over the runs, by nearest rank' }),
            p50: mean,
            p95: mean,
            max: mean,
            missing: count('runs without the figure'),
          }),
        ),
      }),
    ),
    effects: z
      .array(
        z.strictObject({
          field: z.string(),
          figure: z.string(),
          span: z.number().nullable().meta({
            description:
              'between the greatest and the least of the means; null: the points do not tell the fields apart',
          }),
          means: z
            .array(z.strictObject({ value: z.string(), mean }))
            .meta({ description: 'by value, over all other fields' }),
        }),
      )
      .meta({ description: 'how far each field moves each figure' }),
    best: z
      .strictObject({
        figure: z.string(),
        best: text('the point with the best mean'),
        against: text('the point that is better in most of the other runs, or the next best'),
        sizes,
      })
      .exactOptional()
      .meta({ description: 'whether the best point is so for all sizes; absent: all are given' }),
  })
  .meta({ description: 'the points of a sweep: `windlass sweep -o json`' });

const value = z.number().nullable();

const valueRange = z.strictObject({ min: value, max: value, missing: count('draws without the figure') });

/** The worst luck that a search has found. */
export const worst = z
  .strictObject({
    figure: text('the figure that is to be as bad as it can be'),
    unit: z.enum(['ms', 'bytes', 'count']).meta({ description: 'of all values' }),
    runs: count('runs that were made'),
    budget: count('runs that were allowed'),
    interrupted: z.boolean(),
    sentences: z.array(z.string()),
    value: value.meta({ description: 'of the worst run; null: it never happens, as not enough pods run' }),
    podsNotRunning: count('pods of the worst run that do not run, or were rejected'),
    seeds: z
      .array(z.strictObject({ seed: z.int(), value }))
      .meta({ description: 'the runs in which nothing but the seed decides' }),
    median: value.meta({ description: 'of those runs' }),
    luck: z.strictObject({
      seed: z.int(),
      faults: z.array(z.string()).meta({ description: 'as --fault takes them' }),
      arrivalOrder: z
        .array(z.string())
        .meta({ description: 'pods (namespace/name); empty: as the input has it' }),
      draws: z.record(z.string(), z.record(z.string(), z.number())).meta({
        description: "numbers in place of the seed's, by who draws them and by their number, from 1 on",
      }),
    }),
    effects: z
      .array(
        z.strictObject({ kind: z.enum(['fault', 'arrivalOrder', 'draws', 'seed']), what: z.string(), value }),
      )
      .meta({
        description:
          'each part of the luck put back by itself, and the value then; those that matter most first',
      }),
    sizes: z
      .strictObject({
        images: count('images whose sizes are ranges'),
        draws: count('how many sizes of them were tried, with the likeliest'),
        worst: valueRange.meta({ description: 'with the worst luck' }),
        median: valueRange.meta({ description: 'with the median seed' }),
        worse: count('draws in which the luck is worse than that seed, by more than 1 %'),
        sentence: z.string(),
      })
      .exactOptional()
      .meta({ description: 'whether it holds for other sizes; absent: all are given, or a run takes long' }),
    file: text('the luck as a file: windlass run with the inputs and this file makes the worst run'),
    command: text('makes the worst run, where the file is worst.yaml or as --out names it'),
    failIf: z.array(z.strictObject({ condition: z.string(), holds: z.boolean() })),
  })
  .meta({ description: 'the worst luck within a budget of runs: `windlass worst -o json`' });

const release = z.strictObject({
  version: text('as it was asked for'),
  release: text('whose rules are used'),
  note: text('what is not exact about them').exactOptional(),
});

const refusal = z.strictObject({
  file: text('the file, or an option as written'),
  line: count('from 1').exactOptional(),
  column: count('from 1').exactOptional(),
  message: text('what the release says'),
});

const fate = z.strictObject({
  asked: count('pulls for which the registry was asked'),
  failed: count('pulls that failed'),
  got: z.boolean().meta({ description: 'whether it had its image at any time' }),
  verified: z
    .boolean()
    .meta({ description: 'true: the image was there, but the pod had to show the registry its credentials' }),
  error: text('the last error').exactOptional(),
});

const told = z.strictObject({
  message: text('the text'),
  of: text('the pod, or namespace/pod/container'),
  count: count('texts of this wording in the run'),
});

/** What changes for an input between two releases of the kubelet. */
export const upgrade = z
  .strictObject({
    from: release,
    to: release,
    interrupted: z.boolean(),
    sentences: z.array(z.string()).meta({ description: 'the answer' }),
    refused: z
      .array(refusal)
      .meta({ description: 'what only the second release refuses: its kubelet does not start' }),
    accepted: z.array(refusal).meta({ description: 'what only the first one refuses' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'what is said of the input only under the second release' }),
    pulls: z
      .array(
        z.strictObject({
          pod: text('namespace/name'),
          container: text('its name, or that of the image volume'),
          volume: z.literal(true).meta({ description: 'it is an image volume' }).exactOptional(),
          node: text('of the pod'),
          image: text('as written in the pod'),
          changes: z.array(z.enum(['asksAnew', 'asksNoMore', 'fails', 'failsNoMore'])).meta({
            description:
              'it asks the registry, and did not before; the reverse; it no longer has its image; the reverse',
          }),
          before: fate.nullable().meta({ description: 'null: there was no such container' }),
          after: fate.nullable(),
        }),
      )
      .meta({ description: 'containers whose images are treated otherwise, in the run of the first seed' }),
    sizes: z
      .strictObject({
        images: count('images whose sizes are ranges'),
        draws: count('how many sizes of them were tried, with the likeliest'),
        pulls: z
          .array(
            z.strictObject({
              pod: text('namespace/name'),
              container: z.string(),
              changes: z.array(z.enum(['asksAnew', 'asksNoMore', 'fails', 'failsNoMore'])),
              draws: count('in how many draws'),
            }),
          )
          .meta({ description: 'images that are treated otherwise with some sizes only' }),
        defaults: z
          .array(z.strictObject({ field: z.string(), draws: count('in how many draws') }))
          .meta({ description: 'defaults that move something with some sizes only' }),
        sentence: z.string(),
      })
      .exactOptional()
      .meta({
        description:
          'whether single runs show the same with other sizes; absent: all are given, or a run takes long',
      }),
    messages: z
      .array(
        z.strictObject({
          kind: z
            .enum(['event', 'status'])
            .meta({ description: '`status`: the waiting state of a container' }),
          reason: text('of the event or the waiting state'),
          before: told.nullable().meta({ description: 'null: no text like it' }),
          after: told.nullable(),
        }),
      )
      .meta({
        description:
          'texts of the first seed that differ in more than names and numbers, by an example of each',
      }),
    defaults: z.array(
      z.strictObject({
        field: text('of KubeletConfiguration'),
        before: z.string().nullable().meta({ description: 'null: no value, or no such field' }),
        after: z.string().nullable(),
        isSet: z
          .boolean()
          .meta({ description: 'true: the configuration of the input decides, and nothing changes' }),
        moves: z.enum(['pulls', 'figures', 'messages', 'nothing']).nullable().meta({
          description:
            'what the new default moves of this input, as a run without it shows, or one of the older release with it; null: not run',
        }),
        command: text(
          'that run: of the new release with the old default, or of the old release with the new one',
        ).exactOptional(),
      }),
    ),
    sameDefaults: z.array(z.string()).meta({
      description: 'defaults of image pulls that stay, which the input does not set: `field=value`',
    }),
    newFields: z.array(z.string()).meta({ description: 'fields that only the second release has' }),
    bugs: z.strictObject({
      come: z.array(
        z.strictObject({
          bug: listedBug,
          met: z.boolean().meta({ description: 'whether the run of the first seed met it' }),
          isOff: z
            .boolean()
            .meta({ description: 'whether no node of the input has the gate or the field on that it needs' }),
        }),
      ),
      go: z.array(z.strictObject({ bug: listedBug, met: z.boolean() })),
    }),
    lint: z.strictObject({ come: z.array(lintFinding), go: z.array(lintFinding) }),
    seeds: z.array(z.int()).meta({ description: 'those that were run under both releases' }),
    commands: z.array(z.string()).meta({ description: 'one run of each release' }),
    difference: variantDifference
      .nullable()
      .meta({ description: 'the figures over all seeds; null: a release refuses the input' }),
    failIf: z.array(z.strictObject({ condition: z.string(), holds: z.boolean(), sentence: z.string() })),
  })
  .meta({ description: 'what a release of the kubelet changes for an input: `windlass upgrade -o json`' });
