import { runScript } from '../conformance/run-script.ts';
import type { Profile } from '../kubelet/profile.ts';
import { selectProfile } from '../kubelet/profiles/select-profile.ts';
import { junitReport } from '../model-testing/junit-report.ts';
import { type Finding, type TestReport, verdictOf } from '../model-testing/test-report.ts';
import { testSession } from '../model-testing/test-session.ts';
import { SimulationError } from '../simulation/simulation-error.ts';
import { CommandError } from './command-error.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { plannedScripts } from './planned-scripts.ts';
import { processUnderTest } from './process-under-test.ts';
import { ProcessUnderTestError } from './process-under-test-error.ts';
import type { AddCommand } from './run-cli.ts';
import { findingFile, saveFindings } from './save-findings.ts';
import { coloursOn, columnsOf, type Terminal } from './terminal.ts';
import { addTestOptions, type TestOptions } from './test-options.ts';
import { TestProgressLine } from './test-progress-line.ts';
import { testReportJson } from './test-report-json.ts';
import { formatTestReport } from './test-report-text.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

const help = `
The system reads scripts and writes traces, one per line (docs/conformance.md). It gets the paths of the image
manager's machines and random scripts; what it does is compared with the simulator and judged by properties
that need no model. What differs is shown on the smallest script.

Examples:
  $ windlass test --sut ./my-image-manager --kubelet-version 1.36
  $ windlass test --sut 'go run ./conformance' --runs 2000 --seed 7 --junit report.xml
  $ windlass test --sut ./my-image-manager --runs 0 --machine imagePull --strategy all-transition-pairs
  $ windlass test --sut ./my-image-manager --save findings
  $ windlass test --sut ./my-image-manager --replay findings/1.ndjson

Exits with 5 where it differs, with 4 where only a property is violated, with 3 where it cannot be started.`;

/** `windlass test`: another image manager against the model. */
export const testCommand: AddCommand = (program, terminal, end) => {
  const command = program
    .command('test')
    .description('test another image manager against the model: paths, random scripts, properties')
    .addHelpText('after', help);
  addTestOptions(command).action(async (options: TestOptions) => end(await test(options, terminal)));
};

async function test(options: TestOptions, terminal: Terminal): Promise<ExitCode> {
  const selection = selectProfile(options.kubeletVersion);
  if ('error' in selection) throw new CommandError(exitCode.usage, `--kubelet-version: ${selection.error}`);
  if (selection.note !== undefined) terminal.stderr.write(`windlass: note: ${selection.note}\n`);
  const { profile } = selection;
  const report = await runOrFail(options, profile, terminal);
  if (options.junit !== undefined) await writeFileAtomically(terminal.cwd, options.junit, junitReport(report));
  if (options.save !== undefined) {
    const saved = await saveFindings(report, {
      folder: options.save,
      seed: options.seed,
      cwd: terminal.cwd,
      expect: (script) => runScript(script, profile),
    });
    for (const file of saved) terminal.stderr.write(`windlass: saved ${file}\n`);
  }
  const text = { width: Math.max(60, columnsOf(terminal)), colour: coloursOn(terminal), replay: replayLine(options) };
  terminal.stdout.write(options.output === 'json' ? testReportJson(report, options.seed) : formatTestReport(report, text));
  return { agrees: exitCode.ok, diverges: exitCode.diverged, violates: exitCode.violated }[verdictOf(report)];
}

async function runOrFail(options: TestOptions, profile: Profile, terminal: Terminal): Promise<TestReport> {
  const { sut, timeout, seed } = options;
  const scripts = await plannedScripts(options, profile, terminal);
  const system = processUnderTest({ command: sut, cwd: terminal.cwd, env: terminal.env, timeoutMs: timeout * 1_000, inFlightMax: 16 });
  const progress = new TestProgressLine(terminal);
  try {
    return await testSession({ system, profile, scripts, seed, onProgress: progress.note });
  } catch (error) {
    if (error instanceof ProcessUnderTestError)
      throw new CommandError(exitCode.input, `the system under test did not answer the first script\n${error.message}`);
    if (error instanceof SimulationError) throw new CommandError(exitCode.simulation, `the simulation stopped: ${error.message}`);
    throw error;
  } finally {
    progress.clear();
    await system.close();
  }
}

/** By the saved file where there is one; else by the script's name, which the seed makes again. */
function replayLine({ sut, kubeletVersion, seed, save, replay, strategy }: TestOptions): (finding: Finding, number: number) => string {
  const start = `windlass test --sut ${quoted(sut)} --kubelet-version ${kubeletVersion}`;
  return ({ result }, number) => {
    if (save !== undefined) return `${start} --replay ${quoted(findingFile(save, number))}`;
    if (replay !== undefined) return `${start} --replay ${quoted(replay)}`;
    const { origin, script } = result;
    const made = origin.group === 'random' ? `--seed ${seed} --runs ${origin.run + 1}` : `--strategy ${strategy}`;
    return `${start} ${made} --only ${quoted(script.name)}`;
  };
}

function quoted(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
