import { randomBytes } from 'node:crypto';
import { arch } from 'node:os';
import { join } from 'node:path';
import { criCases } from '../../proof/cri/cri-cases.ts';
import { criJunit } from '../../proof/cri/cri-junit.ts';
import {
  type CriReport,
  criSession,
  type PlannedCriScript,
  RegistryNotReachedError,
} from '../../proof/cri/cri-session.ts';
import { criMachines, pathCriScripts } from '../../proof/cri/paths/path-cri-scripts.ts';
import { criProperties } from '../../proof/cri/properties/cri-properties.ts';
import { randomCriScripts } from '../../proof/cri/random-cri-scripts.ts';
import { jsonText } from '../../reports/json/json-text.ts';
import { CommandError, type ExitCode, exitCode } from '../cli/command-error.ts';
import { forNotes } from '../cli/command-options.ts';
import { writeOutput } from '../cli/files/file-in-progress.ts';
import { makeFolder } from '../cli/files/make-folder.ts';
import { cannotListen, isLoopbackAddress } from '../cli/listen-address.ts';
import { Progress } from '../cli/run/progress.ts';
import { findingFile } from '../cli/systems/save-findings.ts';
import { coloursOn, columnsOf, type Terminal, tellNote, tellWarning } from '../cli/terminal.ts';
import { connectImageService, grpcLibraries, NoImageServiceError } from './connect-image-service.ts';
import { criReplayLine } from './cri-replay-line.ts';
import { formatCriReport } from './cri-report-text.ts';
import type { CriTestOptions } from './cri-test-options.ts';
import { readCriScripts } from './read-cri-scripts.ts';
import { serveScripts } from './serve-scripts.ts';

/** Runs `windlass test --cri`: scripts on the image service of a container runtime, judged by properties. */
export async function testCri(options: CriTestOptions, terminal: Terminal): Promise<ExitCode> {
  checkOptions(options);
  const scripts = await plannedScripts(options, terminal);
  const report = await runOrFail(options, scripts, terminal);
  const replay = criReplayLine(options);
  const text = { width: Math.max(60, columnsOf(terminal)), colour: coloursOn(terminal), replay };
  // Printed before the files are written: a full disk must not lose the verdict of a long session.
  terminal.stdout.write(
    options.output === 'json' ? reportJson(report, options.seed) : formatCriReport(report, text),
  );
  if (options.junit !== undefined) writeOutput(options.junit, criJunit(report, replay), terminal);
  if (options.save !== undefined) saveFindings(report, options.save, options, terminal);
  return report.findings.length === 0 ? exitCode.ok : exitCode.violated;
}

function checkOptions({
  sut,
  corpus,
  bred,
  goQuotes,
  without = [],
  machine = [],
  listen,
}: CriTestOptions): void {
  const fail = (sentence: string): never => {
    throw new CommandError(exitCode.usage, sentence);
  };
  const others = Object.entries({ sut, corpus, bred, 'go-quotes': goQuotes });
  const other = others.find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined) fail(`--${other} is for an image manager, not for --cri`);
  const names = criProperties.map(({ name }) => name);
  const unknown = without.find((name) => !names.includes(name));
  if (unknown !== undefined) fail(`--without ${unknown}: the properties are ${names.join(', ')}`);
  const stray = machine.find((id) => !criMachines.includes(id));
  if (stray !== undefined) fail(`--machine ${stray}: with --cri the machines are ${criMachines.join(', ')}`);
  if (listen !== undefined && /^(?:0\.0\.0\.0|::)$/.test(listen.host))
    fail(`--listen ${listen.host}: name the address under which the runtime reaches this machine`);
}

async function plannedScripts(
  { replay, only, strategy, machine, seed, runs }: CriTestOptions,
  terminal: Terminal,
): Promise<readonly PlannedCriScript[]> {
  const all =
    replay === undefined
      ? [
          ...(machine === undefined ? criCases() : []),
          ...pathCriScripts(strategy, machine),
          ...randomCriScripts(seed, runs).map(
            (script): PlannedCriScript => ({ origin: { group: 'random' }, script }),
          ),
        ]
      : await readCriScripts(replay, terminal);
  const chosen = only === undefined ? all : all.filter(({ script }) => script.name === only);
  if (chosen.length > 0) return chosen;
  const missing = `--only ${only}: no script of this name; random-17 needs --runs 18 at least, and the seed of the report`;
  throw new CommandError(exitCode.usage, only === undefined ? `${replay}: no script in this file` : missing);
}

