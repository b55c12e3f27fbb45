import { findingFile } from '../cli/systems/save-findings.ts';
import { defaultTimeoutSeconds, quoted } from '../cli/systems/test-options.ts';
import type { CriReplay } from './cri-report-text.ts';
import type { CriTestOptions } from './cri-test-options.ts';

/** Names the saved file if there is one, otherwise the script, which the seed makes again. */
export function criReplayLine(options: CriTestOptions): CriReplay {
  const { cri, seed, runs, strategy, replay, save, timeout } = options;
  const limit = timeout === defaultTimeoutSeconds ? '' : ` --timeout ${timeout}`;
  const start = `windlass test --cri ${quoted(cri)}${limit}`;
  return ({ result: { origin, script } }, number) => {
    if (save !== undefined) return `${start} --replay ${quoted(findingFile(save, number))}`;
    const name = quoted(script.name);
    if (replay !== undefined) return `${start} --replay ${quoted(replay)} --only ${name}`;
    const made =
      origin.group === 'random' ? `--seed ${seed} --runs ${runs}` : `--runs 0 --strategy ${strategy}`;
    return `${start} ${made} --only ${name}`;
  };
}
