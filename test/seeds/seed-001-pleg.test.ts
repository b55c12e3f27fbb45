import { describe, expect, it } from 'vitest';
import { emptyPodStatus } from '../../src/rules/kubelet/pleg/pod-status.ts';
import { type TestContainer, testPleg, testPod, testStatus } from './generic-pleg.ts';

// Seed 001_3d15441f60f93352.txt: the kubelet's pleg/generic_test.go of 2017-07-21, on the rules of 2017. Case
// by case:
//
// | test of the seed                                  | here                                                       |
// |---------------------------------------------------|------------------------------------------------------------|
// | TestRelisting                                     | `TestRelisting`                                            |
// | TestDetectingContainerDeaths: testReportMissingContainers, 1 and 3 relists | `testReportMissingContainers`     |
// | TestDetectingContainerDeaths: testReportMissingPods, 1 and 3 relists       | `testReportMissingPods`           |
// | TestRelistWithCache                               | the same name                                              |
// | TestRemoveCacheEntry                              | the same name                                              |
// | TestHealthy                                       | the same name; healthy before any relist, as only in 2017  |
// | TestRelistWithReinspection                        | the same name; no event, as before 1.36                    |
// | TestRelistingWithSandboxes                        | the same name                                              |
// | TestRelistIPChange                                | the same name                                              |
//
// The same cases on later releases, and on the real code of these, are scripts of
// test/proof/conformance/pleg.ndjson.gz.

const first: readonly string[] = [
  '1234 ContainerDied c1',
  '1234 ContainerStarted c2',
  '4567 ContainerDied c1',
];
const second: readonly string[] = [
  '1234 ContainerRemoved c1',
  '1234 ContainerDied c2',
  '1234 ContainerStarted c3',
  '4567 ContainerRemoved c1',
  '4567 ContainerStarted c4',
];
const before: readonly TestContainer[] = [
  ['c1', 'exited'],
  ['c2', 'running'],
  ['c3', 'unknown'],
];
const after: readonly TestContainer[] = [
  ['c2', 'exited'],
  ['c3', 'running'],
];

describe.each([
  ['TestRelisting', (uid: string, parts: readonly TestContainer[]) => testPod(uid, parts)],
  ['TestRelistingWithSandboxes', (uid: string, parts: readonly TestContainer[]) => testPod(uid, [], parts)],
])('%s', (_, podOf) => {
  it('reports what runs or has exited when it sees it first, nothing when nothing changes, then the transitions', () => {
    const pleg = testPleg();
    pleg.list(podOf('1234', before), podOf('4567', [['c1', 'exited']]));
    pleg.relist();
    expect(pleg.events()).toEqual(first);
    pleg.relist();
    expect(pleg.events()).toEqual([]);
    pleg.list(podOf('1234', after), podOf('4567', [['c4', 'running']]));
    pleg.relist();
    expect(pleg.events()).toEqual(second);
    expect(pleg.unhandled).toEqual([]);
    // It has no cache, and inspects nothing.
    expect(pleg.inspections).toEqual([]);
  });
});

describe.each([1, 3])('TestDetectingContainerDeaths, %i relists before', (relists) => {
  it('testReportMissingContainers: a container that is gone has died and is removed; one that had exited is only removed', () => {
    const pleg = testPleg();
    pleg.list(
      testPod('1234', [
        ['c1', 'running'],
        ['c2', 'running'],
        ['c3', 'exited'],
      ]),
    );
    for (let done = 0; done < relists; done++) {
      pleg.relist();
      pleg.events();
    }
    pleg.list(testPod('1234', [['c1', 'running']]));
    pleg.relist();
    expect(pleg.events()).toEqual([
      '1234 ContainerDied c2',
      '1234 ContainerRemoved c2',
      '1234 ContainerRemoved c3',
    ]);
  });

  it('testReportMissingPods: the same of a pod that is gone', () => {
    const pleg = testPleg();
    pleg.list(testPod('1234', [['c2', 'running']]));
    for (let done = 0; done < relists; done++) {
      pleg.relist();
      pleg.events();
    }
    pleg.list();
    pleg.relist();
    expect(pleg.events()).toEqual(['1234 ContainerDied c2', '1234 ContainerRemoved c2']);
  });
});

