import { describe, expect, it } from 'vitest';
import { isFeatureGateOn } from '../../../src/kubelet/feature-gates.ts';
import type { Messages, PulledFacts } from '../../../src/kubelet/profile.ts';
import { profiles } from '../../../src/kubelet/profiles/profiles.ts';

const facts: PulledFacts = { image: 'root', pullMicros: 1_500_123, pullMicrosWithWaiting: 62_000_999, sizeBytes: 4096 };

// In the order 1.14 (seeds/004_*), 1.27.16, 1.31.14, 1.36.3: pkg/kubelet/images/image_manager.go and
// pkg/kubelet/kuberuntime/kuberuntime_container.go of each; the image texts also agree with conformance/traces.
function each<T>(ask: (messages: Messages) => T): T[] {
  return profiles.map((profile) => ask(profile.messages));
}

function all<T>(text: T): T[] {
  return [text, text, text, text];
}

describe('profiles', () => {
  it('are in order of release and name the measured patch', () => {
    expect(profiles.map(({ release, version }) => [release, version])).toEqual([
      ['1.14', '1.14.10'],
      ['1.27', '1.27.16'],
      ['1.31', '1.31.14'],
      ['1.36', '1.36.3'],
    ]);
  });

  it('word a successful pull with what the release knows of it', () => {
    expect(each((messages) => messages.pulled(facts))).toEqual([
      'Successfully pulled image "root"',
      'Successfully pulled image "root" in 1.500123s (1m2.000999s including waiting)',
      'Successfully pulled image "root" in 1.5s (1m2s including waiting). Image size: 4096 bytes.',
      'Successfully pulled image "root" in 1.5s (1m2s including waiting). Image size: 4096 bytes.',
    ]);
  });

  // semantics §16.9
  it('print 0.999 ms as 0s where durations are cut to milliseconds', () => {
    const short = { ...facts, pullMicros: 999, pullMicrosWithWaiting: 1_000 };
    expect(each((messages) => messages.pulled(short)).slice(1)).toEqual([
      'Successfully pulled image "root" in 999µs (1ms including waiting)',
      'Successfully pulled image "root" in 0s (1ms including waiting). Image size: 4096 bytes.',
      'Successfully pulled image "root" in 0s (1ms including waiting). Image size: 4096 bytes.',
    ]);
  });

  it('share the texts that never changed, with the name quoted', () => {
    expect(each((messages) => messages.pulling('a"b'))).toEqual(all('Pulling image "a\\"b"'));
    expect(each((messages) => messages.failedToPull('root', '404 "x"'))).toEqual(all('Failed to pull image "root": 404 "x"'));
    expect(each((messages) => messages.backOff('root'))).toEqual(all('Back-off pulling image "root"'));
    expect(each((messages) => messages.neverPresent('root'))).toEqual(
      all('Container image "root" is not present with pull policy of Never'),
    );
    expect(each((messages) => messages.invalidName('Root', 'why'))).toEqual(all('Failed to apply default image tag "Root": why'));
  });

  it('carry the failure into the back-off result in 1.36 only', () => {
    const previous = { reason: 'ErrImagePull', message: '404' };
    const short = 'Back-off pulling image "root"';
    expect(each((messages) => messages.backOffResult('root', previous))).toEqual([short, short, short, `${short}: ErrImagePull: 404`]);
    expect(each((messages) => messages.backOffResult('root', undefined))).toEqual(all(short));
  });

  it('tell a present image apart by the credentials gate in 1.36, and repeat the event in its result', () => {
    const short = 'Container image "root" already present on machine';
    const long = `${short} and can be accessed by the pod`;
    expect(each((messages) => messages.present('root', true))).toEqual([short, short, short, long]);
    expect(each((messages) => messages.present('root', false))).toEqual(all(short));
    expect(each((messages) => messages.presentResult('root', true))).toEqual(['', '', '', long]);
    expect(each((messages) => messages.presentResult('root', false))).toEqual(['', '', '', short]);
  });

  // imagePullPrecheck of 1.36.3 prints imageRef
  it('name the image in a failed inspection, but for 1.36', () => {
    const named = 'Failed to inspect image "root": boom';
    expect(each((messages) => messages.inspectFailed('root', 'boom'))).toEqual([named, named, named, 'Failed to inspect image "": boom']);
  });

  it('word created and started containers', () => {
    expect(each((messages) => [messages.created('app'), messages.started('app')])).toEqual([
      ['Created container app', 'Started container app'],
      ['Created container app', 'Started container app'],
      ['Created container: app', 'Started container app'],
      ['Container created', 'Container started'],
    ]);
  });

  // semantics §4, §7, §16 and the sources' pkg/features/kube_features.go
  it('have what their release has', () => {
    // Off by default, and off whatever is asked for where the release has no such gate.
    const verifies = 'KubeletEnsureSecretPulledImages';
    const rows = profiles.map((profile) => [
      profile.recordsPulling,
      profile.finishesPullingWhenPresent,
      profile.asksImageSize,
      profile.passesRuntimeHandler,
      profile.passesAnnotations,
      profile.limitsParallelPulls,
      isFeatureGateOn(verifies, profile.release, {}),
      isFeatureGateOn(verifies, profile.release, { [verifies]: true }),
      profile.retry.capsAtSyncFrequency,
      profile.retry.relistsOnDemand,
      profile.inspects('Always'),
      profile.inspects('Never'),
    ]);
    expect(rows).toEqual([
      [false, false, false, false, false, false, false, false, false, false, true, true],
      [true, false, false, false, true, true, false, false, false, false, true, true],
      [true, false, true, true, true, true, false, false, false, false, true, true],
      [true, true, true, true, true, true, true, true, true, true, false, true],
    ]);
  });

  // `cri-error-1`, `names`, `policy-empty-absent-gate-off`
  it('use the rules of their generation', () => {
    expect(profiles.map((profile) => profile.pullFailure('root', 'RegistryUnavailable').message)).toEqual([
      'image pull failed for root because the registry is unavailable.',
      'RegistryUnavailable',
      'image pull failed for root because the registry is unavailable',
      'image pull failed for root because the registry is unavailable',
    ]);
    const refused = { error: `couldn't parse image reference "REG/foo": invalid reference format: repository name must be lowercase` };
    const accepted = { image: 'REG/foo:latest' };
    expect(profiles.map((profile) => profile.applyDefaultImageTag('REG/foo'))).toEqual([refused, refused, accepted, accepted]);
    expect(profiles.map((profile) => profile.decide('', undefined))).toEqual(['neverPresent', 'neverPresent', 'neverPresent', 'pull']);
  });
});
