import { parseTrace } from '../../../proof/conformance/parse-script.ts';
import type { NamedScript, ScriptTrace } from '../../../proof/conformance/script-kind.ts';
import {
  NoAnswerError,
  type NoAnswerFault,
  type SystemUnderTest,
} from '../../../proof/conformance/system-under-test.ts';
import { visibleOutput } from '../../../reports/text/visible-text.ts';
import { ProcessInLines } from '../process-in-lines.ts';

export interface ProcessUnderTestOptions {
  /**
   * A command line for the shell that starts a process which reads scripts and writes traces
   * (docs/conformance.md).
   */
  readonly command: string;
  /** The name in reports; the command line if absent. */
  readonly name?: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long one script may take; 30 s if absent. The first one has `startMs` more. */
  readonly timeoutMs?: number;
  readonly startMs?: number;
  /**
   * How many scripts the process may have at once: 1 (the default) waits for each answer, more keeps it busy.
   */
  readonly inFlightMax?: number;
}

interface Asked {
  readonly script: NamedScript;
  readonly answer: (trace: ScriptTrace) => void;
  readonly fail: (error: NoAnswerError) => void;
}

/**
 * Returns a system under test that is a process: it reads one script per line on stdin and writes one trace
 * per line on stdout. It is started with the first script, and again after a script that it did not survive;
 * that script itself rejects with a `NoAnswerError`.
 */
export function processUnderTest<S extends NamedScript = NamedScript, T extends ScriptTrace = ScriptTrace>(
  options: ProcessUnderTestOptions,
): SystemUnderTest<S, T> {
  const spoken = new Conversation(options);
  return {
    name: options.name ?? options.command,
    // Entries are compared as they are; the caller knows their kind.
    run: (script) =>
      new Promise((answer, fail) => spoken.ask({ script, answer: (trace) => answer(trace as T), fail })),
    renew: () => spoken.renew(),
    close: () => spoken.close(),
  };
}

const closingMs = 2_000;

class Conversation {
  readonly #options: ProcessUnderTestOptions;
  /** Scripts that the process has not received yet. */
  #waiting: Asked[] = [];
  /** Scripts that the process has received, the oldest first. */
  #inFlight: Asked[] = [];
  #child: ProcessInLines | undefined;
  /** A line that came while no script was active. */
  #unasked: string | undefined;
  #isAnswering = false;
  #isClosed = false;
  #whenEnded: (() => void) | undefined;

  constructor(options: ProcessUnderTestOptions) {
    this.#options = options;
  }

  ask(asked: Asked): void {
    const unasked = this.#unasked;
    if (this.#isClosed) {
      this.#fail(asked, 'closed', 'was closed before');
    } else if (unasked !== undefined) {
      this.#unasked = undefined;
      this.#fail(
        asked,
        'not-a-trace',
        `wrote a line that no script had asked for: ${excerpt(unasked)}\n${hints.tracesOnly} ${hints.inOrder}`,
      );
    } else {
      this.#waiting.push(asked);
      this.#send();
    }
  }

  renew(): void {
    if (this.#inFlight.length > 0)
      throw new Error('a process under test cannot be renewed while it has scripts');
    this.#unasked = undefined;
    this.#child?.kill();
    this.#child = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const asked of [...this.#inFlight.splice(0), ...this.#waiting.splice(0)]) {
      this.#fail(asked, 'closed', 'was closed before it answered');
    }
    const last = this.#child;
    if (last === undefined) return;
    await new Promise<void>((resolve) => {
      this.#whenEnded = resolve;
      last.setDeadline(closingMs, resolve);
      last.closeInput();
    });
    last.kill();
    this.#child = undefined;
  }

  #send(): void {
    while (this.#inFlight.length < (this.#options.inFlightMax ?? 1)) {
      const asked = this.#waiting.shift();
      if (asked === undefined) return;
      this.#child ??= this.#start();
      this.#inFlight.push(asked);
      // Some readers of lines (node:readline since Node 24) also end a line at U+2028, which JSON does not
      // escape.
      this.#child.writeLine(visibleOutput(JSON.stringify(asked.script)));
      if (this.#inFlight.length === 1) this.#watch();
    }
  }

  #start(): ProcessInLines {
    this.#isAnswering = false;
    const { command, cwd, env } = this.#options;
    return new ProcessInLines({
      command,
      cwd,
      env,
      onLine: (line) => this.#hear(line),
      onEnd: (how) => this.#lose(how),
    });
  }

  /** The time of the oldest script counts from the moment at which it became the oldest. */
  #watch(): void {
    this.#child?.clearDeadline();
    if (this.#inFlight.length === 0) return;
    const { timeoutMs = 30_000, startMs = 30_000 } = this.#options;
    const allowedMs = this.#isAnswering ? timeoutMs : timeoutMs + startMs;
    this.#child?.setDeadline(allowedMs, () =>
      this.#abandon('too-slow', `did not answer within ${allowedMs / 1_000} s. ${hints.soon}`),
    );
  }

  #hear(line: string): void {
    const parsed = parseTrace(line);
    const oldest = this.#inFlight[0];
    if (oldest === undefined) {
      // The next output would be taken for an answer, so the process is ended, and the next script reports
      // why.
      this.#child?.kill();
      this.#child = undefined;
      this.#unasked = line;
    } else if ('problem' in parsed) {
      this.#abandon(
        'not-a-trace',
        `answered with a line that is no trace: ${excerpt(line)}\n${parsed.problem}. ${hints.tracesOnly}`,
      );
    } else if (parsed.trace.script !== oldest.script.name) {
      this.#abandon(
        'wrong-script',
        `answered with the trace of another script, ${JSON.stringify(parsed.trace.script)}. ${hints.inOrder}`,
      );
    } else {
      this.#isAnswering = true;
      this.#inFlight.shift();
      this.#watch();
      oldest.answer(parsed.trace);
      this.#send();
    }
  }

  #lose(how: string): void {
    if (this.#isClosed) this.#whenEnded?.();
    else if (this.#inFlight.length > 0) this.#abandon('ended', `${how} before it answered`);
    else this.#child = undefined;
  }

  /** Fails the oldest script, and gives the others to a new process. */
  #abandon(fault: NoAnswerFault, what: string): void {
    const [oldest, ...others] = this.#inFlight.splice(0);
    const lost = this.#child;
    lost?.kill();
    this.#child = undefined;
    this.#waiting = [...others, ...this.#waiting];
    if (oldest !== undefined) this.#fail(oldest, fault, what, lost?.stderrTail);
    this.#send();
  }

  #fail({ script, fail }: Asked, fault: NoAnswerFault, what: string, stderrTail?: string): void {
    fail(
      new NoAnswerError(
        fault,
        script.name,
        `script ${script.name}: \`${this.#options.command}\` ${what}`,
        stderrTail,
      ),
    );
  }
}

const hints = {
  soon: 'It must answer each script with one line as soon as it can, and flush it.',
  tracesOnly: 'Its stdout is for traces only, {"script":…,"trace":[…]}; anything else belongs to stderr.',
  inOrder: 'It must answer each script once, in the order in which they came.',
};

function excerpt(line: string): string {
  return JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line);
}
