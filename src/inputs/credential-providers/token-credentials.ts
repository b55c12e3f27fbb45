import { noPodCredentials, type PullCredential } from '../../rules/kubelet/credentials/pull-credential.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { imageLocation } from '../../rules/runtime/images/image-location.ts';
import type { InputNotes } from '../input-notes.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import type { PodAccount } from '../nodes/read-pull-secrets.ts';
import { providerCredential } from './provider-credentials.ts';

type BuiltPod = Omit<PodSpec, 'arrivesAtMicros'>;

/**
 * Returns the pod with what its node's credential providers give for tokens of its service account. A provider
 * gives nothing to an account without an annotation that it requires: the kubelet does not run its program, and
 * says so only at verbosity 5 (`getServiceAccountData` in pkg/credentialprovider/plugin/plugin.go, v1.36.3).
 */
export function withTokenCredentials<Pod extends BuiltPod>(
  pod: Pod,
  { credentialProviders = [] }: BuiltNode,
  account: PodAccount,
  { assumptions, readings }: InputNotes,
): Pod {
  const { annotationKeys, ...coordinates } = account;
  const source = { kind: 'serviceAccount', ...coordinates } as const;
  const hosts = [...new Set(imagesOf(pod).map((image) => imageLocation(image).registry))];
  const credentials = credentialProviders.flatMap((provider): readonly PullCredential[] => {
    const { name, tokens } = provider;
    if (tokens === undefined) return [];
    const given = hosts.flatMap((host) => providerCredential(provider, host, source) ?? []);
    if (given.length === 0) return [];
    const missing = tokens.requiredAnnotations.find((key) => annotationKeys?.includes(key) === false);
    if (missing !== undefined) {
      const account = `service account ${source.namespace}/${source.name}`;
      readings.add(`${name} gives nothing to pods of ${account}: it has no annotation ${missing}.`);
      return [];
    }
    if (annotationKeys === undefined && tokens.requiredAnnotations.length > 0)
      assumptions.add('Service accounts have the annotations that credential providers require.');
    return given;
  });
  if (credentials.length === 0) return pod;
  const { serviceAccount, ...others } = pod.credentials ?? noPodCredentials;
  return { ...pod, credentials: { ...others, serviceAccount: [...serviceAccount, ...credentials] } };
}

function imagesOf({
  imageVolumes,
  initContainers,
  containers,
  ephemeralContainers,
}: BuiltPod): readonly string[] {
  const all = [...imageVolumes, ...initContainers, ...containers, ...ephemeralContainers];
  return all.map(({ image }) => image);
}
