import { spawn } from 'node:child_process';
import { decodeText } from '../../../inputs/documents/decode-text.ts';
import { shellWord } from '../../../inputs/run-request.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { longerThan } from '../files/read-bytes.ts';
import { type Terminal, tellNote } from '../terminal.ts';

/** What kubectl may print at most: as much as is read of files. */
const bytesMax = 256 * 1024 * 1024;

/** How much of what it writes to stderr is kept: its last words say why it failed. */
const stderrCharsMax = 8_000;

/** After this time what kubectl has said is shown while it runs: it may wait for a login. */
const patienceMs = 3_000;

/** After this time a kubectl that does not end is killed. */
const endsWithinMs = 1_000;

/** What kubectl answered: a text, or why there is none. */
export type KubectlAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Asks the kubectl on the PATH, without a shell. Ctrl-C ends every kubectl that runs, until `letGo` is called. */
export class Kubectl {
  readonly #terminal: Terminal;
  readonly #abandoned = new AbortController();
  readonly #stopped: Promise<void>;
  #isStopped = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const forever = new Promise<void>(() => {});
    this.#stopped = (terminal.untilStopped?.(this.#abandoned.signal) ?? forever).then(() => {
      this.#isStopped = true;
    });
  }

  /** From now on a signal ends this process as usual. */
  letGo(): void {
    this.#abandoned.abort();
  }

  /**
   * Returns what kubectl prints on stdout for these arguments, or its own reason why it failed. Throws a
   * `CommandError` (input) if it cannot be started or prints too much, and one (interrupted) after Ctrl-C.
   */
  async ask(args: readonly string[]): Promise<KubectlAnswer> {
    if (this.#isStopped) throw interrupted();
    const { env, cwd } = this.#terminal;
    // Its stdin is ours: kubectl and its plugins for logins may ask the person for something.
    const child = spawn('kubectl', args, { cwd, env: { ...env }, stdio: ['inherit', 'pipe', 'pipe'] });
    const end = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref();
    };
    void this.#stopped.then(end);
    const pieces: Uint8Array[] = [];
    let [length, stderr] = [0, ''];
    child.stdout.on('data', (piece: Uint8Array) => {
      length += piece.length;
      if (length > bytesMax) end();
      else pieces.push(piece);
    });
    let isShown = false;
    const show = () => {
      isShown = true;
      if (stderr !== '') tellNote(this.#terminal, `kubectl: ${stderr.trimEnd()}`);
    };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-stderrCharsMax);
      if (isShown) tellNote(this.#terminal, `kubectl: ${text.trimEnd()}`);
    });
    const timer = setTimeout(show, patienceMs);
    const { code, signal, error } = await endOf(child);
    clearTimeout(timer);
    if (error !== undefined) throw notStarted(error);
    if (this.#isStopped || signal === 'SIGINT') throw interrupted();
    if (length > bytesMax) throw longerThan(bytesMax, kubectlLine(args), narrower);
    if (code === 0) return { ok: true, text: decodeText(Buffer.concat(pieces)) };
    const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    return { ok: false, reason: reasonIn(stderr) ?? `kubectl ${how}` };
  }
}

const narrower = 'ask for less: --namespace, --selector, or names';

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: NodeJS.ErrnoException;
}

function endOf(child: ReturnType<typeof spawn>): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: null, error }));
    child.on('close', (code, signal) => resolve({ code, signal }));
    // Another process may hold the pipes of one that was killed.
    child.on('exit', (code, signal) => {
      if (signal !== null) resolve({ code, signal });
    });
  });
}

/** kubectl logs attempts (`E1129 10:00:00.0 …`) and warnings before it says in the last lines why it failed. */
function reasonIn(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !/^[EWI]\d{4} /.test(line));
  return lines.length === 0 ? undefined : lines.slice(-4).join('\n').trim();
}

function interrupted(): CommandError {
  return new CommandError(exitCode.interrupted, 'interrupted: kubectl was ended');
}

function notStarted(error: NodeJS.ErrnoException): CommandError {
  if (error.code !== 'ENOENT')
    return new CommandError(exitCode.input, `kubectl cannot be started: ${error.message}`, error);
  return new CommandError(
    exitCode.input,
    'kubectl is not on the PATH\n  try: install it, https://kubernetes.io/docs/tasks/tools/',
    error,
  );
}

/** Returns a call of kubectl as a person would type it. */
export function kubectlLine(args: readonly string[]): string {
  // Options need no quotes: every word of ours that begins with - is one.
  const shown = args.map((word) => (/^-[\w-]+(?:=[\w.,:/=@-]+)?$/.test(word) ? word : shellWord(word)));
  return ['kubectl', ...shown].join(' ');
}
