import { describe, expect, test } from 'vitest';
import { clusterScenario } from '../../../src/answers/cluster-import/cluster-scenario.ts';
import { importCluster } from '../../../src/answers/cluster-import/import-cluster.ts';
import { readObservations } from '../../../src/answers/verification/read-observations.ts';
import { verifyEvents } from '../../../src/answers/verification/verify-events.ts';
import { boundPod, podEvent, pulledContainer } from '../../inputs/events/event-objects.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

type Event = Readonly<Record<string, unknown>>;
const app = 'spec.containers{app}';
const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-1' },
  status: { nodeInfo: { kubeletVersion: 'v1.30.5', containerRuntimeVersion: 'containerd://1.7.22' } },
};

/** What is explained of a cluster's events, by a Scenario that is made of them. */
function verdict(...events: readonly Event[]) {
  const text = JSON.stringify({ kind: 'List', items: [node, ...events] });
  const cluster = importCluster([{ name: 'cluster.json', text }], { sinceMicros: undefined });
  if (!cluster.ok) throw new Error(JSON.stringify(cluster.errors));
  const { observations } = readObservations([{ name: 'cluster.json', text }]);
  const how = { slackMicros: 250_000, isWhole: false, arrivalsAreKnown: false, runsMax: 6 };
  const { nodes, notCompared } = verifyEvents(inputOf(clusterScenario(cluster.cluster)), observations, how);
  const deviations = nodes.flatMap((one) => one.deviations.map(({ kind, what }) => `${kind} ${what}`));
  return {
    counts: nodes.map(({ explained, observations: all }) => [explained, all]),
    deviations,
    notCompared,
  };
}

const pod = (name: string, at: number, takes = 2) => [
  boundPod(name, at),
  ...pulledContainer(name, app, `${name}:1`, at + 0.45, { takes }),
];

/** The same events, later by some seconds from a reason on. */
function later(events: readonly Event[], reasons: readonly string[], bySeconds: number): Event[] {
  const moved = (time: unknown) =>
    new Date(Date.parse(String(time)) + bySeconds * 1_000).toISOString().replace('.000Z', 'Z');
  return events.map((event) =>
    reasons.includes(String(event.reason))
      ? {
          ...event,
          metadata: {},
          firstTimestamp: moved(event.firstTimestamp),
          lastTimestamp: moved(event.lastTimestamp),
        }
      : event,
  );
}

