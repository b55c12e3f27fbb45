import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { isFeatureGateOn } from '../../rules/kubelet/configuration/feature-gates.ts';
import { knownFeatureGates } from '../../rules/kubelet/configuration/known-feature-gates.ts';
import { kubeletFieldNames } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import type { KubeletSettings } from '../../rules/kubelet/configuration/settings.ts';
import { settingsAtStart } from '../../rules/kubelet/configuration/settings-at-start.ts';
import { lockStripesMax } from '../../rules/kubelet/images/striped-locks.ts';
import { stripedLocksBug } from '../../rules/kubelet/known-bugs.ts';
import { isReleaseAtLeast } from '../../rules/kubelet/kubelet-release.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { shownValue } from '../documents/check-shape.ts';
import { didYouMean, meantHint } from '../documents/did-you-mean.ts';
import type { OptionOrigin } from '../documents/input-error.ts';
import { isMapping } from '../documents/mapping.ts';
import { optionScalar } from '../documents/option-words.ts';
import type { Problems } from '../documents/problems.ts';
import { flagsLayerOf } from '../kubelet-sources/flag-file.ts';
import { flagFields, flagsIn } from '../kubelet-sources/kubelet-flags.ts';
import { fieldsLayer, type KubeletLayer } from '../kubelet-sources/kubelet-layer.ts';
import { isKubeletPatch } from '../kubelet-sources/kubelet-source-rows.ts';
import { inOrder, type MergedLayers, mergeLayers } from '../kubelet-sources/merge-layers.ts';
import { type NodeIdentity, selectorWords } from '../kubelet-sources/node-selector.ts';
import type { ReleaseOfSources } from '../kubelet-sources/release-of-sources.ts';
import { oneOfFiles, withFileSelectors } from '../kubelet-sources/select-layers.ts';
import type { RunRequest } from '../run-request.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { unknownKubeletField } from './unknown-kubelet-field.ts';

/**
 * The fields of the input's KubeletConfiguration with everything that is laid over it, and the source of
 * each.
 */
export interface KubeletFields extends MergedLayers {
  /** The option that sets a field, by field (`featureGates.EventedPLEG`). */
  readonly options: ReadonlyMap<string, WrittenOption>;
  /** The release that a cluster's documents tell. */
  readonly release?: ReleaseOfSources;
}

/** An option as written, `--set maxPods=5`, and its origin for errors. */
interface WrittenOption {
  readonly file: string;
  readonly option: OptionOrigin;
}

/** Everything that the input says of kubelets, before it is merged with what a node's provider writes. */
export interface KubeletSources {
  readonly layers: readonly KubeletLayer[];
  /** What `--set` says, in its order. */
  readonly changes: readonly FieldChange[];
  readonly options: ReadonlyMap<string, WrittenOption>;
  readonly release?: ReleaseOfSources;
}

/** A field that `--set` changes, or with a key one value of a map. */
interface FieldChange {
  readonly field: string;
  readonly key: string | undefined;
  readonly value: unknown;
}

/** The documents with settings of kubelets, and the Node objects, by whose names files may be named. */
interface KubeletDocuments {
  readonly configurations: readonly KubernetesObject[];
  readonly layers: readonly KubeletLayer[];
  readonly nodes?: readonly NodeIdentity[];
}

/**
 * Returns what the input says of the kubelets' configuration: the KubeletConfiguration, drop-in files and
 * patches of it, what other documents say (`layers`), and the options --kubelet-flag and --set. Two whole
 * configurations for the same nodes are an error. What other documents say goes to `readings`.
 */
export function readKubeletConfiguration(
  { configurations, layers, nodes = [] }: KubeletDocuments,
  { kubeletFlags = [], set = [] }: RunRequest,
  readings: Set<string>,
  problems: Problems,
): KubeletSources {
  const inFiles = withFileSelectors(inOrder([...configurations.map(layerOfObject), ...layers]), nodes);
  complainOfSeconds(inFiles, problems);
  for (const layer of inFiles) warnOfUnknown(layer, problems);
  for (const sentence of layerNotes(inFiles)) readings.add(sentence);
  const asked = kubeletFlags.flatMap((option) => layerOfFlag(option, problems) ?? []);
  const options = new Map(
    asked.flatMap(({ document, fields }) =>
      Object.keys(fields).map((field) => [field, { file: document.source.name, option: flagOrigin }]),
    ),
  );
  const changes = set.flatMap((option) => {
    const change = readSetOption(option, problems);
    if (change === undefined) return [];
    const name = change.key === undefined ? change.field : `${change.field}.${change.key}`;
    options.set(name, { file: `--set ${option}`, option: { name: 'set', key: name } });
    return [change];
  });
  return { layers: [...inFiles, ...asked], changes, options };
}

