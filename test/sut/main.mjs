import { parseArgs } from 'node:util';
import { switches } from './mutations.mjs';
import { releases } from './releases.mjs';
import { runScript } from './run-script.mjs';

// A system under test: scripts on stdin, traces on stdout.
// `node test/sut/main.mjs [--release 1.36] [--mutation NAME] | --list`
const { values } = parseArgs({
  options: {
    release: { type: 'string', default: '1.36' },
    mutation: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

if (values.list) {
  for (const [name, what] of Object.entries(switches)) process.stdout.write(`${name.padEnd(34)}${what}\n`);
} else if (releases[values.release] === undefined) {
  fail(`there is no release ${values.release}: ${Object.keys(releases).join(', ')}`);
} else if (values.mutation !== '' && switches[values.mutation] === undefined) {
  fail(`there is no mutation ${values.mutation}: --list names them`);
} else {
  // Not by node:readline, which since Node 24 also ends a line at U+2028 and U+2029; JSON may have both.
  let rest = '';
  for await (const text of process.stdin.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answer(line);
  }
  answer(rest);
}

/** @param {string} line */
function answer(line) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(runScript(JSON.parse(line), values))}\n`);
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
