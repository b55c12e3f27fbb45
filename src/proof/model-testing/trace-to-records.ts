import type { Profile } from '../../rules/kubelet/profile.ts';
import type { ObservationOf, PodRef } from '../../trace/observation.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { traceFormat } from '../../trace/trace-format.ts';
import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import type { Script, ScriptCall } from '../conformance/imagemanager/script.ts';
import { type CallEntry, entriesByCall, isRefusedByQps, pullImageOf, resultOf } from './call-entries.ts';

type Told = ActorRecord extends infer T ? (T extends unknown ? Omit<T, 'id' | 'at' | 'node'> : never) : never;

interface Line {
  readonly at: number;
  /**
   * The order at one moment: images that go, calls that begin, what calls did by their beginning, images that
   * come.
   */
  readonly rank: number;
  readonly told: Told;
}

/** The only node of these records. */
export const nodeUnderTest = 'sut';
const node = nodeUnderTest;

/**
 * Returns a script and what a system did with it as records of a run on one node, so that invariants can
 * judge any system. Each call is an actor and a container of its pod, named by its id; the states of a pull
 * follow from the entries.
 *
 * The protocol does not tell the order at one moment. Here an image goes at its beginning and comes at its
 * end, calls begin before others end (as in the protocol), and otherwise they are in the order in which they
 * began. So a rule is only broken if every order breaks it.
 */
export function traceToRecords(
  script: Script,
  trace: ConformanceTrace,
  profile: Profile,
): readonly TraceRecord[] {
  const entries = entriesByCall(trace);
  const calls = script.calls
    .map((call, index) => ({ call, index }))
    .sort((a, b) => a.call.at - b.call.at || a.index - b.index);
  const lines = [
    ...script.runtime.images.map(
      ({ image, ref }): Line => imageLine(0, Number.NEGATIVE_INFINITY, 'present', image, ref),
    ),
    ...(script.runtime.removals ?? []).map(({ at, image }): Line => imageLine(at, -1, 'removed', image, '')),
    ...calls.flatMap(({ call }, rank) => callLines(call, entries.get(call.id) ?? [], rank + 1)),
  ];
  const told = [
    ...podsOf(script.calls).map((line) => ({ at: 0, told: line })),
    ...lines.sort((a, b) => a.at - b.at || a.rank - b.rank),
  ];
  const records: TraceRecord[] = [header(script, profile)];
  for (const { at, told: own } of told) records.push({ id: records.length, at, node, ...own } as ActorRecord);
  records.push({ type: 'end', id: records.length, at: records.at(-1)?.at ?? 0, reason: 'settled', steps: 0 });
  return records;
}

function header({ kubelet, featureGates = {} }: Script, profile: Profile): HeaderRecord {
  const { maxParallelImagePulls, imagePullBackOff: _, ...settings } = kubelet;
  // newParallelImagePuller in pkg/kubelet/images/puller.go: a limit below one means none.
  const limit = maxParallelImagePulls !== null && maxParallelImagePulls < 1 ? null : maxParallelImagePulls;
  const own = { name: node, kubeletVersion: profile.version, profile: profile.release, runtime: 'scripted' };
  return {
    type: 'header',
    id: 0,
    at: 0,
    format: traceFormat,
    seed: 0,
    horizonMs: 0,
    epoch: '2000-01-01T00:00:00Z',
    nodes: [{ ...own, kubelet: { ...settings, maxParallelImagePulls: limit, featureGates } }],
    assumptions: [],
    ignoredKinds: {},
  };
}

function podsOf(calls: readonly ScriptCall[]): Told[] {
  const pods = new Map<
    string,
    { pod: PodRef; containers: { name: string; image: string; kind: 'container'; policy: string }[] }
  >();
  for (const { id, pod, image, policy } of calls) {
    const known = pods.get(pod.uid) ?? { pod: podRef(pod), containers: [] };
    known.containers.push({ name: id, image, kind: 'container', policy });
    pods.set(pod.uid, known);
  }
  return [...pods.values()].map((pod) => ({ type: 'pod', actor: node, state: 'added', ...pod }));
}

