import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Stage } from '../../../answers/what-if/runs/time-left.ts';
import { imageManagerKind } from '../../../proof/conformance/imagemanager/image-manager-kind.ts';
import { type ImageManagerUnderTest, NoAnswerError } from '../../../proof/conformance/system-under-test.ts';
import { junitReport } from '../../../proof/model-testing/junit-report.ts';
import { type TestReport, verdictOf } from '../../../proof/model-testing/test-report.ts';
import { type TestProgress, testSession } from '../../../proof/model-testing/test-session.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import { selectProfile } from '../../../rules/kubelet/profiles/select-profile.ts';
import { SimulationError } from '../../../run/simulation/simulation-error.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { replayLine } from '../pages/replay-line.ts';
import { Progress } from '../run/progress.ts';
import { keepScripts } from '../systems/corpus-folder.ts';
import { exportTests } from '../systems/export/export-tests.ts';
import { runnerKinds } from '../systems/export/runners.ts';
import { plannedScripts } from '../systems/planned-scripts.ts';
import { processUnderTest } from '../systems/process-under-test.ts';
import { saveFindings } from '../systems/save-findings.ts';
import { kindToTest, testKind } from '../systems/test-kind.ts';
import {
  addTestOptions,
  bredScripts,
  type SessionOptions,
  sessionOptions,
  type TestOptions,
} from '../systems/test-options.ts';
import { formatTestReport } from '../systems/test-report-text.ts';
import { coloursOn, columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Your program reads scripts from stdin and writes traces to stdout, one per line (docs/conformance.md). It gets test paths of the statecharts, and random scripts. What it does is compared with the simulator, and checked against rules that need no model. Each difference is shown on the smallest script that has it.',
    'docs/guides/test-your-own-code.md has a whole program. --kind tests another part of the kubelet, or kubeadm, with random scripts.',
    '--cri tests a container runtime: it pulls from a registry of ours whose answers are those of the script, and what it does is checked against rules for every runtime (docs/guides/test-a-runtime.md). It needs @grpc/grpc-js and @grpc/proto-loader, which are installed apart.',
    'The exit code is 5 if your program differs or stops answering, 4 if only a rule is violated, 3 if it does not answer the first script, or no runtime answers.',
  ],
  examples: [
    [
      'Does my code do what the kubelet does?',
      'windlass test --sut ./my-image-manager --kubelet-version 1.36',
    ],
    [
      'More scripts, and a report for CI',
      "windlass test --sut 'go run ./conformance' --runs 2000 --seed 7 --junit report.xml",
    ],
    [
      'Only one part, thoroughly',
      'windlass test --sut ./my-image-manager --runs 0 --machine imagePull --strategy all-transition-pairs',
    ],
    ['Keep what it finds', 'windlass test --sut ./my-image-manager --save findings'],
    ['Run one finding again', 'windlass test --sut ./my-image-manager --replay findings/1.ndjson'],
    [
      'The same tests in my own framework, without Windlass',
      'windlass test --export conformance --for pytest --kubelet-version 1.36',
    ],
    [
      'Test a container runtime: scripts on its image service, from a registry of ours',
      'windlass test --cri unix:///run/containerd/containerd.sock --runs 100',
    ],
    ['Test a kubeadm', 'windlass test --sut ./my-kubeadm --kind kubeadm --kubelet-version 1.30'],
  ],
};

/** `windlass test`: compares another image manager with the model. */
export const add: AddCommand = (command, terminal, end) => {
  addTestOptions(command).action(async (options: TestOptions) => end(await test(options, terminal)));
};

async function test(given: TestOptions, terminal: Terminal): Promise<ExitCode> {
  const { cri } = given;
  if (cri !== undefined) {
    // Loaded on demand: an image manager needs no registry.
    const { testCri } = await import('../../cri/test-cri.ts');
    if (given.junit !== undefined) checkFolderOf(given.junit, terminal.cwd);
    return await testCri({ ...given, cri }, terminal);
  }
  const kind = kindToTest(given);
  if (given.export !== undefined || given.for !== undefined || given.overwrite === true)
    return exportFor(kind.kind, given, terminal);
  const options = sessionOptions(given);
  if (kind.kind !== imageManagerKind.kind) return testKind(kind, options, terminal);
  const profile = profileOrFail(options.kubeletVersion, terminal);
  if (options.junit !== undefined) checkFolderOf(options.junit, terminal.cwd);
  const report = await runOrFail(options, profile, terminal);
  const replay = replayLine(options);
  const text = { width: Math.max(60, columnsOf(terminal)), colour: coloursOn(terminal), replay };
  // Printed before the files are written: a full disk must not lose the verdict of a long session.
  terminal.stdout.write(
    options.output === 'json' ? testReportJson(report, options.seed) : formatTestReport(report, text),
  );
  if (options.junit !== undefined) writeOutput(options.junit, junitReport(report, replay), terminal);
  if (options.corpus !== undefined && bredScripts(options) > 0)
    keepScripts(report.corpus, options.corpus, terminal);
  if (options.save !== undefined) {
    const saved = saveFindings(report, { folder: options.save, seed: options.seed, terminal });
    for (const file of saved) forNotes(terminal, options).stderr.write(`windlass: saved ${file}\n`);
  }
  return { agrees: exitCode.ok, diverges: exitCode.diverged, violates: exitCode.violated }[verdictOf(report)];
}

