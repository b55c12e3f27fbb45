import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import type { JsonFields } from '../../../../src/reports/json/json-text.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
const kubelet = (fields: string) =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}\n`;
const pods = stream(
  podYaml('one', '{ containers: [{ name: a, image: acme/one:1 }] }'),
  podYaml('two', '{ containers: [{ name: a, image: acme/two:1 }] }'),
  scenarioYaml('images: [{ name: acme/one:1, size: 20MB }, { name: acme/two:1, size: 30MB }]'),
);
file('in.yaml', pods);
file(
  'volume.yaml',
  stream(
    podYaml(
      'one',
      '{ containers: [{ name: a, image: acme/one:1 }], volumes: [{ name: data, image: { reference: acme/two:1 } }] }',
    ),
    scenarioYaml('images: [{ name: acme/one:1, size: 20MB }, { name: acme/two:1, size: 30MB }]'),
  ),
);
file('new-field.yaml', kubelet('imageMaximumGCAge: 24h'));
file('locked.yaml', kubelet('featureGates: { ImageVolume: false }'));
file('crash.yaml', kubelet('crashLoopBackOff: { maxContainerRestartPeriod: 30s }'));

const upgrade = (words: string, more = {}) =>
  runInProcess(['upgrade', ...splitWords(words)], { cwd: folder, ...more });
const ofExample = (words: string) =>
  runInProcess(['upgrade', ...splitWords(words)], { env: { COLUMNS: '80' } });
const documentOf = (text: string) => checkedDocument(text, 'Upgrade') as unknown as JsonFields<'Upgrade'>;

const credentials = 'examples/who-may-use-the-image --from 1.34 --to 1.35 --seeds 5';

describe('windlass upgrade', () => {
  // KEP-2535: KubeletEnsureSecretPulledImages is on by default since 1.35 (pkg/features/kube_features.go of
  // v1.35.4).
  it('says what breaks with 1.35: who has to ask the registry, and who has the image no more', async () => {
    const { code, stdout } = await ofExample(`${credentials} -q`);
    expect(code).toBe(0);
    expect(stdout.slice(0, stdout.indexOf('\n\nTexts that change'))).toMatchInlineSnapshot(`
      "1 container asks the registry with 1.35 that did not with 1.34; 2 containers had
      the image and get it no longer.
      6 defaults change: here featureGates.KubeletEnsureSecretPulledImages,
      imagePullCredentialsVerificationPolicy matter.
      1 known bug comes, 2 go; this input meets none of them.
      All running after: never with 1.35, because pods do not run; 8.4 s before.

      Ask the registry now, and did not before
        team-b/guest/model (registry.example.com/private/model:1)
          1.34: used the image that was there
          1.35: asked the registry 5 times (the image was there, but the pod must have
                credentials for it), and never got it: failed to pull and unpack image
                "registry.example.com/private/model:1": failed to resolve image:
                unexpected status from HEAD request to
                https://registry.example.com/v2/private/model/manifests/1: 401
                Unauthorized

      No longer have their image
        team-b/guest-that-never-pulls/model (registry.example.com/private/model:1)
          1.34: used the image that was there
          1.35: never got it (the image was there, but the pod must have credentials
                for it): it is not present, with the policy Never"
    `);
    expect(stdout).toContain(
      '  Created (event of team-a/owner/model)\n    1.34: Created container: model\n    1.35: Container created\n',
    );
    expect(stdout).toMatch(
      /^ {2}featureGates\.KubeletEnsureSecretPulledImages \(false → true\): moves pulls here$/m,
    );
    expect(stdout).toMatch(/ \[image-of-others\]\. Fix: /);
  });

  // ImageVolume is on by default since 1.35.
  it('counts image volumes apart from containers', async () => {
    const { stdout } = await upgrade('volume.yaml --from 1.34 --to 1.35 --seeds 5 -q');
    expect(stdout.replaceAll('\n', ' ')).toContain(
      '1 image volume asks the registry with 1.35 that did not with 1.34; every container that',
    );
    expect(stdout).toContain('\n1 image volume had no image with 1.34, and gets it with 1.35.\n');
    expect(stdout).toMatch(/\nPods that run later with 1\.35\nPOD .*\ndefault\/one .*\n/);
  });

  // SetDefaults_KubeletConfiguration: serializeImagePulls is true where maxParallelImagePulls says nothing,
  // in 1.31 as in 1.36.
  it('says that pulls stay one at a time where nobody set them, and which default moves something', async () => {
    const { code, stdout } = await ofExample(
      'examples/head-of-line-blocking --from 1.31 --to 1.36 --seeds 5 -q',
    );
    expect(code).toBe(0);
    expect(stdout.slice(0, stdout.indexOf('\n\nKnown bugs'))).toMatchInlineSnapshot(`
      "No container asks the registry with 1.36 that did not with 1.31; every container
      that had its image has it still.
      8 defaults change: here featureGates.PLEGOnDemandRelist matters.
      14 known bugs come, 5 go; this input meets none of them. 1 more needs a gate or
      field that is off here.
      The pods run at the same times in every run.

      Texts that change, by an example
        Created (event of default/ml-trainer/trainer)
          1.31: Created container: trainer
          1.36: Container created
        Started (event of default/ml-trainer/trainer)
          1.31: Started container trainer
          1.36: Container started

      Defaults that change
        featureGates.ContainerRestartRules (– → true): moves nothing here
        featureGates.ImageVolume (false → true): moves nothing here
        featureGates.KubeletCrashLoopBackOffMax (– → true): moves nothing here
        featureGates.KubeletEnsureSecretPulledImages (– → true): moves nothing here
        featureGates.PLEGOnDemandRelist (– → true): moves figures here
        featureGates.RestartAllContainersOnContainerExits (– → true): moves nothing
        here
        crashLoopBackOff.maxContainerRestartPeriod (– → 5m): moves nothing here
        imagePullCredentialsVerificationPolicy (– → NeverVerifyPreloadedImages): moves
        nothing here

      Defaults of pulls that stay
        registryBurst=10, registryPullQPS=5, serializeImagePulls=true"
    `);
  });

  // ImageVolume is off by default in 1.34, and locked in 1.36 (pkg/features/kube_features.go): nothing takes
  // it back there.
  it('tries a new default that nothing takes back in the older release', async () => {
    const volumes = '[{ name: m, image: { reference: "quay.io/acme/model:1" } }]';
    const app = '{ name: app, image: acme/one:1, volumeMounts: [{ name: m, mountPath: /m }] }';
    file('volume.yaml', podYaml('model', `{ containers: [${app}], volumes: ${volumes} }`));
    const { stdout } = await upgrade('volume.yaml --from 1.34 --to 1.36 --seeds 5 -o json');
    const { sentences, defaults, commands } = documentOf(stdout);
    expect(sentences.find((sentence) => /defaults? changes?/.test(sentence))).toMatch(
      /: here featureGates\.ImageVolume, .* matter\.$/,
    );
    expect(defaults.find(({ field }) => field === 'featureGates.ImageVolume')).toEqual({
      ...{ field: 'featureGates.ImageVolume', before: 'false', after: 'true', isSet: false, moves: 'pulls' },
      command: 'windlass run volume.yaml --set featureGates.ImageVolume=true --kubelet-version 1.34',
    });
    expect(commands).toHaveLength(2);
  });

  // since, gate and setting of src/rules/kubelet/known-bugs
  it('sets the bugs apart that need a gate or a field that is off', async () => {
    const { stdout } = await upgrade('in.yaml --from 1.25 --to 1.33 --seeds 5 -o json');
    const { come } = documentOf(stdout).bugs;
    expect(come.flatMap(({ bug, isOff }) => (isOff ? [] : bug.id))).toEqual([
      'inspect-error-without-image',
      'pull-errors-are-kept',
      'startup-of-minus-292-years',
      'broken-secret-without-event',
      'broken-secret-fails-present-image',
    ]);
    const withGate = await upgrade(
      'in.yaml --from 1.25 --to 1.33 --seeds 5 -o json --set featureGates.ImageVolume=true',
    );
    const isOff = (text: string, id: string) =>
      documentOf(text).bugs.come.find(({ bug }) => bug.id === id)?.isOff;
    expect(isOff(stdout, 'image-volume-event-storm')).toBe(true);
    expect(isOff(stdout, 'age-gc-deletes-unused-at-once')).toBe(true);
    expect(isOff(withGate.stdout, 'image-volume-event-storm')).toBe(false);
  });

  it('names the new defaults of which no run can tell', async () => {
    const { stdout } = await upgrade('in.yaml --from 1.27 --to 1.36 --seeds 5 -o json');
    expect(documentOf(stdout).sentences).toContainEqual(
      expect.stringMatching(
        /; no run tells whether featureGates\.ImageMaximumGCAge, featureGates\.ImageVolume, .* do\.$/,
      ),
    );
  });

  it('has commands whose runs show what it says', async () => {
    const { stdout } = await ofExample(`${credentials} -o json`);
    const { commands, pulls, defaults, difference, sentences, from, to } = documentOf(stdout);
    expect([from.release, to.release]).toEqual(['1.34', '1.35']);
    expect(sentences[0]).toMatch(/^1 container asks the registry with 1\.35/);
    expect(pulls.map(({ pod, changes }) => [pod, changes])).toEqual([
      ['team-b/guest', ['asksAnew', 'fails']],
      ['team-b/guest-that-never-pulls', ['fails']],
    ]);
    expect(difference?.figures.find(({ name }) => name === 'pods not running')).toMatchObject({
      before: 0,
      after: 2,
      verdict: 'worse',
    });
    const calls = async (command: string) => {
      const [, ...words] = splitWords(command);
      const { stdout: trace } = await runInProcess([...words, '-o', 'trace', '-q']);
      const records = trace
        .split('\n')
        .filter((line) => line.includes('"op":"PullImage"') && line.includes('"type":"runtime"'));
      return records.filter((line) => line.includes('/team-b/guest/model"')).length;
    };
    expect(await Promise.all(commands.map(calls))).toEqual([0, pulls[0]?.after?.asked]);
    // Without the new default the guest asks nobody, as before.
    const restored = defaults.find(({ field }) => field === 'featureGates.KubeletEnsureSecretPulledImages');
    expect(restored).toMatchObject({ before: 'false', after: 'true', isSet: false, moves: 'pulls' });
    expect(await calls(restored?.command ?? '')).toBe(0);
  });

  it('knows which defaults the input sets itself, and then tries none of them', async () => {
    const { stdout } = await ofExample(
      `${credentials} -o json --set featureGates.KubeletEnsureSecretPulledImages=false`,
    );
    const { defaults, pulls } = documentOf(stdout);
    expect(pulls).toEqual([]);
    expect(
      defaults.find(({ field }) => field === 'featureGates.KubeletEnsureSecretPulledImages'),
    ).toMatchObject({
      isSet: true,
      moves: null,
    });
    expect(defaults.find(({ field }) => field === 'imagePullCredentialsVerificationPolicy')).toMatchObject({
      isSet: true,
      moves: null,
    });
  });

  it('tells bugs that come and the finding and the warning about one that the input would meet', async () => {
    const { stdout } = await upgrade(
      'in.yaml --from 1.31 --to 1.36 --seeds 5 -o json --set serializeImagePulls=false --set maxParallelImagePulls=40',
    );
    const { bugs, lint, warnings } = documentOf(stdout);
    expect(bugs.come.map(({ bug }) => bug.id)).toContain('striped-locks');
    expect(bugs.go.map(({ bug }) => bug.id)).toEqual(
      expect.arrayContaining(['one-bucket-for-all-types', 'pleg-inspected-twice']),
    );
    expect(lint.come.map(({ rule }) => rule)).toContain('parallel-pulls-panic');
    expect(warnings.join()).toContain('known bug striped-locks');
  });

  // k3s#11857: mended in v1.32.3+k3s1.
  it('has the bugs of a distribution whose patches the two versions name', async () => {
    const bugs = async (from: string, to: string) => {
      const { stdout } = await upgrade(`in.yaml --from ${from} --to ${to} --seeds 1 -q -o json`);
      const { come, go } = documentOf(stdout).bugs;
      const ids = (all: typeof go) => all.map(({ bug }) => bug.id).filter((id) => id.startsWith('k3s'));
      return [ids(come), ids(go)];
    };
    const bug = 'k3s-wildcard-mirror-not-found';
    expect(await bugs('v1.31.6+k3s1', 'v1.32.3+k3s1')).toEqual([[], [bug]]);
    expect(await bugs('v1.31.7+k3s1', 'v1.32.2+k3s1')).toEqual([[bug], []]);
    expect(await bugs('v1.31.6+k3s1', 'v1.32.2+k3s1')).toEqual([[], []]);
    expect(await bugs('v1.31.6', 'v1.32.3')).toEqual([[], []]);
  });

  it('says that a bug is met where the runs of one release meet it', async () => {
    const { stdout } = await upgrade(
      "in.yaml --from 1.31 --to 1.36 --seeds 1 --for 10m --fault 'notFound image=acme/one:1' -o json -q",
    );
    expect(
      documentOf(stdout)
        .bugs.go.filter(({ met }) => met)
        .map(({ bug }) => bug.id),
    ).toContain('back-off-is-an-error');
  });

  it.each([
    [
      'locked.yaml --from 1.35 --to 1.36',
      4,
      /^1\.36 refuses this input, and 1\.35 accepts it: 1 error\. See below\.\n\n1\.36 refuses\n {2}locked\.yaml:3:30: cannot set feature gate ImageVolume to false, feature is\n {2}locked to true\n/,
    ],
    [
      'crash.yaml --from 1.31 --to 1.36',
      0,
      /^1\.31 refuses this input, and 1\.36 accepts it, so there is nothing to compare\.\n\nOnly 1\.31 refuses\n {2}crash\.yaml:\d+:\d+: .*unknown field "crashLoopBackOff"/,
    ],
  ])('tells what a release refuses: %s', async (words, code, text) => {
    const outcome = await upgrade(`in.yaml ${words} -q`, { env: { COLUMNS: '80' } });
    expect([outcome.code, outcome.stdout]).toEqual([code, expect.stringMatching(text)]);
    const json = await upgrade(`in.yaml ${words} -q -o json`);
    expect(documentOf(json.stdout)).toMatchObject({ difference: null, pulls: [], seeds: [] });
  });

  it.each([
    ['--fail-on new-pulls', 4, '--fail-on new-pulls: team-b/guest/model, and 1 more'],
    ['--fail-on new-failures', 4, '--fail-on new-failures: team-b/guest/model, and 1 more'],
    [
      "--fail-if 'pods not running > 0'",
      4,
      "--fail-if 'pods not running > 0': pods not running is 2 with 1.35",
    ],
    ["--fail-if 'pulls > 100'", 0, ''],
  ])('%s exits with %s', async (words, code, message) => {
    const outcome = await ofExample(`${credentials} -q ${words}`);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stdout).not.toBe('');
  });

  it('goes back, too, and says so', async () => {
    const { code, stdout, stderr } = await upgrade('in.yaml --from v1.36.3 --to 1.31 --seeds 1');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('1.31 is older than v1.36.3: this is a downgrade'),
    ]);
    expect(stdout).toContain('Created container: a');
  });

  it.each([
    ['in.yaml --to 1.36', 2, "required option '--from <release>' not specified"],
    ['in.yaml --from 1.36 --to 1.36', 2, '--from and --to: both are 1.36, so nothing can differ'],
    [
      'in.yaml --from 1.16 --to 1.17',
      2,
      '--from and --to: 1.16 and 1.17 have the rules of 1.14 here, so nothing can differ',
    ],
    [
      'in.yaml --from 1.31 --to 1.63',
      2,
      '--to: "1.63" is not a release that Windlass knows; did you mean 1.23?',
    ],
    ['in.yaml --from 1.13 --to 1.36', 2, '--from: "1.13" is not a release that Windlass knows'],
    [
      'in.yaml --from old --to 1.36',
      2,
      '--from: "old" is not a release that Windlass knows\n  the releases are: 1.14, 1.22, ',
    ],
    [
      'in.yaml --from 1.31 --to 1.36 --kubelet-version 1.33',
      2,
      '--kubelet-version cannot be used with upgrade',
    ],
    ["in.yaml --from 1.31 --to 1.36 --fail-if 'worse'", 2, '--fail-if: "worse" cannot be read'],
    ['in.yaml --from 1.31 --to 1.36 --fail-on all', 2, 'Allowed choices are new-pulls, new-failures'],
    [
      'in.yaml --from 1.31 --to 1.36 --set maxPods=-1',
      3,
      'maxPods (--max-pods) -1 must not be a negative number',
    ],
    ['locked.yaml --from 1.27 --to 1.36', 3, 'feature is locked to true'],
    ['new-field.yaml --from 1.31 --to 1.36', 3, 'no pods in the input'],
    ['none.yaml --from 1.31 --to 1.36', 3, 'none.yaml'],
  ])('refuses %s', async (words, code, message) => {
    const outcome = await upgrade(words);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(message);
  });

  it('says nothing of figures after Ctrl-C before the first pair of runs', async () => {
    let looks = 0;
    const nowMs = () => 1_000 * looks++;
    const outcome = await upgrade('in.yaml --from 1.31 --to 1.36', { nowMs, untilStopped: async () => {} });
    expect([outcome.code, outcome.stdout]).toEqual([130, '']);
    expect(outcome.stderr).toContain('interrupted before the first seed');
  });
});