/** Returns the configuration of the kubelets of one provider: what the input says, over what it writes. */
export function mergeKubeletSources(
  { layers, changes, options, release }: KubeletSources,
  ofProvider: Readonly<Record<string, unknown>> = {},
): KubeletFields {
  const { raw: merged, placeOf, root } = mergeLayers(layers, ofProvider);
  const raw: Record<string, unknown> = { ...merged };
  for (const { field, key, value } of changes)
    raw[field] = key === undefined ? value : { ...(isMapping(raw[field]) ? raw[field] : {}), [key]: value };
  return { raw, placeOf, root, options, ...(release === undefined ? {} : { release }) };
}

/**
 * Returns the settings of a kubelet of that release; undefined after errors, which are in the kubelet's own
 * words.
 */
export function kubeletSettings(
  fields: KubeletFields,
  { profile, release }: { readonly profile: Profile; readonly release: string },
  problems: Problems,
): KubeletSettings | undefined {
  const result = settingsAtStart(fields.raw, profile, release);
  if ('settings' in result) {
    warnOfPanic(fields, result.settings, profile, problems);
    return result.settings;
  }
  for (const { field, message, reason } of result.errors) {
    const origin = { name: 'set', key: field };
    const complaint = {
      code: 'KUBELET_CONFIGURATION',
      message,
      ...(reason === message ? {} : { reason }),
      hint: gateHint(field, release),
    };
    const option = optionFor(fields, field);
    const place = fields.placeOf(field) ?? fields.root;
    if (option !== undefined || place === undefined)
      problems.add({ ...complaint, file: '--set', option: origin, ...option });
    else problems.at(place, { ...complaint, option: { ...origin, isInFile: true } });
  }
  return undefined;
}

/**
 * Returns the name of a feature gate that is similar to an unknown one, or the option for a release that has
 * the gate.
 */
function gateHint(field: string, release: string): string | undefined {
  const gate = field.startsWith('featureGates.') ? field.slice('featureGates.'.length) : '';
  const known = knownFeatureGates.get(gate);
  if (known === undefined) return gate === '' ? undefined : meantHint(gate, [...knownFeatureGates.keys()]);
  const has = !isReleaseAtLeast(release, known.first)
    ? known.first
    : isReleaseAtLeast(known.last, release)
      ? undefined
      : known.last;
  return has === undefined ? undefined : `--kubelet-version ${has}, if that is the release of your nodes`;
}

/** The kubelet accepts such a number and then panics. */
function warnOfPanic(
  { placeOf }: KubeletFields,
  settings: KubeletSettings,
  { release }: Profile,
  problems: Problems,
): void {
  const { maxParallelImagePulls: max, featureGates } = settings;
  const { id, avoid } = stripedLocksBug;
  if (
    max === null ||
    max <= lockStripesMax ||
    !isFeatureGateOn('KubeletEnsureSecretPulledImages', release, featureGates)
  )
    return;
  const message = `maxParallelImagePulls ${max}: known bug ${id}, this kubelet panics for some images; ${avoid} (more: windlass bugs)`;
  problems.warn(message, placeOf('maxParallelImagePulls'));
}

/**
 * Returns the option that set the field or a part of it, or otherwise one to which the error must belong
 * because the file does not have the field.
 */
function optionFor({ options, placeOf }: KubeletFields, field: string): WrittenOption | undefined {
  const own =
    options.get(field) ??
    [...options].find(([name]) => name.startsWith(`${field}.`) || field.startsWith(`${name}.`))?.[1];
  if (own !== undefined) return own;
  return placeOf(field) === undefined ? [...options.values()].at(-1) : undefined;
}

/** Drop-in files of `--config-dir` end in .conf; kubeadm's patches have names of their own. */
function layerOfObject({ document, path, value }: KubernetesObject): KubeletLayer {
  const fields = isMapping(value) ? value : {};
  const file = document.source.name;
  if (/\.d[/\\][^/\\]+\.conf$/.test(file))
    return fieldsLayer({ title: 'drop-in file', rank: 'dropIn' }, document, path, fields);
  const isPatch = isKubeletPatch(file);
  const layer = fieldsLayer(
    isPatch ? { title: 'kubeadm patch', rank: 'over' } : { title, rank: 'base' },
    document,
    path,
    fields,
  );
  return isPatch ? { ...layer, isOneOfSeveral: true } : layer;
}

const title = 'KubeletConfiguration';

