import { deletionGraceMicrosMin, type PodSpec, withPodChange } from '../../rules/kubelet/pods/pod.ts';
import type { PodActionInput, PodReplacement } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { defaultPullPolicy } from '../images/image-name.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import type { ScenarioDocument } from '../scenario/scenario-shape.ts';
import type { ContainerRules } from './container-rules.ts';
import type { OptionDeletion, OptionImageChange } from './pod-action-options.ts';
import { FoundLines, nextPod, type PodLine, podLine } from './pod-line.ts';
import { namesFor, ownerSelector, podSelector } from './pod-selector.ts';
import { changeTemplates, type TemplateUpdates } from './template-change.ts';

type Field = 'deletions' | 'ephemeralContainers' | 'imageChanges';
type Entry = {
  [F in Field]: {
    readonly field: F;
    readonly index: number;
    readonly entry: NonNullable<ScenarioDocument[F]>[number];
    /** The option that says it, instead of the Scenario. */
    readonly option?: string;
    /** The node that goes: only its pods are meant. */
    readonly leaving?: string;
  };
}[Field];
type OnePodEntry = Exclude<Entry, { readonly field: 'imageChanges' }>;

/**
 * Controllers that wait until the pod is gone, because the names of their pods, or their nodes, can be used
 * only once.
 */
const waitForTheEnd = ['StatefulSet', 'DaemonSet'];

/**
 * Returns the actions of people on pods, from the Scenario's deletions, ephemeralContainers and imageChanges,
 * and from options, in order of time.
 */
export function readPodActions(
  scenario: ReadScenario,
  options: {
    readonly deletions: readonly OptionDeletion[];
    readonly imageChanges: readonly OptionImageChange[];
    readonly leaves: readonly LeavingNode[];
    /** Returns the node of the pod that is made in place of one whose node goes; undefined: none takes it. */
    readonly nodeFor: (pod: PodSpec, atMicros: number) => string | undefined;
  },
  pods: readonly PodSpec[],
  updates: TemplateUpdates,
  rules: ContainerRules,
  problems: Problems,
): readonly PodActionInput[] {
  const entries = entriesOf(scenario, options);
  const found = new FoundLines(pods.map(podLine), entries.length);
  return entries.flatMap((written) => {
    const met =
      written.leaving === undefined
        ? found.matching(written.entry.match)
        : found.matching('*').filter((line) => isOn(line, written.leaving, written.entry.at));
    const actions =
      written.leaving === undefined
        ? actionsOf(written, met)
        : met.map((line) => leavingOf(line, micros(written.entry.at), options.nodeFor));
    found.noteChanged(met);
    return actions;
  });

  function actionsOf(written: Entry, met: readonly PodLine[]): readonly PodActionInput[] {
    const { field, index, entry } = written;
    const atMicros = micros(entry.at);
    if (written.option !== undefined && met.length === 0)
      noteUnmatched(entry.match, written.option, pods, problems);
    else if (written.option !== undefined) checkOption(written, written.option, met, problems);
    else warnOf(written, met, atMicros, scenario, problems);
    if (field !== 'imageChanges') return met.map((line) => actionOf(written, line, atMicros, rules));
    const selectsOwner = ownerSelector(entry.match);
    const change = { kind: 'image', container: entry.container ?? null, image: entry.image } as const;
    const bare = met.filter(({ first }) => !selectsOwner(first));
    const warn = (message: string) => {
      if (written.option !== undefined) problems.warn(`${written.option}: ${message}`);
      else problems.warn(message, within(scenario, field, index, 'match'));
    };
    return [
      ...bare.map(({ uids }): PodActionInput => ({ atMicros, uids: [...uids], kind: 'edit', change })),
      ...changeTemplates(
        met.filter(({ first }) => selectsOwner(first)),
        change,
        atMicros,
        updates,
        warn,
      ),
    ];
  }
}

/** A node that goes, in a Scenario's words. */
export interface LeavingNode {
  readonly node: string;
  readonly at: string;
}

function isOn({ current }: PodLine, node: string | undefined, at: string): boolean {
  return current !== undefined && current.nodeName === node && current.arrivesAtMicros < micros(at);
}

/** The node is drained: controllers make its pods again elsewhere, but those of DaemonSets. */
function leavingOf(
  line: PodLine,
  atMicros: number,
  nodeFor: (pod: PodSpec, atMicros: number) => string | undefined,
): PodActionInput {
  const pod = line.current ?? line.first;
  const graceMicros = Math.max(deletionGraceMicrosMin, pod.terminationGracePeriodMicros);
  const base = { atMicros, uids: [...line.uids], kind: 'delete', graceMicros } as const;
  const isMadeAgain = pod.owner !== undefined && pod.owner.kind !== 'DaemonSet';
  const nodeName = isMadeAgain ? nodeFor(pod, atMicros) : undefined;
  if (nodeName === undefined) {
    line.current = undefined;
    return { ...base, replacement: null };
  }
  line.template = { ...line.template, nodeName };
  return { ...base, replacement: replacementOf(line, undefined, atMicros) };
}

/** Returns the pods with the images of these actions, each on its node. */
export function imagesOfPodActions(
  actions: readonly PodActionInput[],
  pods: readonly PodSpec[],
): readonly PodSpec[] {
  const specs = new Map(pods.map((pod) => [pod.uid, pod]));
  return actions.flatMap((action) => {
    if (action.kind === 'rollout') return action.lines.map(({ spec }) => spec);
    const spec = specs.get(action.uids[0] ?? '');
    return action.kind !== 'edit' || spec === undefined ? [] : [withPodChange(spec, action.change)];
  });
}

