import { afterEach, expect, test } from 'vitest';
import {
  type ProcessUnderTestOptions,
  processUnderTest,
} from '../../../../src/interfaces/cli/systems/process-under-test.ts';
import type { ConformanceTrace } from '../../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../../../src/proof/conformance/imagemanager/script.ts';
import {
  type ImageManagerUnderTest,
  NoAnswerError,
} from '../../../../src/proof/conformance/system-under-test.ts';
import { root } from '../../../tidy/sources.ts';

const opened: ImageManagerUnderTest[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((system) => system.close()));
});

/**
 * A process whose body runs for each line; `script` is what it was asked, `answer(name)` writes an empty
 * trace.
 */
function system(body: string, options: Partial<ProcessUnderTestOptions> = {}): ImageManagerUnderTest {
  const program = `
    const answer = (script) => console.log(JSON.stringify({ script, trace: [] }));
    let asked = 0;
    require('node:readline').createInterface(process.stdin).on('line', (line) => {
      const script = JSON.parse(line).name;
      asked++;
      ${body}
    });`;
  const made = processUnderTest<Script, ConformanceTrace>({
    command: '"$NODE" -e "$PROGRAM"',
    cwd: root,
    env: { NODE: process.execPath, PROGRAM: program },
    ...options,
  });
  opened.push(made);
  return made;
}

const script = (name: string): Script => ({
  name,
  kubelet: {
    serializeImagePulls: true,
    maxParallelImagePulls: null,
    registryPullQPS: 0,
    registryBurst: 0,
    imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
  },
  runtime: { images: [] },
  calls: [],
});

async function failureOf(answer: Promise<unknown>): Promise<NoAnswerError> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NoAnswerError))
    throw new Error(`expected the process to fail, got ${String(error)}`);
  return error;
}

test('a script is one line for every reader: what some of them end a line at is escaped', async () => {
  const program = `
    let all = '';
    process.stdin.setEncoding('utf8').on('data', (text) => {
      all += text;
      if (!all.endsWith('\\n')) return;
      for (const line of all.split(/[\\n\\r\\v\\f\\u0085\\u2028\\u2029]/).filter(Boolean))
        console.log(JSON.stringify({ script: JSON.parse(line).name, trace: [] }));
    });`;
  const name = 'two\u2028three\u2029four\u0085\r\n';
  expect(await system('', { env: { NODE: process.execPath, PROGRAM: program } }).run(script(name))).toEqual({
    script: name,
    trace: [],
  });
});

test('scripts are answered in order, one at a time: the second is sent after the answer to the first', async () => {
  const slow = system("setTimeout(() => { answer(asked > 1 ? 'two at once' : script); asked--; }, 5)");
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => slow.run(script(name))));
  expect(answers).toEqual(['a', 'b', 'c'].map((name) => ({ script: name, trace: [] })));
});

test('a pipelined process gets as many scripts at once as it may have', async () => {
  const waitsForThree = system(
    '(globalThis.held ??= []).push(script); if (asked === 3) globalThis.held.forEach(answer);',
    {
      inFlightMax: 3,
    },
  );
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => waitsForThree.run(script(name))));
  expect(answers.map((trace) => trace.script)).toEqual(['a', 'b', 'c']);
});

test('a trace may come in pieces and be long', async () => {
  const long = system(
    "const text = JSON.stringify({ script, trace: Array(20000).fill({ at: 0, call: 'ü', type: 'result' }) }); process.stdout.write(text.slice(0, 99)); setTimeout(() => process.stdout.write(text.slice(99) + '\\n'), 5);",
  );
  expect((await long.run(script('a'))).trace).toHaveLength(20_000);
});

test('a process that ends early is told with its exit code and the end of its stderr, and the next script gets a new one', async () => {
  const dies = system("if (script === 'b') { console.error('boom'); process.exit(7); } answer(script);");
  await dies.run(script('a'));
  const error = await failureOf(dies.run(script('b')));
  expect(error.fault).toBe('ended');
  expect(error.message).toMatch(
    /^script b: `.*` ended with exit code 7 before it answered\nLast lines of its stderr:\n {2}boom$/,
  );
  expect((await dies.run(script('c'))).script).toBe('c');
});

test('of pipelined scripts only the one under way is lost with the process', async () => {
  const dies = system("if (script === 'b') process.exit(1); answer(script);", { inFlightMax: 4 });
  const settled = await Promise.allSettled(['a', 'b', 'c'].map((name) => dies.run(script(name))));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a command that does not exist is told as the shell tells it', async () => {
  const error = await failureOf(system('', { command: 'windlass-no-such-command' }).run(script('a')));
  expect(error.fault).toBe('ended');
  expect(error.message).toContain('exit code 127');
  expect(error.message).toContain('windlass-no-such-command');
});

test('a process that does not answer in time is ended, and told what was expected', async () => {
  const hangs = system("if (script !== 'a') answer(script);", { timeoutMs: 20, startMs: 20_000 });
  await hangs.run(script('warm'));
  const error = await failureOf(hangs.run(script('a')));
  expect(error.fault).toBe('too-slow');
  expect(error.message).toContain(
    'did not answer within 0.02 s. It must answer each script with one line as soon as it can',
  );
});

test.each([
  ['text', "console.log('Listening on 8080')", 'not-a-trace', '"Listening on 8080"'],
  ['other JSON', 'console.log(\'{"ok":true}\')', 'not-a-trace', 'Its stdout is for traces only'],
  [
    'a trace without entries of a type',
    'console.log(JSON.stringify({ script, trace: [{ at: 0 }] }))',
    'not-a-trace',
    'is no trace',
  ],
  ["another script's trace", "answer('other')", 'wrong-script', 'the trace of another script, "other"'],
])('%s instead of the trace is an error of its own', async (_, body, fault, text) => {
  const error = await failureOf(system(body).run(script('a')));
  expect(error.fault).toBe(fault);
  expect(error.message).toContain(text);
});

test('a second answer to one script fails the next script: answers could not be told apart any more', async () => {
  const twice = system('answer(script); answer(script);');
  await twice.run(script('a'));
  const error = await failureOf(twice.run(script('b')));
  expect(error.message).toMatch(/wrote a line that no script had asked for|the trace of another script/);
});

test('closing ends the process by its stdin, and scripts that are asked after it fail', async () => {
  const waits = system('');
  const answer = failureOf(waits.run(script('a')));
  await waits.close();
  expect((await answer).fault).toBe('closed');
  expect((await failureOf(waits.run(script('b')))).fault).toBe('closed');
});
