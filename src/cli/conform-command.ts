import { type Agreement, noAgreement, withComparison } from '../conformance/agreement.ts';
import { compareTraces } from '../conformance/compare-traces.ts';
import type { ConformanceTrace } from '../conformance/conformance-trace.ts';
import { knownBugsMet } from '../conformance/known-bugs-met.ts';
import { parseTrace } from '../conformance/parse-trace.ts';
import { runScript } from '../conformance/run-script.ts';
import type { Script } from '../conformance/script.ts';
import type { KnownBug } from '../kubelet/known-bug.ts';
import type { Profile } from '../kubelet/profile.ts';
import { SimulationError } from '../simulation/simulation-error.ts';
import { CommandError } from './command-error.ts';
import { formatAgreement, formatKnownBug } from './conform-report.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { profileOrFail } from './profile-or-fail.ts';
import { readScripts } from './read-scripts.ts';
import type { AddCommand } from './run-cli.ts';
import { streamLines } from './stream-lines.ts';
import type { Terminal } from './terminal.ts';

const help = `
A script says when the image manager is called and what the container runtime
answers; its trace is all that the kubelet of that release does with it. Each
line is answered as soon as it is read. The protocol: docs/conformance.md.

Examples:
  $ windlass conform scripts.ndjson > traces.ndjson
  $ windlass conform --kubelet-version 1.31 - < scripts.ndjson
  $ windlass conform --expect recorded.ndjson scripts.ndjson

Exits with 5 where traces differ from the expected ones, with 3 where a script
is wrong or nothing is compared.`;

interface ConformOptions {
  readonly kubeletVersion: string;
  readonly expect?: string;
}

/** `windlass conform`: the simulated image manager as a filter that speaks the conformance protocol. */
export const conformCommand: AddCommand = (program, terminal, end) => {
  program
    .command('conform')
    .description('run conformance scripts (NDJSON) through the simulated image manager and print their traces')
    .argument('[file]', 'scripts, one per line (.gz is unpacked), or - for stdin', '-')
    .option('--kubelet-version <version>', 'the release to be', '1.36')
    .option('--expect <traces>', 'compare with these traces and print a summary instead')
    .addHelpText('after', help)
    .action(async (file: string, options: ConformOptions) => end(await conform(file, options, terminal)));
};

async function conform(file: string, { kubeletVersion, expect }: ConformOptions, terminal: Terminal): Promise<ExitCode> {
  const profile = profileOrFail(kubeletVersion, terminal);
  const noScript = `${file === '-' ? '<stdin>' : file}: no script in it`;
  const bugs = new Map<KnownBug, number>();
  const agreement = expect === undefined ? await printTraces() : await compared(expect);
  for (const [bug, calls] of bugs) terminal.stderr.write(formatKnownBug(bug, calls, profile.version));
  return agreement.divergences.length > 0 ? exitCode.diverged : exitCode.ok;

  async function printTraces(): Promise<Agreement> {
    let scripts = 0;
    for await (const script of readScripts(file, terminal)) {
      terminal.stdout.write(`${JSON.stringify(traced(script))}\n`);
      scripts += 1;
    }
    if (scripts === 0) terminal.stderr.write(`windlass: warning: ${noScript}\n`);
    return noAgreement;
  }

  async function compared(traces: string): Promise<Agreement> {
    const expected = await expectedTraces(traces, terminal);
    let sum = noAgreement;
    for await (const script of readScripts(file, terminal)) {
      const trace = expected.get(script.name)?.shift();
      if (trace === undefined) throw new CommandError(exitCode.input, `${traces}: no trace of the script ${JSON.stringify(script.name)}`);
      sum = withComparison(sum, script, compareTraces(trace, traced(script)));
    }
    // What compares nothing must not pass in a pipeline.
    if (sum.scripts === 0) throw new CommandError(exitCode.input, noScript);
    const unused = [...expected.values()].reduce((count, left) => count + left.length, 0);
    terminal.stdout.write(formatAgreement(sum, { version: profile.version, expected: traces, unused }));
    return sum;
  }

  function traced(script: Script): ConformanceTrace {
    const trace = runOrFail(script, profile);
    for (const { bug, calls } of knownBugsMet(trace)) bugs.set(bug, (bugs.get(bug) ?? 0) + calls);
    return trace;
  }
}

/** By the name of the script, in order where several scripts have one name. */
async function expectedTraces(file: string, terminal: Terminal): Promise<Map<string, ConformanceTrace[]>> {
  const traces = new Map<string, ConformanceTrace[]>();
  for await (const { number, text } of streamLines(file, terminal)) {
    if (text.trim() === '') continue;
    const parsed = parseTrace(text);
    if ('problem' in parsed) throw new CommandError(exitCode.input, `${file}:${number}: ${parsed.problem}`);
    const { trace } = parsed;
    traces.set(trace.script, [...(traces.get(trace.script) ?? []), trace]);
  }
  return traces;
}

function runOrFail(script: Script, profile: Profile): ConformanceTrace {
  try {
    return runScript(script, profile);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new CommandError(exitCode.simulation, `script ${JSON.stringify(script.name)}: the simulation stopped: ${error.message}`);
  }
}
