import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { mutations } from './mutations.mjs';
import { releases } from './releases.mjs';
import { runScript } from './run-script.mjs';

// A system under test: scripts on stdin, traces on stdout. `node test/sut/main.mjs [--release 1.36] [--mutation NAME] | --list`
const { values } = parseArgs({
  options: {
    release: { type: 'string', default: '1.36' },
    mutation: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

if (values.list) {
  for (const [name, what] of Object.entries(mutations)) process.stdout.write(`${name.padEnd(34)}${what}\n`);
} else if (releases[values.release] === undefined) {
  fail(`there is no release ${values.release}: ${Object.keys(releases).join(', ')}`);
} else if (values.mutation !== '' && mutations[values.mutation] === undefined) {
  fail(`there is no mutation ${values.mutation}: --list names them`);
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') process.stdout.write(`${JSON.stringify(runScript(JSON.parse(line), values))}\n`);
  }
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