async function runOrFail(
  { cri, seed, timeout, listen = { host: '127.0.0.1', port: 0 }, without, ...options }: CriTestOptions,
  scripts: readonly PlannedCriScript[],
  terminal: Terminal,
): Promise<CriReport> {
  const { nowMs } = terminal;
  const notes = forNotes(terminal, options);
  const service = connectImageService(endpointOf(cri), await grpcLibraries());
  const platform = `linux/${arch() === 'x64' ? 'amd64' : arch()}`;
  // The runtime keeps what it has seen in earlier sessions: other bytes, and other names.
  const session = `${seed}-${randomBytes(4).toString('hex')}`;
  if (!isLoopbackAddress(listen.host))
    tellWarning(terminal, `${listen.host} is not this machine alone: whoever reaches it may pull`);
  const registry = await serveScripts({ ...listen, platform, seed, nowMs }).catch((error: unknown) => {
    throw cannotListen(error, listen);
  });
  tellNote(notes, `the registry is ${registry.host}, over HTTP; ${scripts.length} scripts`);
  const progress = new Progress(notes);
  let isStopped = false;
  const over = new AbortController();
  void terminal.untilStopped?.(over.signal).then(() => {
    isStopped = true;
  });
  try {
    return await criSession({
      environment: { service, registry, nowMs, wait, answerMsMax: timeout * 1_000 },
      scripts,
      without,
      folder: (run) => `windlass-${session}-${run}`,
      isStopped: () => isStopped,
      onProgress: ({ phase, scripts: done, scriptsAll }) =>
        progress.note(
          phase === 'shrinking'
            ? { told: 'making what is violated small', remaining: [] }
            : { told: `${done} of ${scriptsAll} scripts`, remaining: [{ amount: scriptsAll - done }] },
        ),
    });
  } catch (error) {
    if (error instanceof NoImageServiceError)
      throw new CommandError(
        exitCode.input,
        `${error.message}\n--cri names the socket of a runtime, such as unix:///run/containerd/containerd.sock; it often belongs to root`,
      );
    if (error instanceof RegistryNotReachedError)
      throw new CommandError(
        exitCode.input,
        `${error.message}\nIt has to take plain HTTP from ${registry.host}: docs/guides/test-a-runtime.md says how, and --listen gives it a port of its own`,
      );
    throw error;
  } finally {
    over.abort();
    progress.clear();
    service.close();
    await registry.close();
  }
}

/** A path is a socket, as crictl takes it. */
function endpointOf(cri: string): string {
  return cri.startsWith('/') ? `unix://${cri}` : cri;
}

/** Waits without keeping the process alive. */
async function wait(ms: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
}

function reportJson(report: CriReport, seed: number): string {
  const { system, results, notRun, properties, findings } = report;
  return jsonText('CriTestReport', {
    verdict: findings.length === 0 ? 'holds' : 'violates',
    system,
    seed,
    scripts: results.map(({ origin, script, tookMs, broken }) => ({
      name: script.name,
      origin,
      steps: script.steps.length,
      tookMs,
      broken: [...broken],
    })),
    notRun,
    properties: properties.map(({ scripts, ...verdict }) => ({ ...verdict, scripts: [...scripts] })),
    findings: findings.map(findingFields),
  });
}

function findingFields(finding: CriReport['findings'][number]) {
  const { property, result, script, shrinkRuns, isRepeatable, judgement, trace } = finding;
  return {
    property: property.name,
    says: property.says,
    source: property.source,
    found: result.script.name,
    origin: result.origin,
    script,
    shrinkRuns,
    isRepeatable,
    judgement,
    prefix: trace.prefix,
    trace: [...trace.entries],
  };
}

/** Writes two files for each finding: `1.ndjson` has the smallest script, for --replay, `1.json` all of it. */
function saveFindings(
  { system, findings }: CriReport,
  folder: string,
  options: CriTestOptions,
  terminal: Terminal,
): void {
  makeFolder('--save', folder, terminal);
  for (const [index, finding] of findings.entries()) {
    const number = index + 1;
    const whole = join(folder, `${number}.json`);
    const details = jsonText('CriTestFinding', { system, seed: options.seed, ...findingFields(finding) });
    writeOutput(findingFile(folder, number), `${JSON.stringify(finding.script)}\n`, terminal);
    writeOutput(whole, details, terminal);
    for (const file of [findingFile(folder, number), whole])
      tellNote(forNotes(terminal, options), `saved ${file}`);
  }
}
