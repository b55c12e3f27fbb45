import { describe, expect, it } from 'vitest';
import { isFeatureGateOn } from '../../../../src/rules/kubelet/configuration/feature-gates.ts';
import type { Messages, Profile, PulledFacts } from '../../../../src/rules/kubelet/profile.ts';
import { profiles } from '../../../../src/rules/kubelet/profiles/profiles.ts';

const facts: PulledFacts = {
  image: 'root',
  pullMicros: 1_500_123,
  pullMicrosWithWaiting: 62_000_999,
  sizeBytes: 4096,
};

// Of 1.14 (test/seeds, 004) and the patch release that each profile names:
// pkg/kubelet/images/image_manager.go and pkg/kubelet/kuberuntime/kuberuntime_container.go; the image texts
// also agree with conformance/traces where there are any.
/** The releases in which an answer is another than in the one before, with the answer. */
function changesIn<T>(ask: (profile: Profile) => T): Record<string, T> {
  const changes: Record<string, T> = {};
  let before: string | undefined;
  for (const profile of profiles) {
    const answer = ask(profile);
    const text = JSON.stringify(answer);
    if (text !== before) changes[profile.release] = answer;
    before = text;
  }
  return changes;
}

function changesOf<T>(ask: (messages: Messages) => T): Record<string, T> {
  return changesIn(({ messages }) => ask(messages));
}

