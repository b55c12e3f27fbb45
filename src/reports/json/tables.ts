import { z } from 'zod';
import { bugAreas } from '../../rules/kubelet/known-bug.ts';
import { buggyPrograms } from '../../rules/runtime/runtime-bug.ts';
import { count, ms, text } from '../../trace/schema-fields.ts';
import { figureMarks } from '../summary/figure-marks.ts';
import { lintLevels } from './lint-levels.ts';

/** One default figure that holds where the user sets nothing. */
export const defaultFigure = z.strictObject({
  name: text('of the figure'),
  value: text('as users write it'),
  mark: z.enum(['measured', 'published', 'assumed']).meta({ description: 'what it comes from' }),
  source: text('the source'),
  where: text('the option or field that sets it'),
});

/** One known bug of the kubelet. */
const knownBug = z.strictObject({
  id: text('a stable name: `striped-locks`'),
  area: z.enum(bugAreas),
  since: text('the first release that has it, as far as known, as `major.minor`'),
  until: text('the last release that has it'),
  gate: text('the feature gate that must be on for it to be met').exactOptional(),
  setting: text('the field of KubeletConfiguration that must be set for it to be met').exactOptional(),
  effect: text('what people see of it, in one sentence'),
  source: text('the source file, and the issue if there is one'),
  fixed: text('the release in which it is fixed, as far as known').exactOptional(),
  avoid: text('how a node can avoid it').exactOptional(),
});

const runtimeBug = z.strictObject({
  id: text('a stable name: `containerd-no-timeout-hangs`'),
  program: z
    .enum(buggyPrograms)
    .meta({ description: 'the runtime or distribution whose releases are meant' }),
  ranges: z
    .array(
      z.strictObject({
        since: text('the first release, as `major.minor.patch`'),
        until: text('the last release'),
      }),
    )
    .meta({ description: 'the releases that have it' }),
  doubt: text('what is not certain about the releases').exactOptional(),
  isOpen: z
    .literal(true)
    .meta({ description: 'no mended release is known: the last one is the newest that was examined' })
    .exactOptional(),
  isSimulated: z.literal(true).meta({ description: 'runs have it too' }).exactOptional(),
  isRare: z.literal(true).meta({ description: 'it comes now and then only, by a race' }).exactOptional(),
  needs: z
    .strictObject({
      path: z
        .enum(['transfer', 'local', 'copy'])
        .meta({ description: 'by which path the runtime pulls' })
        .exactOptional(),
      chunks: z.literal(true).meta({ description: 'layers are fetched in chunks' }).exactOptional(),
      progressTimeout: z
        .enum(['on', 'off'])
        .meta({ description: 'whether the runtime has a progress timeout' })
        .exactOptional(),
      mirrors: z.literal(true).meta({ description: 'some registry has mirrors' }).exactOptional(),
    })
    .meta({ description: 'the settings of a node that it needs' })
    .exactOptional(),
  where: text('what else it takes, which no input shows').exactOptional(),
  effect: text('what happens, in one sentence'),
  sign: text('the text by which people see it'),
  source: text('issues, pull requests and source files'),
  fixed: text('the release in which it is mended, as far as known').exactOptional(),
  avoid: text('how a node can avoid it').exactOptional(),
});

/** One known bug: of the kubelet, or of a runtime or distribution with releases of its own. */
export const listedBug = z.union([knownBug, runtimeBug]);

/** One image with its size. */
export const imageRow = z.strictObject({
  image: text('its name'),
  bytes: count('compressed'),
  lowBytes: z
    .number()
    .min(0)
    .meta({ description: '10 % of such images are smaller; equal to `highBytes` if the size is no range' }),
  highBytes: z.number().min(0).meta({ description: '10 % of such images are larger' }),
  layers: count('layers'),
  layersKnown: z.boolean().meta({ description: 'false: their number is drawn' }),
  from: z.enum(['given', 'exact', 'nearest', 'elsewhere', 'drawn']).meta({
    description:
      'given by the user; of this very tag; of the nearest version; of the same program in another repository; drawn by the kind of the name',
  }),
  mark: z.enum(figureMarks).exclude(['drawn']).meta({ description: 'the source' }),
  of: text('the row from which it was taken, the kind of its name, or who gave it'),
  source: text('the document'),
});

const slowest = (description: string) => z.number().min(0).nullable().meta({ description });

/** One assumed figure, and what the answer would be with another. */
const movedFigure = z.strictObject({
  name: text('of the figure'),
  value: text('as users write it'),
  mark: z.enum(figureMarks).meta({ description: 'the source' }),
  where: text('how to set another value'),
  halfMs: slowest('the time of the slowest pod with half of it; null: a pod never runs'),
  doubleMs: slowest('the same with twice as much'),
});

export const assumptions = z
  .strictObject({
    slowestMs: ms('time to running of the slowest pod; null: a pod never runs').nullable(),
    items: z
      .array(movedFigure)
      .meta({ description: 'the figure that moves the slowest pod most comes first' }),
  })
  .meta({ description: 'the assumed figures that an answer depends on: `windlass assumptions -o json`' });

/** Returns a document that is a list. */
function listOf<Item extends z.ZodType>(item: Item, description: string) {
  return z.strictObject({ items: z.array(item) }).meta({ description });
}

export const defaultList = listOf(defaultFigure, 'every default figure: `windlass defaults -o json`');
export const knownBugList = listOf(
  listedBug,
  'known bugs of releases of the kubelet, of runtimes and of distributions: `windlass bugs -o json`',
);
export const imageList = listOf(imageRow, 'images and their sizes: `windlass images -o json`');

const providerFact = z.strictObject({
  column: text('a field of KubeletConfiguration, or an option of the runtime, by its own name'),
  value: text('as people read it; `unset`: the provider writes nothing, and the upstream default holds'),
  applied: z.boolean().meta({ description: 'whether a run goes by it' }),
  confidence: z
    .enum(['high', 'medium', 'low'])
    .meta({ description: 'read in the source; derived, or read at another version; weak' }),
  sources: z.array(z.string()).meta({ description: 'repository, file and line, with commit and date' }),
});

const provider = z.strictObject({
  id: text('what --provider takes'),
  name: text('for people'),
  signs: z.array(z.string()).meta({ description: 'what a Node says that tells it' }),
  facts: z.array(providerFact).meta({ description: 'what is known of it' }),
  unknown: z.array(z.string()).meta({ description: 'what no public source says' }),
});

export const providerList = listOf(provider, 'node images of providers: `windlass providers -o json`');

/** One finding of `windlass lint`. */
export const lintFinding = z.strictObject({
  rule: text('the name of the rule; `refused`: the kubelet, the API server or Windlass refuses the input'),
  level: z.enum(lintLevels).meta({
    description:
      'pods will not run; they run late, or pull again; something has no effect, or less than it seems',
  }),
  file: text('the file, or an option as written; absent: nobody wrote it, it is a default').exactOptional(),
  line: count('from 1').exactOptional(),
  column: count('from 1').exactOptional(),
  message: text('what is there, and what follows from it'),
  reason: text('why that harms'),
  fix: text('what to do instead'),
  source: text('where the reason comes from'),
});

export const lintReport = z
  .strictObject({ items: z.array(lintFinding).meta({ description: 'the gravest first' }) })
  .meta({ description: 'what will harm in manifests and configurations: `windlass lint -o json`' });
