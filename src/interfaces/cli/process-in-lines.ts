import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

const stderrCharsMax = 8_000;
const stderrLinesMax = 12;
const lineCharsMax = 256 * 1024 * 1024;

interface ProcessInLinesOptions {
  /** A command for the shell: `./oracle --release v1.36 2>log`. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string) => void;
  /** Called once with the kind of its end: `ended with exit code 1`. */
  readonly onEnd: (how: string) => void;
}

/** A child process that reads and writes lines, with a deadline. The last lines of its stderr are kept. */
export class ProcessInLines {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: ProcessInLinesOptions;
  #pieces: string[] = [];
  #pieceChars = 0;
  #stderr = '';
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ProcessInLinesOptions) {
    this.#options = options;
    // A process group of its own, so that processes that the shell started can be ended with it.
    this.#child = spawn(options.command, {
      shell: true,
      detached: true,
      cwd: options.cwd,
      env: { ...options.env },
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-stderrCharsMax);
    });
    // If nobody reads any more, the end of the process follows and is reported then.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => this.#end(`could not be started: ${error.message}`));
    this.#child.on('close', (code, signal) =>
      this.#end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    );
  }

  /** Returns the last lines of its stderr, without the last line end. */
  get stderrTail(): string {
    return this.#stderr.trimEnd().split('\n').slice(-stderrLinesMax).join('\n');
  }

  /**
   * Calls `late` once after so many ms, in place of the deadline before; never after the process was killed.
   */
  setDeadline(ms: number, late: () => void): void {
    this.clearDeadline();
    if (!this.#over) this.#timer = setTimeout(late, ms);
  }

  clearDeadline(): void {
    clearTimeout(this.#timer);
  }

  writeLine(text: string): void {
    if (!this.#over) this.#child.stdin.write(`${text}\n`);
  }

  /** Closes its stdin, which ends a process that follows the protocol. */
  closeInput(): void {
    this.#child.stdin.end();
  }

  /** Ends the process and everything that it started. `onEnd` is not called any more. */
  kill(): void {
    this.#over = true;
    this.clearDeadline();
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL'); // no such group: it has ended, or the system has no groups
    }
  }

  #read(text: string): void {
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      const line = this.#pieces.join('') + text.slice(start, end);
      this.#pieces = [];
      this.#pieceChars = 0;
      start = end + 1;
      if (this.#over) return;
      if (line.trim() !== '') this.#options.onLine(line);
    }
    this.#pieces.push(text.slice(start));
    this.#pieceChars += text.length - start;
    if (this.#pieceChars > lineCharsMax) {
      this.kill();
      this.#options.onEnd(`wrote more than ${lineCharsMax} characters without a line end`);
    }
  }

  #end(how: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#options.onEnd(how);
  }
}
