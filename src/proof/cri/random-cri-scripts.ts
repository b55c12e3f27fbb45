import fc from 'fast-check';
import { type CriFault, type CriScript, type CriStep, criScriptProblems } from './cri-script.ts';

const images: CriScript['images'] = [
  { name: 'web', layers: ['base', 'web'] },
  { name: 'api', layers: ['base', 'api', 'code'] },
  { name: 'job', layers: ['job'] },
];
const imageName = fc.constantFrom('web', 'api', 'job');
/** A field that is there once in so many scripts. */
function sometimes<T>(value: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 1, arbitrary: value }, { weight: oneIn - 1, arbitrary: fc.constant(undefined) });
}

/** Most faults end soon, so that what comes after them is judged too. */
const place = fc
  .record({
    image: sometimes(imageName, 2),
    times: fc.oneof(fc.constantFrom(1, 1, 2, 3), fc.constant(undefined)),
  })
  .map(defined);
const request = fc.constantFrom('tag' as const, 'manifest' as const, 'config' as const, 'layer' as const);
const statuses = [400, 403, 404, 429, 500, 502, 503];

const fault: fc.Arbitrary<CriFault> = fc.oneof(
  fc
    .tuple(place, request, fc.constantFrom(...statuses))
    .map(([where, asked, status]) => ({ kind: 'badStatus' as const, request: asked, status, ...where })),
  fc
    .tuple(place, request)
    .map(([where, asked]) => ({ kind: 'connectionReset' as const, request: asked, ...where })),
  fc
    .tuple(place, fc.integer({ min: 0, max: 5_000 }))
    .map(([where, afterBytes]) => ({ kind: 'cutBody' as const, afterBytes, ...where })),
  place.map((where) => ({ kind: 'wrongDigest' as const, ...where })),
  fc
    .tuple(place, fc.integer({ min: 0, max: 5_000 }))
    .map(([where, afterBytes]) => ({ kind: 'stalledBody' as const, afterBytes, ...where })),
  fc
    .tuple(place, request)
    .map(([where, asked]) => ({ kind: 'unanswered' as const, request: asked, ...where })),
);

const registry: fc.Arbitrary<CriScript['registry']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.record(
      { ignoresRanges: fc.constant(true as const), redirects: fc.constant(true as const) },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      authentication: fc.constantFrom('basic' as const, 'bearer' as const),
      isPrivate: fc.constant(true as const),
      redirects: sometimes(fc.constant(true as const), 2),
    }),
  },
);

const pullStep: fc.Arbitrary<CriStep> = fc
  .record({
    do: fc.constant('pull' as const),
    image: imageName,
    by: sometimes(fc.constant('digest' as const), 5),
    as: fc.constantFrom('alice' as const, 'alice' as const, 'alice' as const, 'mallory' as const, undefined),
    until: sometimes(fc.constantFrom('start' as const, 'manifest' as const, 'layer' as const), 3),
  })
  .map((drawn) => defined(drawn) as CriStep);

const step: fc.Arbitrary<CriStep> = fc.oneof(
  { weight: 8, arbitrary: pullStep },
  { weight: 1, arbitrary: fc.constant({ do: 'wait' as const }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        do: fc.constant('remove' as const),
        image: imageName,
        by: fc.constantFrom('digest' as const, 'id' as const),
      },
      { requiredKeys: ['do', 'image'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ do: fc.constant('move' as const), image: imageName, to: imageName })
      .filter(({ image, to }) => image !== to),
  },
  // Which pull it cancels is settled when the steps are known.
  { weight: 2, arbitrary: fc.constant({ do: 'cancel' as const, id: 'last' }) },
);

/** Returns random scripts, by the names that reports give them: `random-0` and so on. */
export function randomCriScripts(seed: number, runs: number): readonly CriScript[] {
  if (runs === 0) return [];
  const scripts = fc.record({
    steps: fc
      .array(step, { minLength: 2, maxLength: 9 })
      .filter((steps) => steps.some(({ do: kind }) => kind === 'pull')),
    faults: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
    ),
    registry,
  });
  return fc.sample(scripts, { seed, numRuns: runs }).map((drawn, index) => settled(`random-${index}`, drawn));
}

interface DrawnScript {
  readonly steps: readonly CriStep[];
  readonly faults: readonly CriFault[];
  readonly registry: CriScript['registry'];
}

/** Returns a script of what was drawn: only images that it uses, and pulls that are cancelled have names. */
function settled(name: string, { steps, faults, registry: rules }: DrawnScript): CriScript {
  const named = namedPulls(steps);
  const isPrivate = rules?.isPrivate === true;
  const asked = named.map((each) => withCredentials(each, isPrivate));
  const used = new Set(asked.flatMap((each) => ('image' in each ? [each.image] : [])));
  for (const each of asked) if (each.do === 'move') used.add(each.to);
  // What runs on takes its time, so that the steps after it come while it runs.
  const layerBytes = 20_000;
  const slow = asked.some(runsOn) ? { bytesPerSecond: layerBytes * 8 } : {};
  const settings = { ...defined(rules ?? {}), ...slow };
  const met = [...stalls(asked), ...faults.filter(({ image }) => image === undefined || used.has(image))];
  const script: CriScript = {
    name,
    images: images.filter((image) => used.has(image.name)),
    ...('bytesPerSecond' in slow ? { layerBytes } : {}),
    ...(Object.keys(settings).length === 0 ? {} : { registry: settings }),
    ...(met.length === 0 ? {} : { faults: met }),
    steps: asked,
  };
  const problems = criScriptProblems(script);
  if (problems.length > 0) throw new Error(`randomCriScripts: ${problems.join('; ')}`);
  return script;
}

/** Returns faults by which pulls that are cancelled have not ended by themselves. */
function stalls(steps: readonly CriStep[]): CriFault[] {
  return steps.flatMap((each): CriFault[] => {
    const isCancelled = steps.some((other) => other.do === 'cancel' && 'id' in each && other.id === each.id);
    if (each.do !== 'pull' || !isCancelled) return [];
    return [{ kind: 'stalledBody', afterBytes: 1_000, image: each.image, times: 1 }];
  });
}

function runsOn(step: CriStep): boolean {
  return step.do === 'pull' && step.until !== undefined;
}

/** Gives names to pulls that run on, and lets `cancel` name the last of them that was not cancelled. */
function namedPulls(steps: readonly CriStep[]): CriStep[] {
  const open: string[] = [];
  let pulls = 0;
  return steps.flatMap((each): CriStep[] => {
    if (each.do === 'wait') open.length = 0;
    if (each.do === 'cancel') {
      const id = open.pop();
      return id === undefined ? [] : [{ do: 'cancel', id }];
    }
    if (each.do !== 'pull' || !runsOn(each)) return [each];
    pulls += 1;
    open.push(`pull-${pulls}`);
    return [{ ...each, id: `pull-${pulls}` }];
  });
}

/** Credentials matter only where the registry asks for them. */
function withCredentials(step: CriStep, isPrivate: boolean): CriStep {
  if (step.do !== 'pull' || isPrivate) return step;
  const { as: _, ...open } = step;
  return open;
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
