import type { PodSpec } from '../kubelet/pod.ts';
import { withPodChange } from '../kubelet/pod-change.ts';
import type { ContainerRules } from './container-rules.ts';
import { defaultOf } from './defaults.ts';
import { defaultPullPolicy } from './image-name.ts';
import type { PodActionInput, PodReplacement } from './model.ts';
import { derivedUid, generatedName } from './pod-name.ts';
import { podSelector } from './pod-selector.ts';
import type { Problems } from './problems.ts';
import { micros } from './quantity-shapes.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { ScenarioDocument } from './scenario-shape.ts';

type Field = 'deletions' | 'ephemeralContainers' | 'imageChanges';
type Entry = {
  [F in Field]: { readonly field: F; readonly index: number; readonly entry: NonNullable<ScenarioDocument[F]>[number] };
}[Field];

/** A pod and those that take its place one after the other. */
interface Line {
  readonly first: PodSpec;
  readonly uids: string[];
  /** Whom the next action meets; undefined: nobody made another. */
  current: PodSpec | undefined;
}

/** Controllers that wait until the pod is gone: their pods' names, or their nodes, may be taken only once. */
const waitForTheEnd = ['StatefulSet', 'DaemonSet'];
/** The kubelet gives no less (`calculateEffectiveGracePeriod`), nor does kubectl without --force. */
const graceMicrosMin = 1_000_000;

/** What people do to pods, from the Scenario's deletions, ephemeralContainers and imageChanges, in order of time. */
export function readPodActions(
  scenario: ReadScenario | undefined,
  pods: readonly PodSpec[],
  rules: ContainerRules,
  problems: Problems,
): readonly PodActionInput[] {
  const lines = pods.map((pod): Line => ({ first: pod, uids: [pod.uid], current: pod }));
  return entriesOf(scenario).flatMap((entry) => {
    const atMicros = micros(entry.entry.at);
    const selects = podSelector(entry.entry.match);
    const met = lines.filter(({ current }) => current !== undefined && selects(current));
    if (scenario !== undefined) warnOf(entry, met, atMicros, scenario, problems);
    return met.map((line) => actionOf(entry, line, atMicros, rules));
  });
}

/** The images that come with them, by the node that they come to. */
export function imagesOfPodActions(actions: readonly PodActionInput[], pods: readonly PodSpec[]): readonly PodSpec[] {
  const specs = new Map(pods.map((pod) => [pod.uid, pod]));
  return actions.flatMap((action) => {
    const spec = specs.get(action.uids[0] ?? '');
    return action.kind !== 'edit' || spec === undefined ? [] : [withPodChange(spec, action.change)];
  });
}

function entriesOf(scenario: ReadScenario | undefined): readonly Entry[] {
  const { deletions = [], ephemeralContainers = [], imageChanges = [] } = scenario?.value ?? {};
  const entries: Entry[] = [
    ...deletions.map((entry, index) => ({ field: 'deletions', index, entry }) as const),
    ...ephemeralContainers.map((entry, index) => ({ field: 'ephemeralContainers', index, entry }) as const),
    ...imageChanges.map((entry, index) => ({ field: 'imageChanges', index, entry }) as const),
  ];
  return entries.sort((a, b) => micros(a.entry.at) - micros(b.entry.at));
}

function warnOf({ field, index, entry }: Entry, met: readonly Line[], atMicros: number, scenario: ReadScenario, problems: Problems): void {
  const { document, path } = scenario.object;
  const place = (name: string) => ({ document, path: [...path, field, index, name] });
  if (met.length === 0) problems.warn(`this entry of ${field} matches no pod that is there by then`, place('match'));
  else if (met.some(({ first, current }) => current === first && atMicros < first.arrivesAtMicros)) {
    problems.warn(`this entry of ${field} comes before a pod that it matches, and changes nothing there`, place('at'));
  } else if (field === 'imageChanges' && entry.container !== undefined && !met.some(({ first }) => hasContainer(first, entry.container))) {
    problems.warn('no pod that this entry of imageChanges matches has such a container: it changes nothing', place('container'));
  }
}

function hasContainer({ containers, initContainers }: PodSpec, name: string | undefined): boolean {
  return [...containers, ...initContainers].some((container) => container.name === name);
}

function actionOf({ field, entry }: Entry, line: Line, atMicros: number, rules: ContainerRules): PodActionInput {
  const base = { atMicros, uids: [...line.uids] };
  const pod = line.current ?? line.first;
  if (field === 'imageChanges')
    return { ...base, kind: 'edit', change: { kind: 'image', container: entry.container ?? null, image: entry.image } };
  if (field === 'ephemeralContainers') {
    const { name = 'debugger', image, policy = defaultPullPolicy(image) } = entry;
    const container = { name, image, policy, sidecar: false, mounts: [], ...rules.endOf(pod, name, 'app') };
    return { ...base, kind: 'edit', change: { kind: 'ephemeralContainer', container } };
  }
  const wanted = entry.gracePeriod === undefined ? pod.terminationGracePeriodMicros : micros(entry.gracePeriod);
  const replacement = (entry.recreate ?? pod.owner !== undefined) ? replacementOf(line, entry.recreatedAfter, atMicros) : null;
  line.current = replacement?.spec;
  if (replacement !== null) line.uids.push(replacement.spec.uid);
  return { ...base, kind: 'delete', graceMicros: Math.max(graceMicrosMin, wanted), replacement };
}

/** The next pod of the same template. Names that the API server generates are new; a StatefulSet's and a bare pod's stay. */
function replacementOf({ first, uids }: Line, recreatedAfter: string | undefined, atMicros: number): PodReplacement {
  const { namespace, owner } = first;
  const kind = owner?.slice(0, owner.indexOf('/'));
  const isGenerated = kind !== undefined && kind !== 'StatefulSet';
  const seedText = `${namespace}/${first.name} ${uids.length}`;
  const name = isGenerated ? generatedName(first.name.slice(0, -5), seedText) : first.name;
  const delayMicros = micros(recreatedAfter ?? defaultOf('recreation'));
  const spec = { ...first, name, uid: derivedUid(`pod ${seedText}`), arrivesAtMicros: atMicros + delayMicros };
  return { spec, after: kind === undefined || waitForTheEnd.includes(kind) ? 'removal' : 'deletion', delayMicros };
}
