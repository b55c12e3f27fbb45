import { expect, test } from 'vitest';
import { questionCommandLine } from '../../../../src/answers/what-if/questions/question.ts';
import { namedVariants } from '../../../../src/answers/what-if/variants/named-variants.ts';
import {
  type AskDraft,
  effortText,
  firstDraft,
  isQuick,
  questionKinds,
  questionOf,
} from '../../../../src/interfaces/page/ask/ask-draft.ts';
import { knownFields } from '../../../../src/interfaces/page/ask/known-fields.ts';
import { emptyRun } from '../machines/sample-runs.ts';
import { rowOf } from '../timeline/sample-view.ts';

const run = {
  ...emptyRun(1, 1000),
  inForce: { profile: '1.31', serializeImagePulls: true, runtime: 'containerd://2.4' },
};
const draft = firstDraft(run);
const lineOf = (changed: Partial<AskDraft>): string => {
  const question = questionOf({ ...draft, ...changed });
  return typeof question === 'string' ? question : questionCommandLine(['in.yaml'], {}, question);
};

test('what is suggested can be asked at once', () => {
  expect(questionKinds.map(([kind]) => [kind, lineOf({ kind })])).toEqual([
    ['compare', 'windlass compare in.yaml --b serializeImagePulls=false --seeds 5'],
    [
      'sweep',
      "windlass sweep in.yaml --vary serializeImagePulls=true,false --figure 'time to running p99' --figure 'time to running p50' --figure 'failed pulls' --figure downloaded --seeds 5",
    ],
    [
      'recommend',
      expect.stringMatching(
        /^windlass recommend in\.yaml --target 'time to running p99 <= \d+s' --vary \S+ --seeds 100$/,
      ),
    ],
    ['container', 'windlass explain in.yaml'],
    ['fleet', 'windlass explain in.yaml --fleet'],
    ['fix', 'windlass explain in.yaml --fixed-at 5m'],
    ['worst', "windlass worst in.yaml --figure 'all running after' --budget 100 --seeds 60"],
    ['lint', 'windlass lint in.yaml'],
    ['upgrade', 'windlass upgrade in.yaml --from 1.31 --to 1.37 --seeds 5'],
  ]);
});

test('what takes long is not asked before a person has seen how long', () => {
  const quick = (kind: AskDraft['kind'], pods: number): boolean => {
    const question = questionOf({ ...draft, kind });
    return typeof question !== 'string' && isQuick(question, pods);
  };
  expect([quick('container', 3_000), quick('compare', 6), quick('worst', 6), quick('recommend', 6)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([quick('compare', 3_000), quick('worst', 100), quick('recommend', 100)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('the cause that goes away is at first an image that can be pulled, not a text that is not an image name', () => {
  const brokenOf = (...images: string[]): string => {
    const rows = images.map((image, place) => rowOf('node-1', `p-${place}`, [], { image }));
    return firstDraft({ ...run, view: { ...run.view, rows } }).broken;
  };
  expect([brokenOf('NO NAME', 'redis:7', 'app:1'), brokenOf('NO NAME'), brokenOf()]).toEqual([
    'redis:7',
    '',
    '',
  ]);
});

test('changes of several fields, with spaces and quotes, are read again as they were written', () => {
  const variants = [
    [{ field: 'link', value: '1Gbit/s' }],
    [
      { field: 'fault', value: 'pullFails image=app error="not found"' },
      { field: ' registryPullQPS ', value: '20 ' },
    ],
    [{ field: 'fault', value: 'registryDown registry=docker.io' }],
  ];
  const question = questionOf({ ...draft, variants });
  if (typeof question === 'string' || question.command !== 'compare')
    throw new Error(JSON.stringify(question));
  const read = namedVariants(['in.yaml'], question.variants).variants.map(({ changes }) => changes);
  expect(read).toEqual([
    variants[0],
    [variants[1]?.[0], { field: 'registryPullQPS', value: '20' }],
    variants[2],
  ]);
});

test('what is missing is said before anything is run', () => {
  expect(lineOf({ seeds: '0' })).toBe('Seeds: a whole number from 1 to 1000.');
  expect(lineOf({ variants: [[], []] })).toMatch(/^Two variants are the same/);
  expect(lineOf({ kind: 'sweep', axes: [{ field: ' ', value: '1' }] })).toMatch(/^Say which field/);
  expect(lineOf({ kind: 'recommend', limit: ' ' })).toMatch(/^Say what a run has to keep to/);
  expect(lineOf({ kind: 'worst', budget: '0' })).toBe('Runs: a whole number from 1 to 10000.');
  expect(lineOf({ kind: 'worst', faults: 'kubeletRestart at=0s..2m; nodeReboot at=1m;' })).toBe(
    "windlass worst in.yaml --figure 'all running after' --budget 100 --faults 'kubeletRestart at=0s..2m' --faults 'nodeReboot at=1m' --seeds 60",
  );
  expect(lineOf({ kind: 'lint', seeds: 'x' })).toBe('windlass lint in.yaml');
});

test('how many runs it takes, and how long they last where that is worth a word', () => {
  const question = questionOf({ ...draft, seeds: '50' });
  if (typeof question === 'string') throw new Error(question);
  expect([effortText(question, 4), effortText(question, 400)]).toEqual([
    '100 runs',
    '100 runs, about 2 min on a quiet machine',
  ]);
  expect(effortText({ command: 'lint' }, 4)).toBeUndefined();
});

test('fields of the kubelet, the run and the runtime are known, with their values', () => {
  const known = knownFields(run);
  const find = (name: string) => known.find(({ field }) => field === name);
  expect(find('serializeImagePulls')).toMatchObject({ now: 'true', choices: ['true', 'false'] });
  expect(find('link')).toMatchObject({ choices: [], now: undefined });
  expect(find('max_concurrent_unpacks')).toBeDefined();
  expect(find('seed')).toBeUndefined();
  expect(new Set(known.map(({ field }) => field)).size).toBe(known.length);
});
