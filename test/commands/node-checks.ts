import type { Fault } from '../../src/rules/runtime/fault.ts';
import type { ModelFault, NodeModel } from './node-model.ts';
import { hosts, nodeName } from './node-setup.ts';
import type { RunningNode } from './running-node.ts';
import type { Answer, Span } from './trace-watch.ts';

/** One thing that must be true after every command; returns what is wrong, undefined where nothing is. */
type NodeCheck = (model: NodeModel, node: RunningNode) => string | undefined;

const kubeletIsUpOrDown: NodeCheck = ({ life }, { watch }) =>
  says(watch.isUp !== (life.down === undefined), `the kubelet is ${watch.isUp ? 'up' : 'down'}`) ??
  says(watch.ghosts.length > 0, `a kubelet that is down speaks: ${watch.ghosts[0]}`);

const podsAreBound: NodeCheck = ({ pods, deletions }, { watch, boundPods }) => {
  const arrived = pods.map(({ uid }) => uid);
  const bound = arrived.filter((uid) => !watch.over.has(uid));
  return (
    differs('pods that came', watch.added, arrived) ??
    differs('pods bound to the node', boundPods, bound) ??
    says(new Set(watch.added).size !== watch.added.length, `a pod came twice: ${watch.added}`) ??
    says(new Set(watch.deleted).size !== watch.deleted.length, `a pod is deleted twice: ${watch.deleted}`) ??
    differs(
      'pods that are deleted, or are being deleted,',
      [...watch.deleted, ...watch.deleting].sort(),
      [...deletions].sort(),
    )
  );
};

/** Nothing of a pod outlives it. */
const goneIsGone: NodeCheck = (_, { watch }) => {
  const left = [...watch.up].filter((part) => watch.deleted.includes(part.slice(0, part.indexOf(' '))));
  return says(left.length > 0, `of a pod that is gone there is still: ${left}`);
};

/**
 * maxPods counts pods that came before and are not over; who came first is admitted first, also after a
 * restart.
 */
const placesAreKept: NodeCheck = ({ pods, settings, life }, { watch }) => {
  // Those that are deleted keep their places until they have stopped, and nobody admits them anew after a
  // restart.
  const active = pods.filter(({ uid }) => !watch.over.has(uid) && !watch.deleting.has(uid));
  // A kubelet that has just started admits nobody before its first relist.
  return says(
    life.down === undefined && !watch.isSkipping && active.length > settings.maxPods,
    `${active.length} pods on a node for ${settings.maxPods}`,
  );
};

const slotsAreKept: NodeCheck = ({ slots }, { watch }) => {
  const { waiting, pulling } = watch;
  return (
    says(
      pulling.size > slots,
      `${pulling.size} pulls in flight, and ${slots} slots in force: ${[...pulling.keys()]}`,
    ) ??
    says(
      waiting.size > 0 && pulling.size < slots,
      `${waiting.size} pulls wait, though only ${pulling.size} of ${slots} slots are taken`,
    )
  );
};

const rateIsKept: NodeCheck = ({ settings, life }, { watch, nowMicros }) => {
  const { registryPullQPS: qps, registryBurst: burst } = settings;
  if (qps === 0) return undefined;
  const allowed = burst + Math.floor((qps * (nowMicros - life.upSinceMicros)) / 1_000_000);
  const calls = watch.pullCallsMicros.length;
  return says(
    calls > allowed,
    `${calls} calls of PullImage, where registryPullQPS ${qps} and registryBurst ${burst} allow ${allowed}`,
  );
};

const imagesArePossible: NodeCheck = ({ possibleImages }, { watch }) => {
  const odd = [...watch.present].filter((image) => !possibleImages.has(image));
  return says(odd.length > 0, `${odd} came to the node, which nobody can have pulled`);
};

