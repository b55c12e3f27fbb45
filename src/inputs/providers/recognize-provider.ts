import { largest } from '../../rules/collections/extremes.ts';
import { textPattern } from '../documents/text-pattern.ts';
import type { NodeObjectDocument } from '../workloads/kubernetes-shapes.ts';
import type { NodeSign, ProviderRow } from './provider-row.ts';
import { findProvider, providerFamilies, providerRows } from './provider-rows.ts';

/** What a Node says of the machine that it is. */
export interface NodeFacts {
  readonly kubeletVersion: string;
  readonly osImage: string;
  /** Its scheme, `aws://`. */
  readonly providerID: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A document that only one provider has: its row, and the document's name for people. */
export interface ProviderDocument {
  readonly id: string;
  readonly title: string;
}

/** The provider of a node, and by what it is known; without a row, perhaps what it only resembles. */
export interface RecognizedProvider {
  readonly row?: ProviderRow;
  readonly because?: string;
  readonly doubt?: string;
}

/** Returns the cloud in a providerID, `aws://`: the rest names accounts and machines, which nobody needs. */
export function providerScheme(providerID: unknown): string | undefined {
  return typeof providerID === 'string' ? /^[a-z][a-z\d.+-]*:\/\//.exec(providerID)?.[0] : undefined;
}

/** Returns what a Node object says of its machine. */
export function nodeFacts({ metadata, spec, status }: NodeObjectDocument): NodeFacts {
  return {
    kubeletVersion: status?.nodeInfo?.kubeletVersion ?? '',
    osImage: status?.nodeInfo?.osImage ?? '',
    providerID: providerScheme(spec?.providerID) ?? '',
    labels: metadata.labels ?? {},
  };
}

/**
 * Returns the provider of a node: by its own signs first, and by documents that only one provider has. The
 * sign with the most parts decides. A Node that tells only the family is of the document's node image, if
 * that is of the family.
 */
export function recognizeProvider(
  facts: NodeFacts | undefined,
  documents: readonly ProviderDocument[],
): RecognizedProvider {
  const [document] = documents;
  const ofDocument = document && findProvider(document.id);
  const byDocument = ofDocument && { row: ofDocument, because: document.title };
  const byNode = facts && rowOrFamily(facts);
  if (byNode === undefined) return byDocument ?? resemblance(facts);
  const { row, because } = byNode;
  const isSpecific = providerRows.includes(row);
  if (isSpecific || byDocument?.row.family !== row.family) return byNode;
  return { row: byDocument.row, because: `${because}, ${byDocument.because}` };
}

/** An operating system that several providers use is not told by its name where the provider is. */
function rowOrFamily(facts: NodeFacts): Required<Omit<RecognizedProvider, 'doubt'>> | undefined {
  const [ofRow, ofFamily] = [rowOfSigns(facts), familyOfSigns(facts)];
  return ofFamily !== undefined && ofRow?.row.family !== ofFamily.row.family ? ofFamily : ofRow;
}

/** Of rows that match equally well, none is chosen: the family may still be. */
function rowOfSigns(facts: NodeFacts): Required<Omit<RecognizedProvider, 'doubt'>> | undefined {
  const matches = providerRows.flatMap((row) =>
    row.signs.filter((sign) => matchesSign(facts, sign)).map((sign) => ({ row, sign })),
  );
  const most = largest(matches.map(({ sign }) => Object.keys(sign).length));
  const best = matches.filter(({ sign }) => Object.keys(sign).length === most);
  const [first] = best;
  if (first === undefined || best.some(({ row }) => row !== first.row)) return undefined;
  return { row: first.row, because: signText(facts, first.sign) };
}

function familyOfSigns(facts: NodeFacts): Required<Omit<RecognizedProvider, 'doubt'>> | undefined {
  for (const { id, signs } of providerFamilies) {
    const sign = signs.find((each) => matchesSign(facts, each));
    if (sign === undefined) continue;
    const row = findProvider(id);
    if (row !== undefined) return { row, because: signText(facts, sign) };
  }
  return undefined;
}

function resemblance(facts: NodeFacts | undefined): RecognizedProvider {
  if (facts === undefined) return {};
  for (const { name, resembles } of providerFamilies) {
    const sign = resembles.find((each) => matchesSign(facts, each));
    if (sign !== undefined)
      return {
        doubt: `${signText(facts, sign)} is no proof of ${name}, and nothing else on the Node says so`,
      };
  }
  return {};
}

function matchesSign(facts: NodeFacts, { label, ...texts }: NodeSign): boolean {
  const areTexts = (Object.entries(texts) as (readonly [keyof typeof texts, string])[]).every(
    ([part, pattern]) => textPattern(pattern)(facts[part]),
  );
  return areTexts && (label === undefined || matchesLabel(facts.labels, label));
}

function matchesLabel(labels: Readonly<Record<string, string>>, sign: string): boolean {
  const [key = '', pattern = '*'] = sign.split('=', 2);
  return Object.hasOwn(labels, key) && textPattern(pattern)(labels[key] ?? '');
}

/** Returns what the Node says where it matches: `kubeletVersion v1.33.4-eks-1, osImage …`. */
function signText(facts: NodeFacts, { label, ...texts }: NodeSign): string {
  const parts = (Object.keys(texts) as (keyof typeof texts)[]).map((part) => `${part} ${facts[part]}`);
  const key = label?.split('=', 1)[0];
  return [...parts, ...(key === undefined ? [] : [`label ${key}=${facts.labels[key] ?? ''}`])].join(', ');
}
