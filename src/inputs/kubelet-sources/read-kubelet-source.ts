import { kubeletFieldRows } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { fieldName, shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type Path, type SourceDocument, within } from '../documents/source-document.ts';
import { cloudFields, fieldOfCloud, valueOfCloud } from './cloud-fields.ts';
import { embeddedDocuments } from './embedded-documents.ts';
import { fieldOfFlag, flagFields, flagsIn } from './kubelet-flags.ts';
import { fieldsLayer, type KubeletLayer } from './kubelet-layer.ts';
import type { KubeletSourceRow, SourcePart } from './kubelet-source-row.ts';
import { type FoundPart, kubeletSourceRow, nodesOfPart, partsOf } from './kubelet-source-rows.ts';

/**
 * Returns what a document of a row says of the kubelet, layer by layer. Values of a wrong type are reported
 * in `problems`.
 */
export function readKubeletSource(
  row: KubeletSourceRow,
  document: SourceDocument,
  path: Path,
  value: unknown,
  problems: Problems,
): readonly KubeletLayer[] {
  const told = partsOf(row.parts, { path: [], value }).flatMap(({ part, ...found }) => {
    const place = within({ document, path }, ...found.path);
    if (isUnfilled(found.value)) {
      problems.warn(
        `${row.title}: ${fieldName(found.path)} is a template that is not filled in; it is ignored`,
        place,
      );
      return [];
    }
    const layers = readPart(row, part, document, { path: place.path, value: found.value }, problems);
    const selector = nodesOfPart(part, { path: [], value }, found.path);
    return selector === undefined ? layers : layers.map((layer) => ({ ...layer, selector }));
  });
  if (told.length === 0 && saysOther(row, value)) return [];
  if (told.length === 0)
    return [{ ...fieldsLayer({ title: row.title, rank: 'over' }, document, path, {}), isOneOfSeveral: true }];
  const { isOneOfSeveral, isMergedInFile } = row;
  const ofRow = omitUndefined({ isOneOfSeveral, isMergedInFile });
  return told.map((layer) => ({ ...layer, origin: value, ...ofRow }));
}

/**
 * Whether the document has its say in read-cluster-runtimes.ts or release-of-sources.ts, or by its provider.
 */
function saysOther(row: KubeletSourceRow, value: unknown): boolean {
  const { parts, runtimeParts = [], provider, selectorPaths } = row;
  const others = [...runtimeParts, ...parts.filter(({ form }) => form === 'release')];
  const saysNodes = selectorPaths !== undefined;
  return (
    parts.length === 0 ||
    provider !== undefined ||
    saysNodes ||
    partsOf(others, { path: [], value }).length > 0
  );
}

function readPart(
  row: KubeletSourceRow,
  { form, field }: SourcePart,
  document: SourceDocument,
  { path, value }: FoundPart,
  problems: Problems,
): readonly KubeletLayer[] {
  const complain = (expected: string): readonly KubeletLayer[] => {
    const message = `${row.title}: ${fieldName(path)} must be ${expected}, not ${shownValue(value)}`;
    problems.at({ document, path }, { code: 'WRONG_TYPE', message, expected });
    return [];
  };
  if (field !== undefined) {
    const layer = fieldsLayer(row, document, path, { [field]: value });
    const below = (name: string): Path => (name === field ? [] : [name.slice(field.length + 1)]);
    return [{ ...layer, placeOf: (name) => ({ document, path: [...path, ...below(name)] }) }];
  }
  switch (form) {
    case 'fields':
      return isMapping(value)
        ? [fieldsLayer(row, document, path, value)]
        : complain('a mapping of fields of KubeletConfiguration');
    case 'text':
      return typeof value === 'string'
        ? readText(row, document, path, value, problems)
        : complain('a text with a KubeletConfiguration');
    case 'userData':
      return typeof value === 'string'
        ? readUserData(row, document, path, value, problems)
        : complain('a text of user data');
    case 'cloudFields':
      return isMapping(value)
        ? [cloudLayer(row, document, path, value)]
        : complain('a mapping of settings of the kubelet');
    case 'flags': {
      const items = typeof value === 'string' ? [value] : value;
      if (!Array.isArray(items) || items.some((item) => typeof item !== 'string'))
        return complain('a list of flags');
      const flags = items.flatMap((item: string, index) =>
        flagsIn(item.trim().startsWith('-') ? item : `--${item.trim()}`).map((flag) => ({
          ...flag,
          path: typeof value === 'string' ? path : [...path, index],
        })),
      );
      return [flagsLayer(row, document, flags, problems)];
    }
    case 'flagsByName': {
      const flags = flagsByName(value, path);
      return flags === undefined
        ? complain('flags by name, or a list of names and values')
        : [flagsLayer(row, document, flags, problems)];
    }
    case 'flagsByField':
      return isMapping(value) ? [byField(row, document, path, value, problems)] : complain('a mapping');
    case 'release':
      return [];
    case 'parallelPulls': {
      if (typeof value !== 'number') return complain('a number');
      const layer = fieldsLayer(row, document, path, {
        serializeImagePulls: value === 1,
        maxParallelImagePulls: value,
      });
      return [{ ...layer, placeOf: () => ({ document, path }) }];
    }
  }
}

/**
 * The text may contain a KubeletConfiguration, or a document of kubeadm with flags; its other documents do
 * not matter.
 */
