import { expect, test } from 'vitest';
import { questionCommandLine } from '../../../../src/answers/what-if/questions/question.ts';
import { firstDraft, questionOf } from '../../../../src/interfaces/page/ask/ask-draft.ts';
import { questionsAbout } from '../../../../src/interfaces/page/ask/questions-about.ts';
import { emptyRun } from '../machines/sample-runs.ts';
import { barsOf, rowOf, viewOf } from '../timeline/sample-view.ts';

const failure = { atMs: 1, reason: 'ErrImagePull', error: 'no such image' };
const bars = barsOf([['downloading', 10]]);
const rows = [
  rowOf('node-1', 'web', bars, { image: 'registry.example.com/shop/web:2' }),
  rowOf('node-1', 'job', bars, { image: 'redis', failures: [failure] }),
  rowOf('node-1', 'odd', bars, { image: 'NO NAME' }),
];
const run = { ...emptyRun(1, 10), view: viewOf(rows, 10) };
const commandsAbout = (row: number, canChange = true) =>
  questionsAbout({ ...run, canChange }, row).map(({ text, draft }) => {
    const question = questionOf({ ...firstDraft(run), ...draft });
    return [text, typeof question === 'string' ? question : questionCommandLine(['in.yaml'], {}, question)];
  });

test('the questions about a row can be asked as they are: with its container, its image and its registry', () => {
  expect(commandsAbout(0)).toEqual([
    ['Why not sooner?', 'windlass explain in.yaml --pod default/web/app'],
    [
      'What if its image were there?',
      'windlass compare in.yaml --b present-images=registry.example.com/shop/web:2 --seeds 5',
    ],
    [
      'What if registry.example.com went down?',
      "windlass worst in.yaml --figure 'all running after' --budget 100 --faults 'registryDown registry=registry.example.com from=0s..60s for=60s' --seeds 60",
    ],
    [
      'Which setting would do?',
      expect.stringMatching(/^windlass recommend in\.yaml --target .* --vary \S+ --seeds 100$/),
    ],
  ]);
});

test('where pulls failed, the fix is asked for; without an image name there are no questions about the image', () => {
  expect(commandsAbout(1)).toContainEqual([
    'When would it run after a fix?',
    'windlass explain in.yaml --fixed-at 5m --broken redis',
  ]);
  expect(commandsAbout(1).map(([text]) => text)).toContain('What if docker.io went down?');
  expect(commandsAbout(2).map(([text]) => text)).toEqual(['Why not sooner?', 'Which setting would do?']);
});

test('a stored trace can be explained only, and nothing is asked about a row that is not there', () => {
  expect(commandsAbout(0, false).map(([text]) => text)).toEqual(['Why not sooner?']);
  expect([commandsAbout(9), questionsAbout(run, undefined)]).toEqual([[], []]);
});
