// Records what real kubelets publish of random pods, and what kubectl shows:
// `node scripts/oracle/record-statuses.mjs [--cases 380 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';
import { podContainers, policy } from './random-pods.mjs';

const ask = askLaid('statuses');
const walks = drawnCases(arbitraryCase(), '380');
// A pod that is over is not synced again: its walk ends there. Whether it is over, only the kubelet tells.
const [[, published]] = ask(walks);
const cases = walks.map((walk, index) => endedCase(walk, published[index]));
const told = ask(cases).map(([release, all]) => [release, all.map(changesOf)]);
const written = cases.map((one) => ({ ...one, steps: changesOf(one.steps) }));
writeRecorded('test/rules/kubelet/pods/recorded-statuses.ndjson.gz', written, 'published', told);

/** Of each step what is not as in the step before. */
function changesOf(steps) {
  const isNew =
    (index) =>
    ([key, value]) =>
      index === 0 || JSON.stringify(value) !== JSON.stringify(steps[index - 1][key]);
  return steps.map((step, index) => Object.fromEntries(Object.entries(step).filter(isNew(index))));
}

/** A pod, and the runtime's state at each of its syncs. */
function arbitraryCase() {
  const draws = fc.array(fc.nat(), { minLength: 4, maxLength: 14 });
  return fc.record({ restartPolicy: policy, ...podContainers, draws }).map(({ draws: chances, ...given }) => {
    // The containers are not in the order of their names.
    const swapped = {
      ...given,
      containers: given.containers.map((spec, index) => ({ ...spec, name: `app-${[1, 0, 2][index]}` })),
    };
    return { ...swapped, steps: stepsOf(swapped, chances) };
  });
}

/** The statuses of a walk up to the pod's end, or its deletion, and of that. */
function endedCase({ steps, ...pod }, statuses) {
  const over = statuses.findIndex(({ phase }) => phase === 'Succeeded' || phase === 'Failed');
  const walked = over < 0 ? steps : steps.slice(0, over + 1);
  const last = walked.at(-1);
  const containers = last.containers.map((one) => (one.state === 'exited' ? one : ended(one, 143, 'Error')));
  const stopped = {
    ...last,
    kind: 'stopped',
    sandbox: last.sandbox === 'none' ? 'none' : 'notReady',
    containers,
  };
  return {
    ...pod,
    steps: [
      ...walked,
      over < 0 ? { ...last, kind: 'deleted' } : last,
      stopped,
      stopped,
      { ...stopped, kind: 'final' },
    ],
  };
}

/**
 * Walks through states that a pod may get into. Each draw is something that happens; what a sync does,
 * follows its beginning.
 */
function stepsOf(pod, draws) {
  let state = { sandbox: 'none', containers: [], reasons: {}, restartsLogged: {}, made: 0 };
  const steps = [];
  const sync = ({ sandbox, containers, reasons }) =>
    steps.push({ kind: 'sync', sandbox, containers, reasons });
  for (const draw of draws) {
    const inSync = doneInSync(pod, state);
    const possible = [...inSync, ...happenings(state)];
    const chosen = possible[draw % possible.length];
    if (inSync.includes(chosen)) sync(state);
    state = chosen();
  }
  sync(state);
  return steps;
}

/** What a sync may do to a pod, as functions to the state after it. */
function doneInSync(pod, state) {
  if (state.containers.some((one) => resets(pod, one))) return [() => withoutContainers(pod, state)];
  if (state.sandbox !== 'ready') return [() => withSandbox(pod, state), () => withSandbox(pod, state)];
  return specsToStart(pod, state).flatMap((spec) => {
    const hasRun = latest(state, spec.name) !== undefined;
    const failed = ['ErrImagePull', hasRun ? 'CrashLoopBackOff' : 'ImagePullBackOff'].map((reason) => () => {
      return {
        ...state,
        reasons: { ...state.reasons, [spec.name]: { reason, message: `${reason} of ${spec.name}` } },
      };
    });
    const run = () => started(state, spec, 'running');
    return [run, run, run, () => started(state, spec, 'created'), ...failed];
  });
}