function complainOfSeconds(layers: readonly KubeletLayer[], problems: Problems): void {
  const single = layers.filter(
    ({ rank, isOneOfSeveral }) => isOneOfSeveral !== true && rank !== 'dropIn' && rank !== 'scenario',
  );
  const reported = new Set<unknown>();
  const isOneOfFiles = oneOfFiles(layers);
  const firstOfKind = new Map<string, KubeletLayer>();
  for (const layer of single) {
    const kind = JSON.stringify([layer.rank === 'base' ? layer.rank : layer.title, layer.selector]);
    const first = getOrInsert(firstOfKind, kind, () => layer);
    if (first.origin === layer.origin || reported.has(layer.origin)) continue;
    if (layer.isMergedInFile === true && layer.document.source === first.document.source) continue;
    reported.add(layer.origin);
    const what = layer.title === title ? title : `source of the kubelet's configuration (${layer.title})`;
    const rule = isOneOfFiles(layer)
      ? 'each node has one; if they are of different nodes, name each file after its node or pool'
      : 'each node has one';
    problems.atSecond(what, rule, layer.placeOf('kind'), first.placeOf('kind'));
  }
}

function warnOfUnknown({ rank, fields, placeOf }: KubeletLayer, problems: Problems): void {
  if (rank === 'flags') return;
  for (const field of Object.keys(fields)) {
    if (kubeletFieldNames.includes(field)) continue;
    const hint = meantHint(field, kubeletFieldNames);
    const message = `KubeletConfiguration has no field ${shownValue(field)} (ignored, as the kubelet does)`;
    problems.warn(hint === undefined ? message : `${message}; ${hint}`, placeOf(field));
  }
}

/** Says of each document beside the KubeletConfiguration what was taken from it. */
function layerNotes(layers: readonly KubeletLayer[]): readonly string[] {
  const byOrigin = new Map<unknown, readonly KubeletLayer[]>();
  for (const layer of layers.filter((each) => each.title !== title))
    byOrigin.set(layer.origin, [...(byOrigin.get(layer.origin) ?? []), layer]);
  return [...byOrigin.values()].map((ofOne) => {
    const fields = ofOne.flatMap((layer) =>
      Object.entries(layer.fields).filter(([field]) => simulatedFields.has(field)),
    );
    const told = fields.map(([field, value]) => `${field}=${JSON.stringify(value)}`);
    const what = told.length === 0 ? 'nothing that affects pulls' : told.join(', ');
    const [{ title: source, document }] = ofOne as [KubeletLayer, ...KubeletLayer[]];
    const nodes = [
      ...new Set(
        ofOne.map(({ selector }) => (selector === undefined ? '' : `, nodes ${selectorWords(selector)}`)),
      ),
    ];
    return `${source} (${document.source.name}${nodes.length === 1 ? nodes[0] : ''}): ${what}.`;
  });
}

/** Reads one `field=value`; undefined after an error. */
function readSetOption(option: string, all: Problems): FieldChange | undefined {
  const file = `--set ${option}`;
  const [, field = '', text = ''] = /^([^=\s]+)=([\s\S]*)$/.exec(option) ?? [];
  const problems = all.ofOption({ name: 'set', ...(field === '' ? {} : { key: field }) });
  const [top = '', ...rest] = field.split('.');
  if (top === '' || text.trim() === '') {
    const expected = 'field=value, such as --set maxParallelImagePulls=5';
    problems.add({ code: 'OPTION', file, message: 'not of the form field=value', expected });
    return undefined;
  }
  const unknown = unknownKubeletField(top);
  if (unknown !== undefined) {
    problems.add({ ...unknown, code: 'OPTION', file });
    return undefined;
  }
  if (!simulatedFields.has(top)) problems.warn(`${file}: the field is not simulated and changes nothing`);
  return { field: top, key: rest.length === 0 ? undefined : rest.join('.'), value: optionScalar(text) };
}

const flagOrigin: OptionOrigin = { name: 'kubeletFlags' };

/**
 * One flag of the kubelet's command line, as an option; undefined after a complaint, or a warning that it
 * changes nothing.
 */
function layerOfFlag(option: string, all: Problems): KubeletLayer | undefined {
  const problems = all.ofOption(flagOrigin);
  const source = { name: `--kubelet-flag ${option}`, text: option.startsWith('-') ? option : `--${option}` };
  const [flag, second] = flagsIn(source.text);
  if (flag === undefined || second !== undefined) {
    const expected = "one flag, such as --kubelet-flag '--serialize-image-pulls=false'";
    problems.add({ code: 'OPTION', file: source.name, message: 'not one flag of a kubelet', expected });
    return undefined;
  }
  const layer = flagsLayerOf(source, problems, flagOrigin);
  if (Object.keys(layer.fields).length > 0) return layer;
  if (problems.errors.some(({ file }) => file === source.name)) return undefined;
  const meant = didYouMean(flag.name, [...flagFields.keys()]);
  const question = meant === undefined ? '' : `; did you mean --${meant}?`;
  problems.warn(`${source.name}: the flag is not simulated and changes nothing${question}`);
  return undefined;
}