/** Writes tests for a framework instead of running them. */
async function exportFor(kind: string, options: TestOptions, terminal: Terminal): Promise<ExitCode> {
  const { export: folder, for: framework, sut, overwrite = false } = options;
  if (folder === undefined || framework === undefined)
    throw new CommandError(
      exitCode.usage,
      `--export <folder> and --for <framework> go together; the frameworks are ${runnerKinds.join(', ')}`,
    );
  if (sut !== undefined)
    throw new CommandError(exitCode.usage, '--export runs nothing: leave --sut out, the runner takes it');
  if (kind !== imageManagerKind.kind)
    throw new CommandError(exitCode.usage, `--export: only scripts of the image manager, not --kind ${kind}`);
  const profile = profileOrFail(options.kubeletVersion, terminal);
  const planned = await plannedScripts(options, profile, terminal);
  const scripts = planned.map(({ script }) => script);
  const done = exportTests({ folder, kind: framework, scripts, profile, overwrites: overwrite }, terminal);
  for (const sentence of done) forNotes(terminal, options).stderr.write(`windlass: ${sentence}\n`);
  return exitCode.ok;
}

async function runOrFail(options: SessionOptions, profile: Profile, terminal: Terminal): Promise<TestReport> {
  const { sut, timeout } = options;
  const scripts = await plannedScripts(options, profile, terminal);
  const system: ImageManagerUnderTest = processUnderTest({
    command: sut,
    cwd: terminal.cwd,
    env: terminal.env,
    timeoutMs: timeout * 1_000,
    inFlightMax: 16,
  });
  const progress = new Progress(forNotes(terminal, options));
  try {
    return await testSession({
      system,
      profile,
      scripts,
      ...(bredScripts(options) > 0 ? { breeding: { seed: options.seed, runs: bredScripts(options) } } : {}),
      comparesQuotes: options.goQuotes === true,
      onProgress: (moment) => progress.note(stageOf(moment)),
    });
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new CommandError(
        exitCode.input,
        `the system under test did not answer the first script\n${error.message}`,
      );
    if (error instanceof SimulationError)
      throw new CommandError(exitCode.simulation, `the simulation stopped: ${error.message}`);
    throw error;
  } finally {
    progress.clear();
    await system.close();
  }
}

function stageOf({ phase, scripts, scriptsAll }: TestProgress): Stage {
  if (phase === 'shrinking') return { told: 'making what differs small', remaining: [] };
  return { told: `${scripts} of ${scriptsAll} scripts`, remaining: [{ amount: scriptsAll - scripts }] };
}

/**
 * Checked first, because a report that cannot be written would otherwise fail only after the whole session.
 */
function checkFolderOf(file: string, cwd: string): void {
  const folder = dirname(resolve(cwd, file));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(exitCode.usage, `--junit ${file}: there is no folder ${folder}`);
  if (statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(exitCode.usage, `--junit ${file}: it is a folder`);
}

/**
 * Returns the profile for --kubelet-version, and says on stderr if it is that of another release. Throws a
 * `CommandError` (usage) if there is none.
 */
function profileOrFail(kubeletVersion: string, { stderr }: Terminal): Profile {
  const selection = selectProfile(kubeletVersion);
  if ('error' in selection) throw new CommandError(exitCode.usage, `--kubelet-version: ${selection.error}`);
  if (selection.note !== undefined) stderr.write(`windlass: note: ${selection.note}\n`);
  return selection.profile;
}

/**
 * Returns the report as data: a verdict for each script and property, the coverage by machine, and the
 * findings with their smallest scripts.
 */
function testReportJson(report: TestReport, seed: number): string {
  const { system, version, results, properties, findings, coverage } = report;
  return jsonText('TestReport', {
    verdict: verdictOf(report),
    system,
    kubelet: version,
    seed,
    metrics: report.comparesMetrics ? 'compared' : 'not told',
    scripts: results.map(({ origin, script, verdict, broken, excused }) => ({
      ...origin,
      name: script.name,
      calls: script.calls.length,
      verdict,
      broken,
      excused,
    })),
    notRun: report.notRun,
    properties,
    coverage: coverage.map(({ machine, transitions, states }) => ({
      machine,
      transitions: transitions.map(({ id, hits, unreachable }) => ({ id, hits, unreachable })),
      states: states.map(({ id, hits }) => ({ id, hits })),
    })),
    findings: findings.map(({ result, ...finding }) => ({ found: result.script, ...finding })),
  });
}
