import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { SimulationInput } from '../../src/input/model.ts';
import { root } from '../tidy/sources.ts';

// Inside node_modules, so that the compiled sources find their packages and nobody commits them.
const folder = join(root, 'node_modules/.cache/windlass-build');

const script = `
import { createHash } from 'node:crypto';
import { simulate } from './src/simulation/simulate.js';
import { formatRecord } from './src/trace/write-trace.js';
let text = '';
for await (const chunk of process.stdin) text += chunk;
const hash = (input) => createHash('sha256').update(simulate(input).records.map(formatRecord).join('\\n')).digest('hex');
process.stdout.write(JSON.stringify(JSON.parse(text).map(hash)));
`;

/** Compiles the sources, runs each input in a new Node process, and returns the SHA-256 of each trace as it would be written. */
export function hashInAnotherProcess(inputs: readonly SimulationInput[]): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  // Types are the type check's business, and most of a compiler's work.
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['-p', 'tsconfig.build.json', '--outDir', folder, '--noCheck', '--declaration', 'false'];
  execFileSync(process.execPath, [compiler, ...options], { cwd: root });
  writeFileSync(join(folder, 'hash-traces.js'), script);
  const output = execFileSync(process.execPath, ['hash-traces.js'], { cwd: folder, input: JSON.stringify(inputs), encoding: 'utf8' });
  return JSON.parse(output) as string[];
}
