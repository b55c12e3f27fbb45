import { pathScripts } from '../../../proof/model-testing/path-scripts.ts';
import { randomScripts } from '../../../proof/model-testing/random-scripts.ts';
import type { PlannedScript } from '../../../proof/model-testing/test-session.ts';
import { imageManagerModels } from '../../../proof/models/models.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { keptScripts } from './corpus-folder.ts';
import { readImageManagerScripts } from './read-scripts.ts';
import type { TestOptions } from './test-options.ts';

/**
 * Returns the scripts that the options ask for: those of a file, or those that are
 * kept, paths and then random scripts. Throws a
 * `CommandError` if there are none.
 */
export async function plannedScripts(
  options: TestOptions,
  profile: Profile,
  terminal: Terminal,
): Promise<readonly PlannedScript[]> {
  const { replay, only, machine, strategy, seed, runs, corpus } = options;
  checkMachines(machine);
  const all =
    replay === undefined
      ? [
          ...(corpus === undefined ? [] : keptScripts(corpus, terminal)),
          ...pathsOf(profile, strategy, machine),
          ...randomScripts(seed, runs),
        ]
      : await scriptsOf(replay, terminal);
  const chosen = only === undefined ? all : all.filter(({ script }) => script.name === only);
  if (chosen.length > 0) return chosen;
  const why =
    only === undefined
      ? replay === undefined
        ? '--runs 0 and no path leave nothing to run'
        : `${replay}: no script in this file`
      : `--only ${only}: no script of this name; random-17 needs --runs 18 at least, and the seed and strategy of the report`;
  throw new CommandError(exitCode.usage, why);
}

function pathsOf(
  profile: Profile,
  strategy: TestOptions['strategy'],
  machines: TestOptions['machine'],
): PlannedScript[] {
  return pathScripts(profile, strategy)
    .filter(({ machine }) => machines === undefined || machines.includes(machine))
    .map(({ machine, path, script }) => ({ origin: { group: 'paths', machine, path }, script }));
}

function checkMachines(machines: TestOptions['machine'] = []): void {
  const known = imageManagerModels.map(({ id }) => id);
  const unknown = machines.find((machine) => !known.includes(machine));
  if (unknown !== undefined)
    throw new CommandError(
      exitCode.usage,
      `--machine ${unknown}: the machines with paths are ${known.join(', ')}`,
    );
}

async function scriptsOf(file: string, terminal: Terminal): Promise<PlannedScript[]> {
  const scripts: PlannedScript[] = [];
  for await (const script of readImageManagerScripts(file, terminal))
    scripts.push({ origin: { group: 'replay' }, script });
  return scripts;
}