/** What may happen to a pod by itself. */
function happenings(state) {
  const kubelet = () => ({ ...state, reasons: {} });
  if (state.sandbox !== 'ready') return [kubelet];
  const running = state.containers.filter(({ state: now }) => now === 'running');
  const exits = running.flatMap((one) =>
    [0, 0, 1, 3, 7].map(
      (code) => () => replaced(state, one, ended(one, code, code === 0 ? 'Completed' : 'Error')),
    ),
  );
  return [...exits, kubelet, () => afterReboot(state)];
}

function ended(container, exitCode, exitReason) {
  return { ...container, state: 'exited', exitCode, exitReason };
}

function latest({ containers }, name) {
  return containers.findLast((one) => one.name === name);
}

function replaced(state, old, one) {
  return withoutOldOnes({
    ...state,
    containers: state.containers.map((container) => (container === old ? one : container)),
  });
}

/** Init containers one after the other, then the others; those that may be started again. */
function specsToStart(pod, state) {
  const isReady = (spec) => {
    const one = latest(state, spec.name);
    return (
      one?.isActive && (spec.sidecar ? one.state === 'running' : one.state === 'exited' && one.exitCode === 0)
    );
  };
  const begun = pod.containers.some(({ name }) => latest(state, name)?.isActive);
  const next = pod.initContainers.findIndex((spec) => !isReady(spec));
  const init = begun
    ? pod.initContainers.filter(({ sidecar }) => sidecar)
    : next < 0
      ? []
      : pod.initContainers.slice(0, next + 1);
  const main = begun || next < 0 ? pod.containers : [];
  const debug = pod.ephemeralContainers.filter(({ name }) => latest(state, name) === undefined);
  return [...[...init, ...main].filter((spec) => mayStart(pod, spec, latest(state, spec.name))), ...debug];
}

function mayStart(pod, { sidecar, restart }, one) {
  if (one === undefined || one.state === 'created') return true;
  if (one.state === 'running') return false;
  if (sidecar || matching(restart, one) !== undefined) return true;
  const own = restart?.policy ?? pod.restartPolicy;
  return own === 'Always' || (own === 'OnFailure' && one.exitCode !== 0);
}

function matching(restart, { exitCode }) {
  return restart?.rules.find(
    ({ operator, exitCodes }) => exitCodes.includes(exitCode) === (operator === 'In'),
  );
}

function resets(pod, one) {
  const spec = [...pod.initContainers, ...pod.containers].find(({ name }) => name === one.name);
  return one.state === 'exited' && matching(spec?.restart, one)?.action === 'RestartAllContainers';
}

function started(state, { name }, now) {
  const old = latest(state, name);
  const { [name]: _, ...reasons } = state.reasons;
  if (old?.state === 'created') return { ...replaced(state, old, { ...old, state: now }), reasons };
  const before = old?.restarts ?? state.restartsLogged[name];
  const restarts = before === undefined ? 0 : before + 1;
  const one = { id: state.made, name, state: now, exitCode: 0, exitReason: '', restarts, isActive: true };
  return { ...state, containers: [...state.containers, one], reasons, made: state.made + 1 };
}

/** A new sandbox: init containers of an earlier one are purged, with their logs. */
function withSandbox(pod, state) {
  const isInit = ({ name }) => pod.initContainers.some((spec) => spec.name === name);
  const containers = state.containers
    .filter((one) => !isInit(one))
    .map((one) => ({ ...one, isActive: false }));
  return { ...state, sandbox: 'ready', containers };
}

/** All containers but ephemeral ones are taken away, and their logs kept. */
function withoutContainers(pod, state) {
  const isKept = ({ name }) => pod.ephemeralContainers.some((spec) => spec.name === name);
  const logged = Object.fromEntries(state.containers.map(({ name, restarts }) => [name, restarts]));
  return {
    ...state,
    containers: state.containers.filter(isKept),
    restartsLogged: { ...state.restartsLogged, ...logged },
  };
}

/** Container GC: of those that have ended only the newest of a name is kept. */
function withoutOldOnes(state) {
  const ends = (name) => state.containers.findLast((one) => one.name === name && one.state === 'exited');
  return {
    ...state,
    containers: state.containers.filter((one) => one.state !== 'exited' || one === ends(one.name)),
  };
}

function afterReboot(state) {
  const containers = state.containers.map((one) =>
    one.state === 'exited' ? one : ended(one, 255, 'Unknown'),
  );
  return withoutOldOnes({ ...state, sandbox: 'notReady', containers, reasons: {} });
}
