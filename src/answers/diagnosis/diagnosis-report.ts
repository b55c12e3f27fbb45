import type { InputError } from '../../inputs/documents/input-error.ts';
import { plainDocuments } from '../../inputs/documents/plain-documents.ts';
import { redactedText } from '../../inputs/documents/redacted-text.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { isPastedText, pastedObjects } from '../../inputs/pasted/pasted-objects.ts';
import type { PodRow } from '../../inputs/pasted/pod-rows.ts';
import type { JsonFields } from '../../reports/json/json-text.ts';
import { wrapWords } from '../../reports/text/fitted-text.ts';
import { visibleText } from '../../reports/text/visible-text.ts';
import { diagnosePod } from './diagnose-pod.ts';
import type { PodDiagnosis } from './finding.ts';
import { intervalText } from './interval.ts';
import { lintOfText } from './lint-of-text.ts';
import { podEvidence } from './pod-evidence.ts';

/** What happened to pods, as plain data. */
export type DiagnosisReport = JsonFields<'DiagnosisReport'>;

type DiagnosisResult =
  | { readonly ok: true; readonly report: DiagnosisReport }
  | { readonly ok: false; readonly errors: readonly InputError[] };

/** Reads texts, pasted or as JSON and YAML, and returns what most likely happened to each pod in them. */
export function diagnosePods(sources: readonly SourceText[]): DiagnosisResult {
  const values: unknown[] = [];
  const rows: PodRow[] = [];
  const errors: InputError[] = [];
  for (const source of sources) {
    const pasted = isPastedText(source.text) ? pastedObjects(redactedText(source.text)) : undefined;
    if (pasted !== undefined && pasted.podRows.length > 0 && pasted.unread.length === 0) {
      for (const row of pasted.podRows) rows.push(row);
      for (const { value } of pasted.objects) values.push(value);
      continue;
    }
    const plain = plainDocuments(source);
    for (const error of plain.errors) errors.push(error);
    for (const value of plain.values) values.push(value);
  }
  const evidence = podEvidence(values, rows).filter(
    ({ events, states, status }) => events.length + states.length > 0 || status,
  );
  if (errors.length > 0) return { ok: false, errors };
  if (evidence.length > 0)
    return { ok: true, report: { pods: evidence.map(diagnosePod), lint: lintOfText(sources) } };
  const file = sources[0]?.name ?? 'the input';
  const message = 'it does not say what happened to a pod';
  const hint = 'kubectl describe pod NAME | windlass why';
  const expected =
    'kubectl describe pod, kubectl get events or get pods, or a log of the kubelet, as text or JSON';
  return { ok: false, errors: [{ code: 'NO_PODS', file, line: 1, column: 1, message, expected, hint }] };
}

/** Texts come from registries and from who named the pods. */
function wrapped(text: string, width: number): string[] {
  return wrapWords(visibleText(text), width);
}

/** Healthy pods, of which many may be in one text, come last and are folded. */
const shownMax = 20;

/** Returns the report for people, in lines of at most `columns`. */
export function diagnosisText({ pods, lint }: DiagnosisReport, columns: number): string {
  const [well, ill] = [pods.filter(isWell), pods.filter((pod) => !isWell(pod))];
  const podsToShow = [...ill, ...(ill.length === 0 ? well : [])].slice(0, shownMax);
  const blocks = podsToShow.map((pod) => podLines(pod, columns).join('\n'));
  const foldedCount = pods.length - podsToShow.length;
  if (foldedCount > 0)
    blocks.push(
      `${foldedCount} more ${foldedCount === 1 ? 'pod' : 'pods'}: -o json has all${ill.length > 0 && well.length > 0 ? `, ${well.length} without a problem of images` : ''}`,
    );
  if (lint.length > 0) blocks.push(lintLines(lint, columns).join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

/** More of them are in `windlass lint` of the same text. */
const lintMax = 5;

function lintLines(lint: DiagnosisReport['lint'], columns: number): string[] {
  const width = Math.min(columns, 120);
  const shown = lint.slice(0, lintMax).map(({ message, fix, rule }) => `${message} [${rule}]; fix: ${fix}`);
  const more = lint.length > lintMax ? [`${lint.length - lintMax} more: windlass lint shows them`] : [];
  return ['What windlass lint says of it', ...[...shown, ...more].flatMap((line) => bullet(line, width))];
}

function isWell({ kind }: PodDiagnosis): boolean {
  return kind === 'healthy';
}

function podLines(
  { pod, node, answer, cause, parts, next, advice, kubelet }: PodDiagnosis,
  columns: number,
): string[] {
  const width = Math.min(columns, 120);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.flatMap((line) => bullet(line, width))];
  return [
    ...wrapped(answer, width),
    ...(cause === null ? [] : wrapped(`Cause: ${cause}`, width)),
    ...section(
      'How long each part took',
      parts.map(({ what, ...seconds }) => `${what}: ${secondsText(seconds)}`),
    ),
    ...section('What the kubelet does next', next.map(nextText)),
    ...section('What helps', advice),
    '',
    ...wrapped(
      `Pod ${pod}${node === null ? '' : ` on ${node}`}${kubelet === null ? '' : `; by its words, its kubelet is of ${kubelet.oldest === kubelet.newest ? kubelet.newest : `${kubelet.oldest} to ${kubelet.newest}`}`}.`,
      width,
    ),
  ];
}

function bullet(text: string, width: number): string[] {
  return wrapped(text, width - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}

function secondsText({ least, most }: { readonly least: number; readonly most: number }): string {
  return intervalText({ least: least * 1e6, most: most * 1e6 });
}

function nextText({ what, least, most }: PodDiagnosis['next'][number]): string {
  if (least === null || most === null) return what;
  if (most === 0) return `${what} is due now, or has been made since`;
  return `${what} comes in ${secondsText({ least, most })} from the moment of this text`;
}
