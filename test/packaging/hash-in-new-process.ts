import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import { root } from '../tidy/sources.ts';

const script = `
import { createHash } from 'node:crypto';
import { simulate } from './src/run/simulation/simulate.js';
import { formatRecord } from './src/trace/write-trace.js';
let text = '';
for await (const chunk of process.stdin) text += chunk;
const hash = (input) => createHash('sha256').update(simulate(input).records.map(formatRecord).join('\\n')).digest('hex');
process.stdout.write(JSON.stringify(JSON.parse(text).map(hash)));
`;

/** Runs each input in a new Node process and returns the SHA-256 of each trace as it would be written. */
export function hashInNewProcess(inputs: readonly SimulationInput[]): readonly string[] {
  const args = ['--input-type=module', '-e', script];
  const output = execFileSync(process.execPath, args, {
    cwd: join(root, 'dist'),
    input: JSON.stringify(inputs),
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[];
}