describe('profiles', () => {
  it('are in order of release, name the patch, and say how it is known', () => {
    expect(profiles.map(({ release, version, evidence }) => [release, version, evidence])).toEqual([
      ['1.14', '1.14.10', 'source'],
      ['1.22', '1.22.17', 'source'],
      ['1.23', '1.23.17', 'source'],
      ['1.24', '1.24.17', 'source'],
      ['1.25', '1.25.16', 'source'],
      ['1.26', '1.26.15', 'source'],
      ['1.27', '1.27.16', 'traces'],
      ['1.28', '1.28.15', 'traces'],
      ['1.29', '1.29.15', 'traces'],
      ['1.30', '1.30.14', 'source'],
      ['1.31', '1.31.14', 'traces'],
      ['1.32', '1.32.13', 'source'],
      ['1.33', '1.33.13', 'source'],
      ['1.34', '1.34.4', 'source'],
      ['1.35', '1.35.4', 'traces'],
      ['1.36', '1.36.3', 'traces'],
      ['1.37', '1.37.2', 'traces'],
      ['1.38', '1.38.0-beta.0', 'traces'],
    ]);
  });

  it('word a successful pull with the figures that the release has', () => {
    expect(changesOf((messages) => messages.pulled(facts))).toEqual({
      '1.14': 'Successfully pulled image "root"',
      '1.22': 'Successfully pulled image "root" in 1m2.000999s',
      '1.23': 'Successfully pulled image "root" in 1.500123s (1m2.000999s including waiting)',
      '1.24': 'Successfully pulled image "root" in 1m2.000999s',
      '1.25': 'Successfully pulled image "root" in 1.500123s (1m2.000999s including waiting)',
      '1.28': 'Successfully pulled image "root" in 1.5s (1m2s including waiting)',
      '1.30': 'Successfully pulled image "root" in 1.5s (1m2s including waiting). Image size: 4096 bytes.',
    });
  });

  it('print 0.999 ms as 0s where durations are cut to milliseconds', () => {
    const short = { ...facts, pullMicros: 999, pullMicrosWithWaiting: 1_000 };
    expect(changesOf((messages) => messages.pulled(short))).toEqual({
      '1.14': 'Successfully pulled image "root"',
      '1.22': 'Successfully pulled image "root" in 1ms',
      '1.23': 'Successfully pulled image "root" in 999µs (1ms including waiting)',
      '1.24': 'Successfully pulled image "root" in 1ms',
      '1.25': 'Successfully pulled image "root" in 999µs (1ms including waiting)',
      '1.28': 'Successfully pulled image "root" in 0s (1ms including waiting)',
      '1.30': 'Successfully pulled image "root" in 0s (1ms including waiting). Image size: 4096 bytes.',
    });
  });

  it('share the texts that never changed, with the name quoted', () => {
    const shared = (messages: Messages) => [
      messages.pulling('a"b'),
      messages.failedToPull('root', '404 "x"'),
      messages.backOff('root'),
      messages.neverPresent('root'),
      messages.invalidName('Root', 'why'),
    ];
    expect(changesOf(shared)).toEqual({
      '1.14': [
        'Pulling image "a\\"b"',
        'Failed to pull image "root": 404 "x"',
        'Back-off pulling image "root"',
        'Container image "root" is not present with pull policy of Never',
        'Failed to apply default image tag "Root": why',
      ],
    });
  });

  it('carry the failure into the back-off result from 1.32 on', () => {
    const previous = { reason: 'ErrImagePull', message: '404' };
    const short = 'Back-off pulling image "root"';
    expect(changesOf((messages) => messages.backOffResult('root', previous))).toEqual({
      '1.14': short,
      '1.32': `${short}: ErrImagePull: 404`,
    });
    expect(changesOf((messages) => messages.backOffResult('root', undefined))).toEqual({ '1.14': short });
  });

  // Before 1.33 there is no credentials gate to consult.
  it('word a present image by the credentials gate, and repeat the event in its result from 1.32 on', () => {
    const short = 'Container image "root" already present on machine';
    const long = `${short} and can be accessed by the pod`;
    expect(changesOf((messages) => messages.present('root', true))).toEqual({ '1.14': short, '1.32': long });
    expect(changesOf((messages) => messages.present('root', false))).toEqual({ '1.14': short });
    expect(changesOf((messages) => messages.presentResult('root', true))).toEqual({
      '1.14': '',
      '1.32': long,
    });
    expect(changesOf((messages) => messages.presentResult('root', false))).toEqual({
      '1.14': '',
      '1.32': short,
    });
  });

  // imagePullPrecheck of 1.32.13 to 1.36.3 prints imageRef
  it('name the image in a failed inspection to 1.31', () => {
    expect(changesOf((messages) => messages.inspectFailed('root', 'boom'))).toEqual({
      '1.14': 'Failed to inspect image "root": boom',
      '1.32': 'Failed to inspect image "": boom',
    });
  });

  it('word created and started containers', () => {
    expect(changesOf((messages) => [messages.created('app'), messages.started('app')])).toEqual({
      '1.14': ['Created container app', 'Started container app'],
      '1.29': ['Created container: app', 'Started container app'],
      '1.35': ['Container created', 'Container started'],
    });
  });

  // pkg/features/kube_features.go of each release, and what each was seen to do
  it('have the image manager of their release', () => {
    // Off by default to 1.34, and off whatever is asked for where the release has no such gate.
    const gate = 'KubeletEnsureSecretPulledImages';
    const verifies = ({ release }: Profile) => [
      isFeatureGateOn(gate, release, {}),
      isFeatureGateOn(gate, release, { [gate]: true }),
    ];
    expect(changesIn(verifies)).toEqual({
      '1.14': [false, false],
      '1.33': [false, true],
      '1.35': [true, true],
    });
    expect(changesIn(({ recordsPulling }) => recordsPulling)).toEqual({
      '1.14': 'never',
      '1.26': 'starts',
      '1.27': 'startsAndEnds',
    });
    expect(changesIn(({ passesAnnotations }) => passesAnnotations)).toEqual({ '1.14': false, '1.22': true });
    expect(changesIn(({ limitsParallelPulls }) => limitsParallelPulls)).toEqual({
      '1.14': false,
      '1.27': true,
    });
    expect(changesIn(({ asksImageSize }) => asksImageSize)).toEqual({ '1.14': false, '1.30': true });
    expect(changesIn(({ passesRuntimeHandler }) => passesRuntimeHandler)).toEqual({
      '1.14': false,
      '1.29': true,
    });
    expect(changesIn(({ tellsMissingSecrets }) => tellsMissingSecrets)).toEqual({
      '1.14': 'never',
      '1.28': 'eachSync',
      '1.37': 'afterFailedPull',
    });
    expect(changesIn(({ finishesPullingWhenPresent }) => finishesPullingWhenPresent)).toEqual({
      '1.14': false,
      '1.35': true,
    });
    expect(changesIn(({ inspects }) => [inspects('Always'), inspects('Never')])).toEqual({
      '1.14': [true, true],
      '1.32': [false, true],
    });
    expect(changesIn(({ decide }) => decide('', undefined))).toEqual({
      '1.14': 'neverPresent',
      '1.32': 'pull',
    });
    expect(changesIn(({ readsSecrets }) => readsSecrets)).toEqual({
      '1.14': 'inPull',
      '1.33': 'afterInspection',
      '1.34': 'beforeVerification',
      '1.35': 'whenNeeded',
    });
    expect(
      changesIn(({ stopsChangedContainers, endingRounds }) => [stopsChangedContainers, endingRounds]),
    ).toEqual({ '1.14': ['inTurn', 'byUpdate'], '1.38': ['together', 'byWork'] });
    expect(changesIn(({ recordedNames }) => recordedNames)).toEqual({ '1.14': 'full', '1.36': 'asWritten' });
  });

  // pkg/kubelet/{pod_workers,kubelet}.go, pleg/generic.go, images/image_gc_manager.go,
  // util/pod_startup_latency_tracker.go, and events_cache.go of client-go
  it('have the retries, PLEG, image GC, startup latency and event filter of their release', () => {
    expect(changesIn(({ retry }) => [retry.capsAtSyncFrequency, retry.relistsOnDemand])).toEqual({
      '1.14': [false, false],
      '1.35': [true, false],
      '1.36': [true, true],
    });
    expect(changesIn(({ pleg }) => [pleg.asksContainersForIps, pleg.answersUnknownPodsAtOnce])).toEqual({
      '1.14': [true, false],
      '1.22': [false, false],
      '1.26': [false, true],
      '1.29': [false, false],
    });
    expect(
      changesIn(({ pleg }) => [pleg.reinspects, pleg.sendsPodSync, pleg.statusCountsFrom, pleg.relistsPods]),
    ).toEqual({
      '1.14': ['afterwards', false, 'inspection', false],
      '1.32': ['inTurn', false, 'inspection', false],
      '1.36': ['inTurn', true, 'listing', true],
    });
    expect(
      changesIn(({ imageGc }) => [imageGc.measuresFirst, imageGc.sparesPinned, imageGc.prunesPullRecords]),
    ).toEqual({
      '1.14': [true, false, false],
      '1.25': [true, true, false],
      '1.29': [false, true, false],
      '1.33': [false, true, true],
    });
    expect(changesIn(({ imageGc }) => [imageGc.knowsMaxAge, imageGc.waitsForMaxAge])).toEqual({
      '1.14': [false, true],
      '1.29': [true, false],
      '1.30': [true, true],
    });
    const insufficient = { usedPercent: 90, capacityBytes: 1024n, bytesToFree: 20n, freedBytes: 10n };
    expect(
      changesIn(({ imageGc }) => imageGc.insufficient(insufficient).split(' ').slice(0, 3).join(' ')),
    ).toEqual({
      '1.14': 'failed to garbage',
      '1.26': 'Failed to garbage',
      '1.35': 'Insufficient free disk',
    });
    expect(changesIn(({ startup }) => startup.pulls)).toEqual({ '1.14': 'firstToLast', '1.36': 'sessions' });
    expect(changesIn(({ events }) => [events.spamKeyHasType, events.recordQps])).toEqual({
      '1.14': [false, 5],
      '1.27': [false, 50],
      '1.32': [true, 50],
    });
  });

  // `cri-error-1`, `names`, `policy-empty-absent-gate-off`
  it('use the rules of their generation', () => {
    expect(changesIn((profile) => profile.pullFailure('root', 'RegistryUnavailable').message)).toEqual({
      '1.14': 'image pull failed for root because the registry is unavailable.',
      '1.22': 'RegistryUnavailable',
      '1.28': 'image pull failed for root because the registry is unavailable',
    });
    expect(changesIn((profile) => profile.applyDefaultImageTag('REG/foo'))).toEqual({
      '1.14': {
        error: `couldn't parse image reference "REG/foo": invalid reference format: repository name must be lowercase`,
      },
      '1.28': {
        error: `couldn't parse image name "REG/foo": invalid reference format: repository name must be lowercase`,
      },
      '1.29': { image: 'REG/foo:latest' },
    });
  });
});