function entriesOf(scenario: ReadScenario, options: Parameters<typeof readPodActions>[1]): readonly Entry[] {
  const { deletions = [], ephemeralContainers = [], imageChanges = [] } = scenario.value;
  const asked = <E extends { readonly option: string }>({ option, ...entry }: E, index: number) => ({
    index,
    entry,
    option,
  });
  const entries: Entry[] = [
    ...deletions.map((entry, index) => ({ field: 'deletions', index, entry }) as const),
    ...options.deletions.map((entry, index) => ({ field: 'deletions', ...asked(entry, index) }) as const),
    ...options.imageChanges.map(
      (entry, index) => ({ field: 'imageChanges', ...asked(entry, index) }) as const,
    ),
    ...ephemeralContainers.map((entry, index) => ({ field: 'ephemeralContainers', index, entry }) as const),
    ...imageChanges.map((entry, index) => ({ field: 'imageChanges', index, entry }) as const),
    ...options.leaves.map(
      ({ node, at }, index): Entry => ({
        field: 'deletions',
        index,
        entry: { match: '*', at },
        leaving: node,
      }),
    ),
  ];
  return entries.sort((a, b) => micros(a.entry.at) - micros(b.entry.at));
}

/** An option that matches no pod at all is refused: the run would not be the one that was asked for. */
function noteUnmatched(match: string, option: string, pods: readonly PodSpec[], problems: Problems): void {
  if (pods.length === 0 || pods.some(podSelector(match))) {
    problems.warn(`${option}: no pod that exists at that time has this name`);
    return;
  }
  const hint = meantHint(match, [...new Set(pods.flatMap(namesFor))]);
  const [example] = pods;
  const expected = `the name of a pod or workload${example === undefined ? '' : `, such as ${example.owner?.name ?? example.name}`}`;
  problems.add({ code: 'OPTION', file: option, message: 'no pod has this name', expected, hint });
}

function checkOption(
  { field, entry }: Entry,
  option: string,
  met: readonly PodLine[],
  problems: Problems,
): void {
  const atMicros = micros(entry.at);
  if (met.every(({ first, current }) => current === first && atMicros < first.arrivesAtMicros))
    problems.warn(`${option}: it comes before the pods that it names, and changes nothing`);
  else if (field === 'imageChanges') checkContainer(entry, option, met, problems);
}

/**
 * An option that names no container is for pods with one, as all of a pod's containers hardly ever have one
 * image.
 */
function checkContainer(
  { match, container, image, at }: NonNullable<ScenarioDocument['imageChanges']>[number],
  option: string,
  met: readonly PodLine[],
  problems: Problems,
): void {
  const names = [
    ...new Set(
      met.flatMap(({ first }) => [...first.initContainers, ...first.containers].map(({ name }) => name)),
    ),
  ];
  if (container === undefined ? names.length < 2 : names.includes(container)) return;
  const message =
    container === undefined
      ? 'the pods have several containers'
      : `the pods have no container ${shownValue(container)}`;
  const expected = `one of ${names.join(', ')}, such as --set-image ${match}:${names.at(-1)}=${image},${at}`;
  problems.add({ code: 'OPTION', file: option, message, expected });
}

function warnOf(
  { field, index, entry }: Entry,
  met: readonly PodLine[],
  atMicros: number,
  scenario: ReadScenario,
  problems: Problems,
): void {
  const place = (name: string) => within(scenario, field, index, name);
  if (met.length === 0)
    problems.warn(`this entry of ${field} matches no pod that exists at that time`, place('match'));
  else if (met.some(({ first, current }) => current === first && atMicros < first.arrivesAtMicros)) {
    problems.warn(
      `this entry of ${field} comes before a pod that it matches, and changes nothing there`,
      place('at'),
    );
  } else if (
    field === 'imageChanges' &&
    entry.container !== undefined &&
    !met.some(({ first }) => hasContainer(first, entry.container))
  ) {
    problems.warn(
      'no pod that this entry of imageChanges matches has such a container: it changes nothing',
      place('container'),
    );
  }
}

function hasContainer({ containers, initContainers }: PodSpec, name: string | undefined): boolean {
  return [...containers, ...initContainers].some((container) => container.name === name);
}

function actionOf(
  { field, entry }: OnePodEntry,
  line: PodLine,
  atMicros: number,
  rules: ContainerRules,
): PodActionInput {
  const base = { atMicros, uids: [...line.uids] };
  const pod = line.current ?? line.first;
  if (field === 'ephemeralContainers') {
    const { name = 'debugger', image, policy = defaultPullPolicy(image) } = entry;
    const container = { name, image, policy, sidecar: false, mounts: [], ...rules.endOf(pod, name, 'app') };
    return { ...base, kind: 'edit', change: { kind: 'ephemeralContainer', container } };
  }
  const wanted =
    entry.gracePeriod === undefined ? pod.terminationGracePeriodMicros : micros(entry.gracePeriod);
  const replacement =
    (entry.recreate ?? pod.owner !== undefined) ? replacementOf(line, entry.recreatedAfter, atMicros) : null;
  if (replacement === null) line.current = undefined;
  return { ...base, kind: 'delete', graceMicros: Math.max(deletionGraceMicrosMin, wanted), replacement };
}

function replacementOf(line: PodLine, recreatedAfter: string | undefined, atMicros: number): PodReplacement {
  const kind = line.first.owner?.kind;
  const delayMicros = micros(recreatedAfter ?? defaultOf('recreation'));
  const after = kind === undefined || waitForTheEnd.includes(kind) ? 'removal' : 'deletion';
  return { spec: nextPod(line, atMicros + delayMicros), after, delayMicros };
}
