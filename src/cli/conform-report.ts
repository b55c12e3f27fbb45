import type { Agreement } from '../conformance/agreement.ts';
import { canonicalJson } from '../conformance/canonical-json.ts';
import type { Divergence } from '../conformance/compare-traces.ts';
import type { KnownBug } from '../kubelet/known-bug.ts';
import { countText } from '../report/quantity-text.ts';

const divergencesShownMax = 5;

/** The release, and the traces that it was compared with. */
export interface ComparedTraces {
  readonly version: string;
  /** The file of the traces. */
  readonly expected: string;
  /** Traces of it that no script asked for. */
  readonly unused: number;
}

/** What `windlass conform --expect` prints: the figures, then the first divergences with the entries as canonical JSON. */
export function formatAgreement(agreement: Agreement, { version, expected, unused }: ComparedTraces): string {
  const { scripts, scriptsAgreeing, scriptsExcluded, calls, entriesAgreeing, divergences } = agreement;
  const excluded = scriptsExcluded === 0 ? '' : ` (${scriptsExcluded} only up to an exclusion, see docs/fidelity.md)`;
  const lines = [
    `windlass as kubelet ${version} against ${expected}`,
    `${countText(scripts, 'script')}: ${scriptsAgreeing} agree${excluded}, ${divergences.length} differ`,
    `${countText(calls, 'call')}, ${entriesAgreeing} ${entriesAgreeing === 1 ? 'entry' : 'entries'} in agreement`,
    ...(unused === 0 ? [] : [`${countText(unused, 'trace')} of the file without a script`]),
    ...divergences.slice(0, divergencesShownMax).flatMap(divergenceLines),
    ...(divergences.length > divergencesShownMax ? ['', `… and ${divergences.length - divergencesShownMax} more`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function divergenceLines({ script, index, expected, actual }: Divergence): string[] {
  return ['', `${script}: entry ${index} differs`, `  expected ${shown(expected)}`, `  actual   ${shown(actual)}`];
}

function shown(entry: Divergence['expected']): string {
  return entry === undefined ? '(no such entry)' : canonicalJson(entry);
}

/** The sentence on stderr for a known bug that calls of the run have met. */
export function formatKnownBug({ id, effect, source }: KnownBug, calls: number, version: string): string {
  return `windlass: known bug ${id} of kubelet ${version}: ${countText(calls, 'call')} panicked, as the real one does: ${effect} (${source})\n`;
}
