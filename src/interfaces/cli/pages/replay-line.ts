import type { Finding } from '../../../proof/model-testing/test-report.ts';
import { findingFile } from '../systems/save-findings.ts';
import { defaultTimeoutSeconds, quoted, type SessionOptions } from '../systems/test-options.ts';

/** Returns the command line that shows a finding again, by its number from 1. */
export type ReplayLine = (finding: Finding, number: number) => string;

/**
 * Names the saved file if there is one, otherwise the script, which the seed makes again. If a script alone
 * does not show the finding, the command repeats the whole session.
 */
export function replayLine({
  sut,
  kubeletVersion,
  seed,
  runs,
  machine,
  save,
  replay,
  only,
  strategy,
  timeout,
  goQuotes,
  bred,
  corpus,
}: SessionOptions): ReplayLine {
  const limit = timeout === defaultTimeoutSeconds ? '' : ` --timeout ${timeout}`;
  const start = `windlass test --sut ${quoted(sut)} --kubelet-version ${kubeletVersion}${limit}${goQuotes === true ? ' --go-quotes' : ''}`;
  const machines = machine === undefined ? '' : ` --machine ${machine.join(' ')}`;
  const session =
    replay === undefined
      ? ` --seed ${seed} --runs ${runs}${bred === undefined ? '' : ` --bred ${bred}`}${corpus === undefined ? '' : ` --corpus ${quoted(corpus)}`} --strategy ${strategy}${machines}`
      : ` --replay ${quoted(replay)}`;
  return ({ result, isRepeatable }, number) => {
    const { origin, script } = result;
    // What a bred script is hangs on all scripts before it.
    if (!isRepeatable || (origin.group === 'bred' && save === undefined))
      return `${start}${session}${only === undefined ? '' : ` --only ${quoted(only)}`}`;
    if (save !== undefined) return `${start} --replay ${quoted(findingFile(save, number))}`;
    if (replay !== undefined) return `${start} --replay ${quoted(replay)} --only ${quoted(script.name)}`;
    if (origin.group === 'corpus' && corpus !== undefined)
      return `${start} --runs 0 --corpus ${quoted(corpus)} --only ${quoted(script.name)}`;
    const made =
      origin.group === 'random'
        ? `--seed ${seed} --runs ${origin.run + 1}`
        : `--runs 0 --strategy ${strategy}`;
    return `${start} ${made} --only ${quoted(script.name)}`;
  };
}