const faultsAreFelt: NodeCheck = ({ faults }, { watch }) => {
  for (const entry of faults) {
    const { fault, id } = entry;
    const felt = (span: Span) => entry.from < span.from && span.until < entry.until;
    if (fault.kind === 'rateLimit') {
      const wrong = overLimit(entry, fault, watch.answers);
      if (wrong !== undefined) return wrong;
    }
    const answer = watch.answers.find((one) => felt(one) && mayNotBeAnswered(fault, one));
    if (answer !== undefined)
      return `${id} is in force, but ${answer.registry} answers ${answer.status} (record ${answer.until})`;
    const fetched = fault.kind === 'diskFull' ? watch.fetched.find(felt) : undefined;
    if (fetched !== undefined) return `${id} is in force, but a layer is written (record ${fetched.until})`;
    if (fault.kind === 'slowLink') {
      const wrong = tooFast(entry, fault.bytesPerSecond, watch.fetched.filter(felt));
      if (wrong !== undefined) return wrong;
    }
    const isFirst =
      fault.kind === 'pullFails' &&
      faults.every((other) => other.id === id || !isScriptOf(other.fault, fault.image));
    const pulled =
      isFirst && fault.times === null
        ? watch.pulled.find((one) => felt(one) && one.image === fault.image)
        : undefined;
    if (pulled !== undefined)
      return `${id} is in force, but ${pulled.image} is pulled (record ${pulled.until})`;
  }
  return undefined;
};

/** All of them, the plainest first. */
const nodeChecks: Readonly<Record<string, NodeCheck>> = {
  kubeletIsUpOrDown,
  podsAreBound,
  goneIsGone,
  placesAreKept,
  slotsAreKept,
  rateIsKept,
  imagesArePossible,
  faultsAreFelt,
};

/** Throws at the first thing that is not as the model says. */
export function checkNode(model: NodeModel, node: RunningNode): void {
  for (const [name, check] of Object.entries(nodeChecks)) {
    const wrong = check(model, node);
    if (wrong !== undefined) throw new Error(`${name}: ${wrong}`);
  }
}

function mayNotBeAnswered(fault: Fault, { registry, image, status }: Answer): boolean {
  if ('registry' in fault && fault.registry !== undefined && fault.registry !== registry) return false;
  if (fault.kind === 'registryDown' || fault.kind === 'stall') return true;
  if (fault.kind !== 'notFound' && fault.kind !== 'unauthorized') return false;
  return (fault.image === undefined || fault.image === image) && status === 200;
}

function overLimit(
  entry: ModelFault,
  fault: Extract<Fault, { kind: 'rateLimit' }>,
  answers: readonly Answer[],
): string | undefined {
  for (const host of hosts) {
    if (fault.registry !== undefined && fault.registry !== host) continue;
    const served = new Map<number, number>();
    for (const answer of answers) {
      if (
        answer.registry !== host ||
        answer.status !== 200 ||
        answer.from < entry.from ||
        answer.from > entry.until
      )
        continue;
      const window = Math.floor((answer.fromMicros - entry.fromMicros) / fault.windowMicros);
      served.set(window, (served.get(window) ?? 0) + 1);
    }
    const most = Math.max(0, ...served.values());
    if (most > fault.requestsMax)
      return `${entry.id}: ${host} serves ${most} requests in a window of ${fault.requestsMax}`;
  }
  return undefined;
}

function tooFast(
  entry: ModelFault,
  bytesPerSecond: number,
  fetched: readonly { bytes: number; untilMicros: number }[],
): string | undefined {
  let bytes = 0;
  for (const one of fetched) {
    bytes += one.bytes;
    const micros = one.untilMicros - entry.fromMicros + 1;
    if (bytes > (bytesPerSecond * micros) / 1_000_000 + 1) {
      return `${entry.id}: ${bytes} bytes in ${micros} µs over a link of ${bytesPerSecond} bytes a second`;
    }
  }
  return undefined;
}

function isScriptOf(fault: Fault, image: string): boolean {
  return (fault.kind === 'pullFails' || fault.kind === 'pullTakes') && fault.image === image;
}

function differs(what: string, found: readonly string[], expected: readonly string[]): string | undefined {
  return says(
    found.join() !== expected.join(),
    `${what} on ${nodeName}: ${found.join()}, where the model has ${expected.join()}`,
  );
}

function says(isWrong: boolean, message: string): string | undefined {
  return isWrong ? message : undefined;
}
