import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';
import { stateCoverage, transitionCoverage } from './machines.ts';

// Scripts and traces of the protocol are told as they are: docs/conformance.md says what is in them.
const script: z.ZodType<{ readonly name: string }> = z
  .looseObject({ name: z.string() })
  .meta({ description: 'a script of the protocol (docs/conformance.md)' });
const entry: z.ZodType<{ readonly at: number; readonly type: string }> = z.looseObject({
  at: z.number(),
  type: z.string(),
});
const trace: z.ZodType<{
  readonly script: string;
  readonly trace: readonly { readonly at: number; readonly type: string }[];
}> = z
  .looseObject({ script: z.string(), trace: z.array(entry) })
  .meta({ description: 'a trace of the protocol (docs/conformance.md)' });

const divergence = z
  .strictObject({
    script: text('its name'),
    index: count('the place in the traces, from 0'),
    expected: entry.optional(),
    actual: entry.optional(),
  })
  .meta({ description: 'the first entry that differs' });

const brokenProperty = z.strictObject({
  property: text('its name'),
  violation: z.strictObject({ at: z.number(), call: z.string().optional(), message: z.string() }),
});
const broken = z.array(brokenProperty);

const origin = z.discriminatedUnion('group', [
  z.strictObject({ group: z.literal('paths'), machine: z.string(), path: z.string() }),
  z.strictObject({ group: z.literal('random'), run: count('its place in the stream, from 0') }),
  z.strictObject({ group: z.literal('bred'), run: count('its place among those that were bred, from 0') }),
  z.strictObject({ group: z.literal('corpus') }),
  z.strictObject({ group: z.literal('replay') }),
]);

const fault = z.enum(['ended', 'too-slow', 'not-a-trace', 'wrong-script', 'closed']).optional();
const diverges = z.strictObject({ kind: z.literal('diverges'), divergence });
const unanswered = z.strictObject({ kind: z.literal('unanswered'), message: z.string(), fault });
const verdict = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('agrees'),
    excludedBy: text('agrees as far as it is compared').optional(),
  }),
  diverges,
  unanswered,
]);
const shows = z.discriminatedUnion('kind', [
  diverges,
  unanswered,
  z.strictObject({ kind: z.literal('breaks'), broken: brokenProperty }),
]);

const finding = {
  found: script.meta({ description: 'the script with which it was found' }),
  script: script.meta({ description: 'the smallest script that shows it' }),
  isRepeatable: z.boolean().meta({ description: 'false: the script alone does not show it' }),
  shows,
  why: z
    .array(z.strictObject({ because: z.string(), upstream: z.string().optional() }))
    .meta({ description: 'what the kubelet decided for the call until there, and where in its sources' }),
  expected: trace.meta({ description: 'what the simulator does with it' }),
  actual: trace.optional().meta({ description: 'what the system did with it; absent: it gave no answer' }),
};

const system = text('the command of the system under test');

const scriptResult = { name: z.string(), calls: count('of the script'), verdict, broken, excused: broken };

/** The report of a session with the image manager of others. */
export const testReport = z
  .strictObject({
    verdict: z.enum(['agrees', 'diverges', 'violates']),
    system,
    kubelet: text('the release, `1.36.3`'),
    seed: z.int(),
    metrics: z.enum(['compared', 'not told']),
    scripts: z.array(z.discriminatedUnion('group', addedToEach(scriptResult))),
    notRun: count('scripts that were left out because the system had stopped answering'),
    properties: z.array(
      z.strictObject({
        name: z.string(),
        says: text('the property in one sentence'),
        held: count('traces in which it holds'),
        violated: count('traces in which it is broken'),
        excused: count('traces in which it is broken only as in the release itself'),
        first: z.strictObject({ script: z.string(), violation: brokenProperty.shape.violation }).optional(),
      }),
    ),
    coverage: z.array(
      z.strictObject({
        machine: z.string(),
        transitions: z.array(transitionCoverage.pick({ id: true, hits: true, unreachable: true })),
        states: z.array(stateCoverage.pick({ id: true, hits: true })),
      }),
    ),
    findings: z.array(
      z.strictObject({ ...finding, shrinkRuns: count('scripts that were tried while shrinking') }),
    ),
  })
  .meta({ description: 'what another image manager did: `windlass test -o json`' });

function addedToEach<Fields extends z.ZodRawShape>(fields: Fields) {
  const [ofPath, random, bred, corpus, replay] = origin.options;
  return [
    ofPath.extend(fields),
    random.extend(fields),
    bred.extend(fields),
    corpus.extend(fields),
    replay.extend(fields),
  ] as const;
}

/** The report of a session with `--kind`. */
export const kindTestReport = z
  .strictObject({
    verdict: z.enum(['agrees', 'diverges']),
    system,
    scriptKind: text('`pleg`, `kubeadm` …'),
    version: text('the release'),
    seed: z.int(),
    runs: count('random scripts that were run'),
    path: text('where fast-check finds the script again').optional(),
    scriptsExcluded: count('scripts that were not, or not wholly, compared'),
    entriesAgreeing: count('entries that agree'),
    finding: z
      .strictObject({
        script,
        expected: trace.optional(),
        actual: trace.optional(),
        divergence: divergence.optional(),
        breakdown: text('what a system said instead of answering').optional(),
      })
      .optional(),
  })
  .meta({
    description: 'what another part of a kubelet, or another kubeadm, did: `windlass test --kind -o json`',
  });

/** One finding as a file. */
export const testFinding = z
  .strictObject({ system, kubelet: text('the release, `1.36.3`'), seed: z.int(), origin, ...finding })
  .meta({ description: 'one finding: the files that `windlass test --save` writes' });
