// Records what computePodActions of real kubelets plans for random pods:
// `node scripts/oracle/record-plans.mjs [--cases 1500 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';
import { oneIn, podContainers, policy } from './random-pods.mjs';

const cases = drawnCases(arbitraryCase(), '1500');
writeRecorded('test/rules/kubelet/pods/recorded-plans.ndjson.gz', cases, 'plans', askLaid('plans')(cases));

/** Pods, and what the runtime may say of each: a sandbox, and containers that need not fit each other. */
function arbitraryCase() {
  const specs = fc.record({
    ...podContainers,
    sandbox: fc.constantFrom('ready', 'ready', 'ready', 'ready', 'none', 'notReady'),
  });
  const rest = { restartPolicy: policy, isDeleted: oneIn(20), isReset: oneIn(20) };
  return specs.chain(({ sandbox, ...all }) => {
    const known = sandbox === 'none' ? [] : Object.values(all).flat();
    const statuses = fc.tuple(
      ...known.map(({ name }) => fc.option(arbitraryStatus(name, sandbox), { freq: 4, nil: undefined })),
    );
    const those = statuses.map((list) => list.filter((status) => status !== undefined));
    return fc.record({
      ...rest,
      ...Object.fromEntries(Object.entries(all).map(([key, list]) => [key, fc.constant(list)])),
      sandbox: fc.constant(sandbox),
      statuses: those,
    });
  });
}

function arbitraryStatus(name, sandbox) {
  const made = {
    name: fc.constant(name),
    isActive: fc.constant(true),
    exitCode: fc.constant(0),
    image: fc.constant('app:1'),
  };
  const exited = {
    state: fc.constant('exited'),
    exitCode: fc.constantFrom(0, 0, 1, 3, 7),
    isActive: fc.constantFrom(true, true, false),
  };
  const over = fc.record({ ...made, ...exited });
  if (sandbox !== 'ready') return over;
  const running = fc.record({
    ...made,
    state: fc.constant('running'),
    image: fc.constantFrom('app:1', 'app:1', 'app:1', 'app:2'),
  });
  return fc.oneof(over, running, fc.record({ ...made, state: fc.constant('created') }));
}
