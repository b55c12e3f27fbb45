import type { InputError } from '../../input/documents/input-error.ts';
import type { JsonFields } from '../../json/json-text.ts';
import { differenceFields } from '../comparison/comparison-document.ts';
import type { FailVerdict } from '../comparison/fail-if.ts';
import type { Upgrade } from './upgrade.ts';
import { upgradeSentences } from './upgrade-sentences.ts';

/** Returns the answer as plain data, for programs. */
export function upgradeDocument(upgrade: Upgrade, failIf: readonly FailVerdict[]): JsonFields<'Upgrade'> {
  const { from, to, interrupted, warnings, pulls, messages, defaults, newFields, bugs, lint, compared, commands } = upgrade;
  const [times] = compared?.differences ?? [];
  return {
    from,
    to,
    interrupted,
    sentences: upgradeSentences(upgrade),
    refused: upgrade.refused.map(refusal),
    accepted: upgrade.accepted.map(refusal),
    warnings: [...warnings],
    pulls: pulls.map((pull) => ({ ...pull, changes: [...pull.changes] })),
    messages: [...messages],
    defaults: defaults.map(({ restoredBy, ...changed }) => changed),
    sameDefaults: [...upgrade.sameDefaults],
    newFields: [...newFields],
    bugs: { come: [...bugs.come], go: [...bugs.go] },
    lint: { come: [...lint.come], go: [...lint.go] },
    seeds: [...(compared?.seeds ?? [])],
    commands: [...commands],
    difference: times === undefined ? null : differenceFields(times),
    failIf: failIf.map((verdict) => ({ ...verdict })),
  };
}

function refusal({ file, line, column, message }: InputError): JsonFields<'Upgrade'>['refused'][number] {
  return { file, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }), message };
}
