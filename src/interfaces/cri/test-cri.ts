import { randomBytes } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { imageManagerKind } from '../../proof/conformance/imagemanager/image-manager-kind.ts';
import { criCases } from '../../proof/cri/cri-cases.ts';
import { criJunit } from '../../proof/cri/cri-junit.ts';
import {
  type CriReport,
  criSession,
  type PlannedCriScript,
  RegistryNotReachedError,
} from '../../proof/cri/cri-session.ts';
import { NoImageServiceError } from '../../proof/cri/image-service.ts';
import { criMachines, pathCriScripts } from '../../proof/cri/paths/path-cri-scripts.ts';
import { criProperties } from '../../proof/cri/properties/cri-properties.ts';
import { randomCriScripts } from '../../proof/cri/random-cri-scripts.ts';
import { jsonText } from '../../reports/json/json-text.ts';
import { countText } from '../../reports/text/quantity-text.ts';
import { defaultRelease } from '../../rules/kubelet/profiles/profiles.ts';
import { CommandError, type ExitCode, exitCode } from '../cli/command-error.ts';
import { forNotes } from '../cli/command-options.ts';
import { writeOutput } from '../cli/files/file-in-progress.ts';
import { makeFolder } from '../cli/files/make-folder.ts';
import { cannotListen, isLoopbackAddress } from '../cli/listen-address.ts';
import { errorCode } from '../cli/port-problem.ts';
import { Progress } from '../cli/run/progress.ts';
import { findingFile } from '../cli/systems/save-findings.ts';
import { coloursOn, columnsOf, type Terminal, tellNote, tellWarning } from '../cli/terminal.ts';
import { connectImageService, grpcLibraries } from './connect-image-service.ts';
import { criReplayLine } from './cri-replay-line.ts';
import { formatCriReport } from './cri-report-text.ts';
import type { CriTestOptions } from './cri-test-options.ts';
import { readCriScripts } from './read-cri-scripts.ts';
import { serveScripts } from './serve-scripts.ts';

/** Runs `windlass test --cri`: scripts on the image service of a container runtime, judged by properties. */
export async function testCri(options: CriTestOptions, terminal: Terminal): Promise<ExitCode> {
  checkOptions(options);
  // Before the scripts: a long session is not for a report that cannot be written.
  if (options.save !== undefined) makeFolder('--save', options.save, terminal);
  const scripts = await plannedScripts(options, terminal);
  const { report, isStopped } = await runOrFail(options, scripts, terminal);
  const replay = criReplayLine(options);
  const text = { width: Math.max(60, columnsOf(terminal)), colour: coloursOn(terminal), replay };
  // Printed before the files are written: a full disk must not lose the verdict of a long session.
  terminal.stdout.write(
    options.output === 'json' ? reportJson(report, options.seed) : formatCriReport(report, text),
  );
  if (options.junit !== undefined) writeOutput(options.junit, criJunit(report, replay), terminal);
  if (options.save !== undefined) saveFindings(report, options.save, options, terminal);
  if (report.goneIn !== undefined) return exitCode.input;
  if (isStopped) return exitCode.interrupted;
  return report.findings.length === 0 ? exitCode.ok : exitCode.violated;
}

function checkOptions(options: CriTestOptions): void {
  const { cri, kind, kubeletVersion, without = [], machine = [], listen } = options;
  const fail = (sentence: string): never => {
    throw new CommandError(exitCode.usage, sentence);
  };
  if (cri.trim() === '') fail('--cri is empty: it names the socket of a runtime');
  const { sut, corpus, bred, goQuotes, export: folder, for: framework, overwrite } = options;
  const others = Object.entries({
    sut,
    corpus,
    bred,
    'go-quotes': goQuotes,
    export: folder,
    for: framework,
    overwrite,
    kind: kind === imageManagerKind.kind ? undefined : kind,
    'kubelet-version': kubeletVersion === defaultRelease ? undefined : kubeletVersion,
  });
  const other = others.find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined) fail(`--${other} is for an image manager, not for --cri`);
  const names = criProperties.map(({ name }) => name);
  const unknown = without.find((name) => !names.includes(name));
  if (unknown !== undefined) fail(`--without ${unknown}: the properties are ${names.join(', ')}`);
  const stray = machine.find((id) => !criMachines.includes(id));
  if (stray !== undefined) fail(`--machine ${stray}: with --cri the machines are ${criMachines.join(', ')}`);
  if (listen !== undefined && /^(?:0\.0\.0\.0|::)$/.test(listen.host))
    fail(`--listen ${listen.host}: name the address under which the runtime reaches this machine`);
  if (listen?.host.includes(':'))
    fail(
      `--listen [${listen.host}]: names of images have no room for an IPv6 address; name a host or an IPv4 address`,
    );
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
): Promise<{ readonly report: CriReport; readonly isStopped: boolean }> {
  const { nowMs } = terminal;
  const notes = forNotes(terminal, options);
  const libraries = await grpcLibraries();
  const service = connectImageService(endpointOf(cri), libraries);
  const platform = `linux/${arch() === 'x64' ? 'amd64' : arch()}`;
  // The runtime keeps what it has seen in earlier sessions: other bytes, and other names.
  const session = `${seed}-${randomBytes(4).toString('hex')}`;
  if (!isLoopbackAddress(listen.host))
    tellWarning(terminal, `${listen.host} is not this machine alone: whoever reaches it may pull`);
  const registry = await serveScripts({ ...listen, platform, seed, nowMs }).catch((error: unknown) => {
    throw cannotListen(error, listen);
  });
  tellNote(notes, `the registry is ${registry.host}, over HTTP; ${countText(scripts.length, 'script')}`);
  const progress = new Progress(notes);
  let isStopped = false;
  const over = new AbortController();
  void terminal.untilStopped?.(over.signal).then(() => {
    isStopped = true;
  });
  try {
    const report = await criSession({
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
    return { report, isStopped };
  } catch (error) {
    if (error instanceof NoImageServiceError)
      throw new CommandError(exitCode.input, `--cri ${cri}: ${error.message}`);
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

/** Returns the address for gRPC: a path is a socket, as crictl takes it. Throws a `CommandError` if there is none. */
function endpointOf(cri: string): string {
  if (!cri.startsWith('/') && !cri.startsWith('unix:')) return cri.replace(/^tcp:\/\//, '');
  const path = cri.replace(/^unix:(?:\/\/)?/, '');
  const fail = (sentence: string): never => {
    throw new CommandError(exitCode.input, `--cri ${cri}: ${sentence}`);
  };
  try {
    if (!statSync(path).isSocket()) return fail(`${path} is no socket`);
    accessSync(path, constants.W_OK);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return fail(
      errorCode(error) === 'EACCES'
        ? `you may not use ${path}: a runtime's socket mostly belongs to root`
        : `there is no socket ${path}, such as /run/containerd/containerd.sock`,
    );
  }
  return `unix://${path}`;
}

/** Waits without keeping the process alive. */
async function wait(ms: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
}

function reportJson(report: CriReport, seed: number): string {
  const { system, results, notRun, goneIn, properties, findings } = report;
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
    ...(goneIn === undefined ? {} : { goneIn }),
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
