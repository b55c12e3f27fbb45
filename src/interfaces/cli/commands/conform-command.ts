import { parseTrace } from '../../../proof/conformance/parse-script.ts';
import type { ScriptTrace } from '../../../proof/conformance/script-kind.ts';
import { defaultRelease } from '../../../rules/kubelet/profiles/profiles.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { shownName, streamLines } from '../run/stream-lines.ts';
import { formatAgreements, formatKnownBug } from '../systems/conform-report.ts';
import { conformingKinds } from '../systems/conforming-kinds.ts';
import { readScripts } from '../systems/read-scripts.ts';
import { type Terminal, tellWarning } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'A script says what is asked of one part of the kubelet (or of kubeadm), when, and what the parts around it answer. Its trace is everything that this part then does. One file may mix these kinds: the image manager (no kind), pleg, kubeadm, imagegc, imagemanager-credentials. Each line is answered at once. The protocol: docs/conformance.md.',
    'The exit code is 5 if traces differ from the expected ones, 3 if a script is wrong or nothing is compared.',
  ],
  examples: [
    ['What does the simulated kubelet do?', 'windlass conform scripts.ndjson > traces.ndjson'],
    ['What does another release do?', 'windlass conform --kubelet-version 1.31 - < scripts.ndjson'],
    ['Does it do what was recorded?', 'windlass conform --expect recorded.ndjson scripts.ndjson'],
  ],
};

interface ConformOptions {
  readonly kubeletVersion: string;
  readonly expect?: string;
}

/**
 * `windlass conform`: the simulated parts of the kubelet as a filter that speaks the conformance protocol.
 */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[file]', 'scripts, one per line (.gz is unpacked), or - for stdin', '-')
    .option('--kubelet-version <version>', 'the kubelet release to simulate', defaultRelease)
    .option('--expect <traces>', 'a file of traces to compare with; prints a summary instead of traces')
    .action(async (file: string, options: ConformOptions) => end(await conform(file, options, terminal)));
};

async function conform(
  file: string,
  { kubeletVersion, expect }: ConformOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const kinds = conformingKinds(kubeletVersion, terminal);
  const noScript = `${shownName(file)}: no script in it`;
  if (expect === undefined) await printTraces();
  else await compare(expect);
  for (const { bug, times, version } of kinds.bugs())
    terminal.stderr.write(formatKnownBug(bug, times, version));
  return kinds.agreements().some(({ agreement }) => agreement.divergences.length > 0)
    ? exitCode.diverged
    : exitCode.ok;

  async function printTraces(): Promise<void> {
    let scripts = 0;
    for await (const { kind, script } of readScripts(file, terminal)) {
      terminal.stdout.write(`${JSON.stringify(kinds.of(kind).run(script))}\n`);
      scripts += 1;
    }
    if (scripts === 0) tellWarning(terminal, noScript);
  }

  async function compare(traces: string): Promise<void> {
    const expected = await expectedTraces(traces, terminal);
    let scripts = 0;
    for await (const { kind, script } of readScripts(file, terminal)) {
      const trace = expected.take(script.name);
      if (trace === undefined)
        throw new CommandError(
          exitCode.input,
          `${traces}: no trace of the script ${JSON.stringify(script.name)}`,
        );
      kinds.of(kind).compare(script, trace);
      scripts += 1;
    }
    // A comparison of nothing must not pass in a pipeline.
    if (scripts === 0) throw new CommandError(exitCode.input, noScript);
    terminal.stdout.write(
      formatAgreements(kinds.agreements(), { expected: traces, unused: expected.left() }),
    );
  }
}

/** The traces of a file by the name of their script, in order if several scripts have the same name. */
interface ExpectedTraces {
  /** Returns the next trace of a script with this name, each only once; undefined if there is none. */
  readonly take: (script: string) => ScriptTrace | undefined;
  /** Returns how many have not been taken. */
  readonly left: () => number;
}

/** Reads a file of traces (NDJSON). Throws a `CommandError` (input) at the first line that is no trace. */
async function expectedTraces(file: string, terminal: Terminal): Promise<ExpectedTraces> {
  const traces = new Map<string, ScriptTrace[]>();
  for await (const { number, text } of streamLines(file, terminal)) {
    if (text.trim() === '') continue;
    const parsed = parseTrace(text);
    if ('problem' in parsed) throw new CommandError(exitCode.input, `${file}:${number}: ${parsed.problem}`);
    const { trace } = parsed;
    const before = traces.get(trace.script);
    if (before === undefined) traces.set(trace.script, [trace]);
    else before.push(trace);
  }
  return {
    take: (script) => traces.get(script)?.shift(),
    left: () => [...traces.values()].reduce((count, left) => count + left.length, 0),
  };
}
