import type { Script } from '../../src/proof/conformance/imagemanager/script.ts';
import { simulatedSystem } from '../../src/proof/conformance/system-under-test.ts';
import { pathScripts } from '../../src/proof/model-testing/path-scripts.ts';
import { randomScripts } from '../../src/proof/model-testing/random-scripts.ts';
import { testSession } from '../../src/proof/model-testing/test-session.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';
import { shows } from './hunt-mutant.ts';
import { runScript as runSut } from './run-script.mjs';

/** How many scripts `windlass test` runs by itself beside the paths (src/interfaces/cli/systems/test-options.ts). */
export const defaultBudget = { random: 300, bred: 100 };

/** Where in a session the first script is that shows a fault; undefined where none does. */
export interface FoundFault {
  readonly fault: string;
  readonly seed: number;
  /** The place among all scripts, from 1. */
  readonly script: number | undefined;
  readonly group: string;
}

/**
 * Runs a session of this seed on the image manager of test/sut without a fault, which must agree, and returns
 * which of its scripts shows each fault first. Until a fault shows, a system that has it answers as one without,
 * so the session would have had the same scripts.
 */
export async function huntFaults(
  faults: readonly string[],
  profile: Profile,
  seed: number,
): Promise<{ readonly found: readonly FoundFault[]; readonly disagreeing: readonly string[] }> {
  const { release, version } = profile;
  const system = simulatedSystem({ version, run: (script: Script) => runSut(script, { release }) });
  const paths = pathScripts(profile, 'all-transitions').map(({ machine, path, script }) => ({
    origin: { group: 'paths', machine, path } as const,
    script,
  }));
  const { results } = await testSession({
    system,
    profile,
    scripts: [...paths, ...randomScripts(seed, defaultBudget.random)],
    breeding: { seed, runs: defaultBudget.bred },
  });
  const found = faults.map((fault) => {
    const index = results.findIndex(({ script }) => shows(script, profile, fault));
    return {
      fault,
      seed,
      script: index < 0 ? undefined : index + 1,
      group: results[index]?.origin.group ?? 'none',
    };
  });
  const disagreeing = results
    .filter(({ verdict, broken }) => verdict.kind !== 'agrees' || broken.length > 0)
    .map(({ script }) => script.name);
  return { found, disagreeing };
}

/** The table of `npm run mutants -- --faults`: in how many sessions each fault was found, and after how many scripts. */
export function faultsTable(found: readonly FoundFault[], seeds: number): string {
  const faults = [...new Set(found.map(({ fault }) => fault))];
  const rows = faults.map((fault) => {
    const own = found.filter((one) => one.fault === fault);
    const places = own.flatMap(({ script }) => script ?? []).sort((a, b) => a - b);
    const groups = [...new Set(own.filter(({ script }) => script !== undefined).map(({ group }) => group))];
    return [
      fault,
      `${places.length} of ${seeds}`,
      String(places[places.length >> 1] ?? '-'),
      String(places.at(-1) ?? '-'),
      groups.join(', '),
    ];
  });
  const head = ['fault', 'found', 'median script', 'last', 'by'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const always = rows.filter((row) => row[1] === `${seeds} of ${seeds}`).length;
  const missed = found.filter(({ script }) => script === undefined).length;
  const sum = `${faults.length} faults, ${seeds} seeds: ${always} found with every seed, ${missed} of ${found.length} sessions without the fault that they were to find`;
  return [...lines, '', sum].join('\n');
}