function readText(
  row: KubeletSourceRow,
  document: SourceDocument,
  path: Path,
  text: string,
  problems: Problems,
): readonly KubeletLayer[] {
  return embeddedDocuments(document, path, text, problems).flatMap((embedded) => {
    const { value } = embedded;
    if (isMapping(value) && value.kind === 'KubeletConfiguration')
      return [fieldsLayer(row, embedded, [], value)];
    // Patches of kubeadm's documents may omit the version.
    const withVersion = isMapping(value) ? { apiVersion: 'kubeadm.k8s.io/v1beta4', ...value } : value;
    return readInner(row, 'kubeadm.k8s.io', embedded, withVersion, problems);
  });
}

/** Reads a document within another one, which has the title, if it is of the group; `value` identifies it. */
function readInner(
  { title }: KubeletSourceRow,
  group: string,
  embedded: SourceDocument,
  value: unknown,
  problems: Problems,
): readonly KubeletLayer[] {
  const inner = kubeletSourceRow(value, '');
  return inner?.group === group
    ? readKubeletSource({ ...inner, title }, embedded, [], embedded.value, problems)
    : [];
}

/**
 * User data may be a NodeConfig, parts of MIME with some, or a script, which says nothing here. Of a script
 * that writes a NodeConfig (overrideBootstrapCommand of eksctl) that document is read.
 */
function readUserData(
  row: KubeletSourceRow,
  document: SourceDocument,
  path: Path,
  text: string,
  problems: Problems,
): readonly KubeletLayer[] {
  if (!mayHoldNodeConfig(text)) return [];
  return embeddedDocuments(document, path, text, problems).flatMap((embedded) =>
    readInner(row, 'node.eks.aws', embedded, embedded.value, problems),
  );
}

/** Whether user data has, or writes, a NodeConfig of EKS. */
export function mayHoldNodeConfig(userData: string): boolean {
  return /^\s*kind:\s*["']?NodeConfig/m.test(userData);
}

/** The other fields of the clouds' APIs do not affect pulls. */
function cloudLayer(
  row: KubeletSourceRow,
  document: SourceDocument,
  path: Path,
  value: Readonly<Record<string, unknown>>,
): KubeletLayer {
  const nameOf = new Map(cloudFields(value).map(([name]) => [fieldOfCloud(name), name]));
  const fields = Object.fromEntries(
    [...nameOf].map(([field, name]) => [field, valueOfCloud(name, value[name])]),
  );
  const placeOf = (field: string) => ({ document, path: [...path, nameOf.get(field) ?? field] });
  return { ...fieldsLayer(row, document, path, fields), placeOf };
}

interface PlacedFlag {
  readonly name: string;
  readonly value: string | undefined;
  readonly path: Path;
}

function flagsLayer(
  { title }: KubeletSourceRow,
  document: SourceDocument,
  flags: readonly PlacedFlag[],
  problems: Problems,
): KubeletLayer {
  const fields: Record<string, unknown> = {};
  const paths = new Map<string, Path>();
  for (const flag of flags) {
    const found = fieldOfFlag(flag, { document, path: flag.path }, problems);
    if (found === undefined) continue;
    fields[found[0]] = found[1];
    paths.set(found[0], flag.path);
  }
  const placeOf = (field: string) => ({ document, path: paths.get(field.split('.', 1)[0] ?? '') ?? [] });
  return { title, rank: 'flags', document, origin: fields, fields, placeOf };
}

function flagsByName(value: unknown, path: Path): readonly PlacedFlag[] | undefined {
  const text = (one: unknown) =>
    Array.isArray(one) ? one.join(',') : typeof one === 'object' ? undefined : String(one);
  if (isMapping(value))
    return Object.entries(value).map(([name, one]) => ({ name, value: text(one), path: [...path, name] }));
  if (!Array.isArray(value) || !value.every((one) => isMapping(one) && typeof one.name === 'string'))
    return undefined;
  return value.map((one: { name: string; value?: unknown }, index) => ({
    name: one.name,
    value: text(one.value ?? ''),
    path: [...path, index, 'value'],
  }));
}

/**
 * Texts are read like the flag of the field; other values stay if they are fields of KubeletConfiguration.
 */
function byField(
  row: KubeletSourceRow,
  document: SourceDocument,
  path: Path,
  value: Readonly<Record<string, unknown>>,
  problems: Problems,
): KubeletLayer {
  const flagOf = new Map([...flagFields].map(([flag, field]) => [field, flag]));
  const known = new Set<string>(kubeletFieldRows.map(([field]) => field));
  const entries = Object.entries(value).flatMap(([field, written]): (readonly [string, unknown])[] => {
    if (!known.has(field)) return [];
    const words = isMapping(written)
      ? Object.entries(written).map(([name, one]) => `${name}=${String(one)}`)
      : undefined;
    const text = words?.join(',') ?? (typeof written === 'string' ? written : undefined);
    const name = flagOf.get(field);
    if (name === undefined || text === undefined) return [[field, written]];
    return [
      fieldOfFlag({ name, value: text }, { document, path: [...path, field] }, problems) ?? [field, written],
    ];
  });
  return fieldsLayer(row, document, path, Object.fromEntries(entries));
}

/** Whether the value is an unfilled template of Ansible or Go. */
function isUnfilled(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\{\{.*\}\}\s*$/.test(value);
}
