import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import { credentialsForImage } from '../../../rules/kubelet/credentials/credentials-for-image.ts';
import { credentialBugs } from '../../../rules/kubelet/known-bugs/credential-bugs.ts';
import { hasBug } from '../../../rules/kubelet/known-bugs.ts';
import { imageLocation } from '../../../rules/runtime/images/image-location.ts';
import { accessStatus } from '../../../rules/runtime/registry/registry-access.ts';
import { placesOfImage } from '../../../rules/runtime/registry/registry-host.ts';
import type { NodeInput } from '../../../run/simulation-input.ts';
import { harmFigures } from '../harm.ts';
import type { LintRule } from '../lint-rule.ts';
import type { ImageUse, LintKubelet, LintView } from '../lint-view.ts';

const kubelet = 'apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration';

const secretOfA = `apiVersion: v1
kind: Secret
metadata: { name: registry-a }
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"registry.example.com":{"username":"a","password":"not-a-real-password"}}}' }`;

/** A pod with a pull secret for a private image, and one without. */
const ownerAndGuest = `${secretOfA}
---
apiVersion: v1
kind: Pod
metadata: { name: owner }
spec: { imagePullSecrets: [{ name: registry-a }], containers: [{ name: model, image: 'registry.example.com/private/model:1' }] }
---
apiVersion: v1
kind: Pod
metadata: { name: guest }
spec: { containers: [{ name: model, image: 'registry.example.com/private/model:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 5m
arrivals: { pods: [{ match: Pod/guest, at: 1m }] }
images: [{ name: 'registry.example.com/private/model:1', size: 300MB }]
registries: { registry.example.com: { private: { 'private/*': [a] } } }`;

/** A pod of ECR, on a node whose credential provider has this pattern. */
function podOfEcr(pattern: string): string {
  return `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
- name: ecr-credential-provider
  matchImages: ['${pattern}']
  defaultCacheDuration: 12h
  apiVersion: credentialprovider.kubelet.k8s.io/v1
---
apiVersion: v1
kind: Pod
metadata: { name: app }
spec: { containers: [{ name: app, image: '123456789012.dkr.ecr.eu-west-1.amazonaws.com/app:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 5m
images: [{ name: '123456789012.dkr.ecr.eu-west-1.amazonaws.com/app:1', size: 300MB }]`;
}

/** A pod whose image is on the node from the start. */
function podOfPresentImage(configuration: string): string {
  return `{ ${kubelet}, ${configuration} }
---
apiVersion: v1
kind: Pod
metadata: { name: app }
spec: { containers: [{ name: app, image: 'registry.example.com/team/app:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { presentImages: ['registry.example.com/team/app:1'] } }
images: [{ name: 'registry.example.com/team/app:1', size: 300MB }]`;
}

