import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FuzzProgress, type FuzzReport, fuzz } from '../../../proof/conformance/fuzz.ts';
import type { ScriptKind } from '../../../proof/conformance/script-kind.ts';
import { scriptKinds } from '../../../proof/conformance/script-kinds.ts';
import { simulatedSystem } from '../../../proof/conformance/system-under-test.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { coloursFor } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { Progress } from '../run/progress.ts';
import { coloursOn, columnsOf, type Terminal } from '../terminal.ts';
import { processUnderTest } from './process-under-test.ts';
import { findingFile } from './save-findings.ts';
import type { SessionOptions, TestOptions } from './test-options.ts';
import { sideBySide } from './test-report-text.ts';

/** Returns the kind that `--kind` names. Throws a `CommandError` (usage) if there is none. */
export function kindToTest({ kind }: TestOptions): ScriptKind {
  const found = scriptKinds.find((known) => known.kind === kind);
  if (found !== undefined) return found;
  throw new CommandError(
    exitCode.usage,
    `--kind ${kind}: the kinds are ${scriptKinds.map((known) => known.kind).join(', ')}`,
  );
}

/**
 * Runs `windlass test --kind`: random scripts of a kind on the system under test and on the simulator, until
 * they differ; then the script is shrunk. Paths and properties exist only for the image manager.
 */
export async function testKind(
  kind: ScriptKind,
  options: SessionOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { sut, runs, seed, timeout, save } = options;
  checkOptions(kind, options);
  const runner = kind.runnerOf(options.kubeletVersion);
  if ('error' in runner) throw new CommandError(exitCode.usage, `--kubelet-version: ${runner.error}`);
  const notes = forNotes(terminal, options);
  if (runner.note !== undefined) notes.stderr.write(`windlass: note: ${runner.note}\n`);
  const right = processUnderTest({
    command: sut,
    cwd: terminal.cwd,
    env: terminal.env,
    timeoutMs: timeout * 1_000,
  });
  const progress = new Progress(notes);
  const onProgress = ({ scripts, isShrinking }: FuzzProgress) =>
    progress.note(
      isShrinking
        ? { told: 'making what differs small', remaining: [] }
        : { told: `${scripts} of ${runs} scripts`, remaining: [{ amount: runs - scripts }] },
    );
  let report: FuzzReport;
  try {
    report = await fuzz({
      kind,
      left: simulatedSystem(runner),
      right,
      runs,
      seed,
      shrinksMax: 400,
      onProgress,
    });
  } finally {
    progress.clear();
    await right.close();
  }
  const told = { kind, version: runner.version, system: sut, report };
  terminal.stdout.write(options.output === 'json' ? jsonOf(told) : textOf(told, terminal));
  const { finding } = report;
  if (finding === undefined) return exitCode.ok;
  if (save !== undefined) {
    await mkdir(resolve(terminal.cwd, save), { recursive: true });
    writeOutput(findingFile(save, 1), `${JSON.stringify(finding.script)}\n`, terminal);
    notes.stderr.write(`windlass: saved ${findingFile(save, 1)}\n`);
  }
  return exitCode.diverged;
}

function checkOptions(
  { kind }: ScriptKind,
  { runs, machine, only, replay, junit, corpus, bred }: TestOptions,
): void {
  const given = Object.entries({ machine, only, replay, junit, corpus, bred }).find(
    ([, value]) => value !== undefined,
  );
  if (given !== undefined)
    throw new CommandError(
      exitCode.usage,
      `--${given[0]} is for the image manager's scripts, not for --kind ${kind}`,
    );
  if (runs === 0)
    throw new CommandError(
      exitCode.usage,
      `--runs 0 leaves nothing to run: --kind ${kind} has random scripts only`,
    );
}

interface Told {
  readonly kind: ScriptKind;
  readonly version: string;
  readonly system: string;
  readonly report: FuzzReport;
}

function jsonOf({ kind, version, system, report }: Told): string {
  const { runs, seed, path, scriptsExcluded, entriesAgreeing, finding } = report;
  const verdict = finding === undefined ? 'agrees' : 'diverges';
  const scriptKind = kind.kind;
  return jsonText('KindTestReport', {
    verdict,
    system,
    scriptKind,
    version,
    seed,
    runs,
    path,
    scriptsExcluded,
    entriesAgreeing,
    finding,
  });
}

function textOf({ kind, version, system, report }: Told, terminal: Terminal): string {
  const { bold, green, red } = coloursFor({ colour: coloursOn(terminal) });
  const { runs, seed, entriesAgreeing, finding } = report;
  const against = `${kind.kind} ${version}: ${system}`;
  if (finding === undefined)
    return `${bold(green('AGREES'))} with ${against}\n${countText(runs, 'random script')} of seed ${seed}, ${entriesAgreeing} entries in agreement.\n`;
  const { script, divergence, breakdown } = finding;
  const size = kind.sizeOf(script);
  const lines = [
    `${bold(red('DIFFERS'))} from ${against}`,
    `Random script ${runs} of seed ${seed}, made small: ${countText(size, kind.unit)}.`,
    '',
    visibleText(JSON.stringify(script)),
    '',
    ...(breakdown === undefined ? [] : breakdown.split('\n').map(visibleText)),
    ...(divergence === undefined
      ? []
      : [
          `entry ${divergence.index} differs`,
          ...sideBySide(divergence.expected, divergence.actual, Math.max(60, columnsOf(terminal))),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}