describe('verification of Event objects', () => {
  test('explains pods that are made of the events, in parallel as they were pulled', () => {
    expect(verdict(...pod('a', 0, 20), ...pod('b', 1, 20), ...pod('c', 2, 20))).toMatchObject({
      counts: [[12, 12]],
      deviations: [],
    });
  });

  test('goes on after a container that was created late: only that is not explained', () => {
    const late = later(pod('b', 10), ['Created', 'Started'], 9);
    expect(verdict(...pod('a', 0), ...late, ...pod('c', 30))).toMatchObject({
      counts: [[11, 12]],
      deviations: ['slow Created of shop/b spec.containers{app}: Created container app'],
    });
  });

  test('names each event that comes elsewhere, in every pod', () => {
    const { counts, deviations } = verdict(
      ...later(pod('a', 0), ['Started'], 8),
      ...pod('b', 3),
      ...later(pod('c', 20), ['Pulled'], 6),
    );
    // A pull that ends later than its message says: it waited, or its containers began before.
    expect(counts[0]?.[1]).toBe(12);
    expect(deviations[0]).toMatch(/^slow Started of shop\/a /);
    expect(deviations.slice(1).join('\n')).toMatch(/shop\/c/);
    expect(deviations.join('\n')).not.toMatch(/shop\/b/);
  });

  test('compares what follows a failure of another kind with the sync after it', () => {
    const own = { pod: 'a', path: app };
    const present = 'Container image "a:1" already present on machine';
    const failed = 'Error: services have not yet been read at least once, cannot construct envvars';
    const events = [
      boundPod('a', 0),
      ...pulledContainer('a', app, 'a:1', 0.5).slice(0, 2),
      podEvent({ ...own, reason: 'Failed', message: failed, at: 2.51 }),
      podEvent({ ...own, reason: 'Pulled', message: present, at: 15.4 }),
      podEvent({ ...own, reason: 'Created', message: 'Created container app', at: 15.45 }),
      podEvent({ ...own, reason: 'Started', message: 'Started container app', at: 15.5 }),
    ];
    expect(verdict(...events)).toMatchObject({ counts: [[6, 6]], deviations: [] });
    // Without the failure nothing asks for the image again.
    expect(verdict(...events.filter(({ reason }) => reason !== 'Failed')).counts[0]?.[0]).toBeLessThan(5);
  });

  test('holds failed mounts against the rests of the kubelet’s volume manager', () => {
    const mount = (count: number, until: number) =>
      podEvent({
        pod: 'a',
        reason: 'FailedMount',
        message: 'MountVolume.SetUp failed for volume "config" : not found',
        at: 0.2,
        count,
        until,
      });
    const rest = pod('a', 9).slice(1);
    // Rests of 0.5, 1, 2 and 4 s (exponentialbackoff.go in pkg/util/goroutinemap, v1.36.3).
    expect(verdict(boundPod('a', 0), mount(5, 8), ...rest)).toMatchObject({ counts: [[5, 5]] });
    expect(verdict(boundPod('a', 0), mount(9, 8), ...rest)).toMatchObject({
      counts: [[4, 5]],
      deviations: [expect.stringMatching(/^unexpected FailedMount /)],
    });
  });

  test('names what is not simulated by kind, and counts it as not explained', () => {
    const probe = podEvent({
      pod: 'a',
      path: app,
      reason: 'Unhealthy',
      message: 'Readiness probe failed: refused',
      at: 8,
    });
    expect(verdict(...pod('a', 0), probe)).toMatchObject({
      counts: [[4, 5]],
      deviations: ['notSimulated Unhealthy of shop/a spec.containers{app}: Readiness probe failed: refused'],
    });
  });

  test('names pods whose first events are gone', () => {
    const cut = pod('b', 5).slice(3);
    const whole = pod('b-other', 8);
    expect(verdict(...pod('a', 0), ...cut, ...whole)).toMatchObject({ counts: [[8, 8]] });
    const known = podEvent({
      pod: 'c',
      path: app,
      reason: 'BackOff',
      message: 'Back-off pulling image "c:1"',
      at: 9,
      count: 40,
      until: 600,
    });
    expect(verdict(...pod('a', 0), known)).toMatchObject({
      counts: [[4, 5]],
      deviations: ['cutOff BackOff of shop/c spec.containers{app}: Back-off pulling image "c:1"'],
      notCompared: [expect.any(String), 'shop/c: what was seen does not begin with the pod'],
    });
  });

  test('takes pods of one name apart by their UIDs', () => {
    const first = pulledContainer('db-0', app, 'db:1', 1, { uid: 'first' });
    const killing = podEvent({
      pod: 'db-0',
      path: app,
      reason: 'Killing',
      message: 'Stopping container app',
      at: 40,
      uid: 'first',
    });
    const second = pulledContainer('db-0', app, 'db:2', 60, { uid: 'second' });
    expect(verdict(...first, killing, ...second)).toMatchObject({ counts: [[9, 9]], deviations: [] });
  });

  test('explains init containers, restarts and events of events.k8s.io', () => {
    const newer = (event: Event): Event => {
      const { involvedObject, message, source, firstTimestamp, lastTimestamp, count, ...rest } = event;
      const host = (source as { host?: string }).host ?? '';
      return {
        ...rest,
        apiVersion: 'events.k8s.io/v1',
        regarding: involvedObject,
        note: message,
        deprecatedSource: source,
        deprecatedFirstTimestamp: firstTimestamp,
        deprecatedLastTimestamp: lastTimestamp,
        deprecatedCount: count,
        reportingInstance: host,
      };
    };
    const events = [
      boundPod('a', 0),
      ...pulledContainer('a', 'spec.initContainers{one}', 'one:1', 0.5),
      ...pulledContainer('a', 'spec.initContainers{two}', 'two:1', 9),
      ...pulledContainer('a', app, 'a:1', 15),
      ...pulledContainer('a', 'spec.containers{side}', 'side:1', 17.12),
    ];
    expect(verdict(...events)).toMatchObject({ counts: [[16, 16]], deviations: [] });
    expect(verdict(...events.map(newer))).toMatchObject({ counts: [[16, 16]], deviations: [] });
  });
});
