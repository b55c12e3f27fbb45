import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitWords } from '../../../src/cli/files/examples.ts';
import { withoutSecrets } from '../../../src/input/documents/without-secrets.ts';
import type { RunRequest } from '../../../src/input/run-request.ts';
import { answerPage } from '../../../src/report/html/answer-page.ts';
import { withoutPauses } from '../../../src/simulation/simulate.ts';
import { answerQuestion } from '../../../src/what-if/questions/answer-question.ts';
import type { Asked } from '../../../src/what-if/questions/asked-question.ts';
import { type Question, questionCommandLine } from '../../../src/what-if/questions/question.ts';
import { runInProcess } from '../../cli/run-in-process.ts';
import { podYaml, scenarioYaml, stream } from '../../input/reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-questions-'));
const windlass = (words: readonly string[]) => runInProcess(words, { cwd: folder });
const pod = (name: string, size: number) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:${size} }] }`);
const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { password: verysecretindeed }\n';
const scenario = scenarioYaml('images: [{ name: acme/big:900, size: 900MB }, { name: acme/small:5, size: 5MB }]');
const text = stream(pod('big', 900), pod('small', 5), secret, scenario);
const sources = [{ name: 'in.yaml', text }];

beforeAll(() => writeFileSync(join(folder, 'in.yaml'), text));
afterAll(() => rmSync(folder, { recursive: true }));

const told: string[] = [];
const askedWith = (request: RunRequest, more: Partial<Asked> = {}): Asked => ({
  inputs: ['in.yaml'],
  sources,
  request,
  pauses: withoutPauses,
  isStopped: () => false,
  note: ({ told: words }) => told.push(words),
  ...more,
});

const vary = ['serializeImagePulls=true,false', 'link=100Mbit/s,1Gbit/s'];
const down = { faults: ['registryDown registry=docker.io'] };
const questions: readonly (readonly [name: string, question: Question, request: RunRequest])[] = [
  ['compare', { command: 'compare', variants: ['', 'serializeImagePulls=false link=1Gbit/s'], seeds: 5 }, { seed: 3 }],
  ['sweep', { command: 'sweep', vary, figures: ['all running after', 'failed pulls'], seeds: 2 }, { set: ['maxPods=20'] }],
  ['a sample', { command: 'sweep', vary, figures: [], sample: 3, seeds: 1 }, {}],
  ['recommend', { command: 'recommend', vary, targets: ['p50 timeToRunning <= 8s'], seeds: 20 }, {}],
  ['explain', { command: 'explain', about: 'container', pod: 'small' }, {}],
  ['the slowest', { command: 'explain', about: 'container' }, {}],
  ['the fleet', { command: 'explain', about: 'fleet' }, {}],
  ['after the fix', { command: 'explain', about: 'fix', fixedAt: '2m', broken: [] }, down],
  ['a wrong image', { command: 'explain', about: 'fix', fixedAt: '90s', broken: ['acme/big:900'] }, {}],
  [
    'worst',
    { command: 'worst', figure: 'all running after', budget: 20, seeds: 60, faults: ['registryDown from=0s..1m for=9s'] },
    { seed: 2 },
  ],
  ['lint', { command: 'lint' }, { set: ['maxParallelImagePulls=5'] }],
  ['upgrade', { command: 'upgrade', from: '1.31', to: '1.36', seeds: 5 }, {}],
];

describe.for(questions)('%s', ([, question, request]) => {
  test('is answered with the bytes of its command: text, JSON and page', async () => {
    const answer = await answerQuestion(askedWith(request), question);
    const command = questionCommandLine(['in.yaml'], request, question);
    const [, ...words] = splitWords(command);
    const printed = await windlass([...words, '--report', 'out.html', ...(question.command === 'lint' ? ['--fail-on', 'never'] : [])]);
    expect(printed.stderr).toContain('the report is in out.html');
    expect(answer.text).toBe(printed.stdout);
    expect(answer.json).toBe((await windlass([...words, '-o', 'json'])).stdout);
    if (question.command !== 'lint')
      expect(answerPage(answer.content, { command, inputs: withoutSecrets(sources) })).toBe(readFileSync(join(folder, 'out.html'), 'utf8'));
    expect(answer.interrupted).toBeUndefined();
    const [first = ''] = answer.content.sentences;
    expect(first.length).toBeGreaterThan(10);
    expect(answer.text.replace(/\s+/g, ' ')).toContain(first);
  });
});
