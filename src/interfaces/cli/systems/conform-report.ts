import { type Agreement, canonicalJson, type Divergence } from '../../../proof/conformance/compare-traces.ts';
import type { ScriptKind } from '../../../proof/conformance/script-kind.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { KnownBug } from '../../../rules/kubelet/known-bug.ts';

const divergencesShownMax = 5;

/** The results of the scripts of one kind, run as one release. */
export interface KindAgreement {
  readonly kind: ScriptKind;
  readonly version: string;
  readonly agreement: Agreement;
}

/** The file of the expected traces, and how many of them belong to no script. */
interface ComparedTraces {
  readonly expected: string;
  readonly unused: number;
}

/**
 * Returns the output of `windlass conform --expect`: for each kind the figures, then the first divergences
 * with the entries as canonical JSON.
 */
export function formatAgreements(
  kinds: readonly KindAgreement[],
  { expected, unused }: ComparedTraces,
): string {
  const divergences = kinds.flatMap(({ agreement }) => agreement.divergences);
  const lines = [
    ...kinds.flatMap((one) => kindLines(one, expected)),
    ...(unused === 0 ? [] : [`${countText(unused, 'trace')} of the file without a script`]),
    ...divergences.slice(0, divergencesShownMax).flatMap(divergenceLines),
    ...(divergences.length > divergencesShownMax
      ? ['', `… and ${divergences.length - divergencesShownMax} more`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function kindLines({ kind, version, agreement }: KindAgreement, expected: string): string[] {
  const { scripts, scriptsAgreeing, scriptsExcluded, size, entriesAgreeing, divergences } = agreement;
  const excluded =
    scriptsExcluded === 0 ? '' : ` (${scriptsExcluded} only up to an exclusion, see docs/fidelity.md)`;
  return [
    `windlass as ${subjectOf(kind)} ${version} against ${expected}`,
    `${countText(scripts, 'script')}: ${scriptsAgreeing} agree${excluded}, ${divergences.length} differ`,
    `${countText(size, kind.unit)}, ${entriesAgreeing} ${entriesAgreeing === 1 ? 'entry' : 'entries'} in agreement`,
  ];
}

/** Returns what a kind of script drives. The image manager's scripts are called those of the kubelet. */
function subjectOf({ kind }: ScriptKind): string {
  if (kind === 'imagemanager') return 'kubelet';
  return kind === 'kubeadm' ? kind : `kubelet (${kind})`;
}

function divergenceLines({ script, index, expected, actual }: Divergence): string[] {
  return [
    '',
    `${script}: entry ${index} differs`,
    `  expected ${shown(expected)}`,
    `  actual   ${shown(actual)}`,
  ];
}

function shown(entry: Divergence['expected']): string {
  return entry === undefined ? '(no such entry)' : canonicalJson(entry);
}

/** Returns the sentence on stderr for a known bug that the scripts have met. */
export function formatKnownBug({ id, effect, source }: KnownBug, times: number, version: string): string {
  return `windlass: known bug ${id} of ${version}, met ${countText(times, 'time')}: ${effect} (${source})\n`;
}