describe('TestRelistWithCache', () => {
  it('caches the error of an inspection and holds the event back until one succeeds', () => {
    const pleg = testPleg({ hasCache: true });
    const [one, other] = [
      testStatus('test-pod-0', [['c0', 'running']]),
      testStatus('test-pod-1', [['c1', 'running']]),
    ];
    pleg.list(testPod('test-pod-0', [['c0', 'running']]), testPod('test-pod-1', [['c1', 'running']]));
    pleg.inspect(one);
    pleg.inspect(emptyPodStatus('test-pod-1'), 'unable to get status');
    pleg.relist();
    expect(pleg.cacheGet('test-pod-0')).toEqual({ status: one, error: undefined });
    expect(pleg.cacheGet('test-pod-1')).toEqual({
      status: emptyPodStatus('test-pod-1'),
      error: 'unable to get status',
    });
    expect(pleg.events()).toEqual(['test-pod-0 ContainerStarted c0']);

    pleg.inspect(other);
    pleg.relist();
    expect(pleg.cacheGet('test-pod-0')).toEqual({ status: one, error: undefined });
    expect(pleg.cacheGet('test-pod-1')).toEqual({ status: other, error: undefined });
    expect(pleg.events()).toEqual(['test-pod-1 ContainerStarted c1']);
    // The mock allows one call of each (`.Once()`).
    expect(pleg.inspections).toEqual(['test-pod-0', 'test-pod-1', 'test-pod-1']);
  });
});

describe('TestRemoveCacheEntry', () => {
  it('forgets a pod that is gone', () => {
    const pleg = testPleg({ hasCache: true });
    pleg.list(testPod('test-pod-0', [['c0', 'running']]));
    pleg.inspect(testStatus('test-pod-0', [['c0', 'running']]));
    pleg.relist();
    expect(pleg.cacheGet('test-pod-0').status?.containers).toHaveLength(1);
    pleg.list();
    pleg.relist();
    expect(pleg.cacheGet('test-pod-0')).toEqual({ status: emptyPodStatus('test-pod-0'), error: undefined });
  });
});

describe('TestHealthy', () => {
  it('is healthy at first, ill after ten minutes without a relist, and healthy a minute after one', () => {
    const pleg = testPleg();
    expect(pleg.healthy()).toEqual({ isHealthy: true });
    pleg.step(10);
    expect(pleg.healthy()).toEqual({
      isHealthy: false,
      message: 'pleg was last seen active 10m0s ago; threshold is 3m0s',
    });
    pleg.relist();
    pleg.step(1);
    expect(pleg.healthy()).toEqual({ isHealthy: true });
  });
});

describe('TestRelistWithReinspection', () => {
  it('inspects a pod again whose inspection failed, though it is listed as before', () => {
    const pleg = testPleg({ hasCache: true });
    const infra: TestContainer = ['infra', 'running'];
    const good = testStatus('test-pod', [infra]);
    const bad = emptyPodStatus('test-pod');

    pleg.list(testPod('test-pod', [infra]));
    pleg.inspect(good);
    pleg.relist();
    expect(pleg.cacheGet('test-pod')).toEqual({ status: good, error: undefined });
    expect(pleg.events()).toEqual(['test-pod ContainerStarted infra']);

    pleg.list(testPod('test-pod', [infra, ['transient', 'unknown']]));
    pleg.inspect(bad, 'inspection error');
    pleg.relist();
    expect(pleg.cacheGet('test-pod')).toEqual({ status: bad, error: 'inspection error' });
    expect(pleg.events()).toEqual([]);

    pleg.list(testPod('test-pod', [infra]));
    pleg.inspect(good);
    pleg.relist();
    expect(pleg.cacheGet('test-pod')).toEqual({ status: good, error: undefined });
    expect(pleg.events()).toEqual([]);
  });
});

describe('TestRelistIPChange', () => {
  it('keeps the IP of a pod whose container has ended', () => {
    const pleg = testPleg({ hasCache: true });
    const ip = '192.168.1.5/24';
    const running = testStatus('test-pod-0', [['c0', 'running']], [ip]);
    pleg.list(testPod('test-pod-0', [['c0', 'running']]));
    pleg.inspect(running);
    pleg.relist();
    expect(pleg.cacheGet('test-pod-0')).toEqual({ status: running, error: undefined });
    expect(pleg.events()).toEqual(['test-pod-0 ContainerStarted c0']);

    const exited = testStatus('test-pod-0', [['c0', 'exited']]);
    pleg.list(testPod('test-pod-0', [['c0', 'exited']]));
    pleg.inspect(exited);
    pleg.relist();
    expect(pleg.cacheGet('test-pod-0')).toEqual({ status: { ...exited, ips: [ip] }, error: undefined });
    expect(pleg.events()).toEqual(['test-pod-0 ContainerDied c0']);
  });
});