function callLines(call: ScriptCall, entries: readonly CallEntry[], rank: number): Line[] {
  const actor = `${node}/kubelet/${call.pod.namespace}/${call.pod.name}/${call.id}`;
  const lines: Line[] = [];
  let ownRank = rank;
  const tell = (at: number, told: Told) => lines.push({ at, rank: ownRank, told });
  const tellPull = (
    at: number,
    state: ObservationOf<'pull'>['state'],
    more: Partial<ObservationOf<'pull'>> = {},
  ) =>
    tell(at, {
      type: 'pull',
      actor,
      state,
      pod: podRef(call.pod),
      container: call.id,
      image: call.image,
      ...more,
    });
  let error: string | undefined;
  let [isAsked, isCalled] = [false, false];
  // What ends without PullImage and without a refusal shows no turn: whether it had a slot is unknown.
  const hasTurn =
    resultOf(entries) === undefined || pullImageOf(entries) !== undefined || isRefusedByQps(entries);
  for (const entry of entries) {
    const { at } = entry;
    const isInspected = entry.type === 'runtime' && entry.op === 'GetImageRef';
    const isWaiting = hasTurn && entry.type === 'event' && entry.reason === 'Pulling';
    const isPulling = entry.type === 'runtime' && entry.op === 'PullImage';
    ownRank = isInspected && at === call.at ? 0 : rank;
    if (isInspected) tellPull(at, 'inspecting');
    if (isWaiting) tellPull(at, 'waiting');
    if (isPulling) tellPull(at, 'pulling');
    isAsked ||= isWaiting || isPulling;
    isCalled ||= isPulling;
    if (entry.type === 'runtime-return') error = entry.error;
    if (entry.type === 'result') tellPull(at, stateOf(entry, isAsked), outcome(entry, error, isCalled));
    if (entry.type === 'panic') tellPull(at, 'failed', { error: entry.message });
    const told = toldOf(entry, actor, call);
    if (told !== undefined) tell(at, told);
    if (entry.type === 'runtime-return' && entry.ref !== undefined)
      // An image without a reference would not be found by a call.
      lines.push(
        imageLine(at, entry.ref === '' ? -1 : Number.POSITIVE_INFINITY, 'present', entry.image, entry.ref),
      );
  }
  return lines;
}

function stateOf(
  { error }: Extract<Entry, { type: 'result' }>,
  isAsked: boolean,
): ObservationOf<'pull'>['state'] {
  if (error === '') return isAsked ? 'pulled' : 'present';
  if (error === 'ImagePullBackOff') return 'backingOff';
  if (error === 'ErrImageNeverPull') return 'neverPresent';
  if (error === 'InvalidImageName') return 'invalidName';
  return error === 'ImageInspectError' ? 'inspectFailed' : 'failed';
}

function outcome(
  { error, message }: Extract<Entry, { type: 'result' }>,
  returned: string | undefined,
  isCalled: boolean,
): Partial<ObservationOf<'pull'>> {
  if (error === '') return {};
  // The protocol has only the text, and a runtime may return the same one.
  return {
    reason: error,
    error: returned ?? message,
    ...(!isCalled && message === 'pull QPS exceeded' ? { throttled: true } : {}),
  };
}

function toldOf(entry: CallEntry, actor: string, { pod, policy }: ScriptCall): Told | undefined {
  const { at: _at, call: _call, ...told } = entry;
  if (told.type === 'panic') return undefined;
  if (told.type === 'event')
    return {
      ...told,
      eventType: told.eventType === 'Warning' ? 'Warning' : 'Normal',
      actor,
      pod: podRef(pod),
    };
  return told.type === 'result' ? { ...told, actor, policy } : { ...told, actor };
}

function imageLine(at: number, rank: number, state: 'present' | 'removed', image: string, ref: string): Line {
  return { at, rank, told: { type: 'image', actor: `${node}/images`, state, image, ref } };
}

function podRef({ namespace, name, uid }: PodRef): PodRef {
  return { namespace, name, uid };
}
