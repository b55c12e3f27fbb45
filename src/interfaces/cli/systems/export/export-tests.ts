import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ConformanceTrace,
  withoutMetrics,
} from '../../../../proof/conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../../../../proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../../proof/conformance/imagemanager/script.ts';
import { countText } from '../../../../reports/text/quantity-text.ts';
import type { Profile } from '../../../../rules/kubelet/profile.ts';
import { CommandError, exitCode } from '../../command-error.ts';
import { writeOutput } from '../../files/file-in-progress.ts';
import { makeFolder } from '../../files/make-folder.ts';
import type { Terminal } from '../../terminal.ts';
import { type RunnerKind, runners } from './runners.ts';

/** What is written where. */
interface ExportPlan {
  readonly folder: string;
  readonly kind: RunnerKind;
  readonly scripts: readonly Script[];
  readonly profile: Profile;
  /** Whether scripts and traces that are there already may be written anew. */
  readonly overwrites: boolean;
}

/**
 * Writes `scripts.ndjson`, `traces.ndjson` (what a kubelet does with each, without metrics) and a runner for a
 * test framework, and returns what was done in sentences. The runner is written once: it is the user's from
 * then on. Throws a `CommandError` (usage) before anything is written if a file is there that would be lost.
 */
export function exportTests(plan: ExportPlan, terminal: Terminal): readonly string[] {
  const { folder, kind, scripts, profile, overwrites } = plan;
  const { file, command, code } = runners[kind];
  const pathOf = (name: string) => resolve(terminal.cwd, folder, name);
  const data = ['scripts.ndjson', 'traces.ndjson'];
  const taken = (overwrites ? [] : [...data, file]).filter((name) => existsSync(pathOf(name)));
  if (taken.length > 0)
    throw new CommandError(
      exitCode.usage,
      `--export ${folder}: ${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'} there already; --overwrite writes scripts and traces anew and keeps the runner`,
    );
  const tests = scripts.map((script) => ({ script, trace: runScript(script, profile) }));
  const definite = tests.filter(({ trace }) => isDefinite(trace));
  makeFolder('--export', folder, terminal);
  const scriptLines = definite.map(({ script }) => JSON.stringify(script));
  const traceLines = definite.map(({ trace }) => JSON.stringify(withoutMetrics(trace)));
  for (const [name, lines] of [
    ['scripts.ndjson', scriptLines],
    ['traces.ndjson', traceLines],
  ] as const)
    writeOutput(join(folder, name), `${lines.join('\n')}\n`, terminal);
  const isKept = existsSync(pathOf(file));
  if (!isKept) writeOutput(join(folder, file), code, terminal);
  return [
    `wrote ${countText(definite.length, 'script')} with the traces of kubelet ${profile.version}; ${isKept ? `kept ${file}` : `the runner is ${file}`}`,
    ...leftOut(tests.length - definite.length),
    `run it in ${folder}: SUT='your command' ${command}`,
  ];
}

/** Whether the kubelet leaves nothing open, and does not panic: such traces can be compared by equality. */
function isDefinite({ trace, races }: ConformanceTrace): boolean {
  return (races?.length ?? 0) === 0 && trace.every(({ type }) => type !== 'panic' && type !== 'stuck');
}

function leftOut(count: number): readonly string[] {
  return count === 0
    ? []
    : [
        `left out ${countText(count, 'script')}, where the kubelet panics or leaves an order open; windlass test --sut has them`,
      ];
}
