import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runPlugin } from '../../../../src/interfaces/cli/kubectl/run-plugin.ts';
import { type Outcome, runInProcess, type Surroundings } from '../run-in-process.ts';

/** What it prints and how it ends. */
export interface Answer {
  /** Data are printed as JSON. */
  readonly stdout?: string | object;
  readonly stderr?: string;
  readonly code?: number;
  /** It prints a text of this many bytes with these words around it, so that no test has to keep it. */
  readonly padding?: { readonly before: string; readonly bytes: number; readonly after: string };
  /** It goes on for ever; `deafly`: SIGTERM does not end it either. */
  readonly hangs?: true | 'deafly';
}

// What was asked is kept before it answers. A call that no answer is for is refused, as an unknown resource is.
const program = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const words = process.argv.slice(2);
appendFileSync(__dirname + '/../calls', JSON.stringify(words) + '\\n');
const { [words.join(' ')]: answer = { stderr: 'error: not in the test: ' + words.join(' '), code: 1 } } =
  JSON.parse(readFileSync(__dirname + '/../answers.json', 'utf8'));
const { stdout = '', stderr = '', code = 0, padding, hangs } = answer;
process.stderr.write(stderr);
process.exitCode = code;
if (padding === undefined) process.stdout.write(typeof stdout === 'string' ? stdout : JSON.stringify(stdout));
else process.stdout.write(padding.before + 'x'.repeat(padding.bytes) + padding.after);
if (hangs !== undefined) setInterval(() => {}, 1000);
if (hangs === 'deafly') process.on('SIGTERM', () => {});
appendFileSync(__dirname + '/../started', process.pid + '\\n');
`;

/** A kubectl of ours in a folder of its own, which keeps what it was asked for and has an answer for each call. */
export class FakeKubectl {
  readonly folder = mkdtempSync(join(tmpdir(), 'windlass-kubectl-'));

  constructor(answers: Readonly<Record<string, Answer>>) {
    writeFileSync(join(this.folder, 'answers.json'), JSON.stringify(answers));
    mkdirSync(this.bin);
    writeFileSync(join(this.bin, 'kubectl'), program);
    chmodSync(join(this.bin, 'kubectl'), 0o755);
  }

  /** The folder for the PATH. */
  get bin(): string {
    return join(this.folder, 'bin');
  }

  /** The words of each call, joined, in order. */
  get calls(): readonly string[] {
    return this.#lines('calls').map((line) => (JSON.parse(line) as string[]).join(' '));
  }

  /** The processes that have answered. */
  get processes(): readonly number[] {
    return this.#lines('started').map(Number);
  }

  #lines(name: string): readonly string[] {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  }

  /** Runs `kubectl windlass …` with this kubectl, as `kubectl windlass` would. */
  plugin(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
    return runInProcess(argv, { env: { PATH: this.bin }, cwd: this.folder, ...surroundings }, runPlugin);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