/** Rules about pull secrets, and about credentials for images that are there already (KEP-2535). */
export const credentialRules: readonly LintRule[] = [
  {
    id: 'image-of-others',
    level: 'warning',
    title: 'pods with other pull secrets than those that their image was pulled with',
    reason:
      'From 1.35 on a pod may use an image that another one has pulled only with credentials that the registry accepts: without them it waits in ImagePullBackOff beside an image that is there.',
    fix: 'give both the same pull secret, or set imagePullCredentialsVerificationPolicy: NeverVerify',
    source: 'KEP-2535, kubernetes#137024; pkg/kubelet/images/pullmanager/image_pull_manager.go',
    find: (view) =>
      view.kubelets.flatMap((of) => {
        if (!verifies(of) || of.settings.imagePullCredentialsVerificationPolicy === 'NeverVerify') return [];
        return [...groupedBy(view.uses, ({ canonical }) => canonical).values()].flatMap((uses) => {
          const groups = secretGroups(uses);
          return uses
            .filter(
              (use) => use.policy !== 'Always' && isOn(use, of) && hasOthersWithSecrets(view, use, groups),
            )
            .map((use) => ({
              place: use.place,
              message: `${use.image} is pulled by other pods with pull secrets that these pods do not have`,
            }));
        });
      }),
    harm: {
      files: ownerAndGuest,
      fixed: { request: { set: ['imagePullCredentialsVerificationPolicy=NeverVerify'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'always-verify-pulls-again',
    level: 'warning',
    title: 'AlwaysVerify with images that are on the node from the start',
    reason:
      'AlwaysVerify holds for preloaded images too: there is no record of their credentials, so each of them is pulled once more.',
    fix: 'set imagePullCredentialsVerificationPolicy: NeverVerifyPreloadedImages, or list them in preloadedImagesVerificationAllowlist',
    source: 'KEP-2535; pkg/kubelet/images/pullmanager/image_pull_policies.go',
    find: (view) =>
      view.kubelets.flatMap((of) => {
        if (of.settings.imagePullCredentialsVerificationPolicy !== 'AlwaysVerify') return [];
        const images = new Set(
          of.nodes.flatMap((node) =>
            view.usesOn(node).flatMap((use) => (view.isPresent(use, node) ? [use.image] : [])),
          ),
        );
        const [first] = images;
        if (first === undefined) return [];
        const message = `AlwaysVerify pulls images again that are there from the start: ${first}${images.size > 1 ? ` and ${images.size - 1} more` : ''}`;
        return [{ place: view.placeOf('imagePullCredentialsVerificationPolicy'), message }];
      }),
    harm: {
      files: podOfPresentImage('imagePullCredentialsVerificationPolicy: AlwaysVerify'),
      fixed: { replace: [['AlwaysVerify', 'NeverVerifyPreloadedImages']] },
      figure: harmFigures.pulls,
    },
  },
  {
    id: 'allowlist-misses-tags',
    level: 'warning',
    title: 'an allowlist of preloaded images without wildcards',
    reason:
      'Up to 1.35 an entry without a wildcard names no image that has a tag or a digest, so that nothing is on the list.',
    fix: 'end the entry in /*, such as registry.example.com/team/*',
    source: credentialBugs.allowlistMissesTags.source,
    find: (view) =>
      view.kubelets.flatMap(({ release, settings: { preloadedImagesVerificationAllowlist: list = [] } }) => {
        const entry = list.find((each) => !each.endsWith('/*'));
        if (entry === undefined || !hasBug(release, credentialBugs.allowlistMissesTags)) return [];
        return [
          {
            place: view.placeOf('preloadedImagesVerificationAllowlist'),
            message: `kubelet ${release}: ${entry} names no image with a tag`,
          },
        ];
      }),
    harm: {
      files: podOfPresentImage(
        `imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages, preloadedImagesVerificationAllowlist: [registry.example.com/team/app]`,
      ),
      request: { kubeletVersion: '1.35' },
      fixed: { replace: [['[registry.example.com/team/app]', '[registry.example.com/team/*]']] },
      figure: harmFigures.pulls,
    },
  },
  {
    id: 'no-credentials',
    level: 'error',
    title: 'an image that its registry gives to nobody without a password, and nothing has one for it',
    reason:
      'Neither the pod’s pull secrets nor the node, nor a pattern (matchImages) of its credential providers match the image: the kubelet pulls it without a password. A pattern needs as many parts of the host as the image, the same port, and no https://.',
    fix: 'write a pattern such as *.dkr.ecr.*.amazonaws.com in the CredentialProviderConfig, or give the pod a pull secret',
    source: 'pkg/credentialprovider/keyring.go (URLsMatch), pkg/credentialprovider/plugin/plugin.go',
    find: (view) =>
      view.uses.flatMap((use) => {
        const node = [...use.podsByNode.keys()].find((each) => lacksCredentials(view, use, each));
        if (node === undefined) return [];
        const message = `${use.image} needs a password that neither the pod nor ${node.name} has`;
        return [{ place: use.place, message }];
      }),
    harm: {
      files: podOfEcr('https://*.dkr.ecr.*.amazonaws.com'),
      fixed: { replace: [['https://', '']] },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'pull-secret-missing',
    level: 'error',
    title: 'a pull secret that is not among the Secrets',
    reason:
      'The kubelet warns (FailedToRetrieveImagePullSecret) and pulls without it: a private image then fails.',
    fix: 'create the Secret in the namespace of the pod, or take its name out of imagePullSecrets',
    source: 'pkg/kubelet/kubelet_pods.go (getPullSecretsForPod)',
    find: (view) =>
      oneForEachPod(view.uses).flatMap((use) =>
        (use.pod.credentials?.missingSecrets ?? []).map((name) => ({
          place: view.pullSecretPlace(use, name),
          message: `the pull secret ${name} is not among the Secrets of namespace ${use.pod.namespace}`,
        })),
      ),
    harm: {
      files: ownerAndGuest.replace(
        'imagePullSecrets: [{ name: registry-a }]',
        'imagePullSecrets: [{ name: registry-b }]',
      ),
      fixed: {
        replace: [['imagePullSecrets: [{ name: registry-b }]', 'imagePullSecrets: [{ name: registry-a }]']],
      },
      figure: harmFigures.notRunning,
    },
  },
];

/** Whether the image is pulled on a node without a password, and its registry refuses that. */
function lacksCredentials(view: LintView, use: ImageUse, node: NodeInput): boolean {
  const { registry: host, repository } = imageLocation(use.canonical);
  const rules = view.input.registries[host]?.private;
  const isRefused = rules !== undefined && accessStatus(rules, repository, undefined) !== undefined;
  if (!isRefused || use.policy === 'Never' || (view.isPresent(use, node) && use.policy !== 'Always'))
    return false;
  const places = placesOfImage(node.registryHosts ?? {}, use.canonical)?.places ?? [{ host }];
  if (places.some((place) => place.host !== host)) return false;
  const { credentials } = use.pod;
  if ((credentials?.missingSecrets.length ?? 0) > 0) return false;
  const found = credentialsForImage(use.image, credentials, node.credentials ?? []);
  return 'credentials' in found && found.credentials.length === 0;
}

function verifies({ release, settings: { featureGates } }: LintKubelet): boolean {
  return isFeatureGateOn('KubeletEnsureSecretPulledImages', release, featureGates);
}

function isOn({ podsByNode }: ImageUse, { nodes }: LintKubelet): boolean {
  return nodes.some((node) => podsByNode.has(node));
}

/** Whether other pods on the same node use the image with pull secrets of which this one has none. */
function hasOthersWithSecrets(view: LintView, use: ImageUse, groups: readonly SecretGroup[]): boolean {
  const own = new Set(secretsOf(use));
  return groups.some(
    ({ secrets, nodes }) =>
      !secrets.some((secret) => own.has(secret)) &&
      [...use.podsByNode.keys()].some((node) => nodes.has(node) && !view.isPresent(use, node)),
  );
}

/** The pods that use an image with the same pull secrets. */
interface SecretGroup {
  readonly secrets: readonly string[];
  readonly nodes: ReadonlySet<NodeInput>;
}

/**
 * Groups the uses of an image that have pull secrets, so that many objects with one secret are looked at
 * once.
 */
function secretGroups(uses: readonly ImageUse[]): readonly SecretGroup[] {
  const bySecrets = groupedBy(uses, (use) => JSON.stringify(secretsOf(use)));
  return [...bySecrets.values()].flatMap((alike) => {
    const secrets = alike[0] === undefined ? [] : secretsOf(alike[0]);
    return secrets.length === 0
      ? []
      : [{ secrets, nodes: new Set(alike.flatMap(({ podsByNode }) => [...podsByNode.keys()])) }];
  });
}

function secretsOf({ pod }: ImageUse): readonly string[] {
  return (pod.credentials?.secrets ?? []).map(({ identity }) => identity);
}

function oneForEachPod(uses: readonly ImageUse[]): readonly ImageUse[] {
  return [...new Map(uses.map((use) => [use.workload, use])).values()];
}
