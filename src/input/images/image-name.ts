import { z } from 'zod';
import { parseImageReference } from '../../kubelet/images/image-reference.ts';

/** An image's full name taken apart, as the kubelet's parser does. */
export interface ImageName {
  /** `library/redis` */
  readonly repository: string;
  readonly tag: string | undefined;
  /** One text for all spellings of the same name: `docker.io/library/redis:latest`. */
  readonly canonical: string;
}

/** Takes any spelling of an image's name apart; undefined where it is no valid name. */
export function imageName(written: string): ImageName | undefined {
  const parsed = parseImageReference(written);
  if ('error' in parsed) return undefined;
  const { domain, path, digest } = parsed;
  // With tag and digest the digest decides what is pulled, but the tag decides the pull policy.
  const tag = parsed.tag ?? (digest === undefined ? 'latest' : undefined);
  return { repository: path, tag, canonical: `${domain}/${path}${digest === undefined ? `:${tag}` : `@${digest}`}` };
}

/** A valid image name, in any spelling. */
export const imageShape = z
  .string()
  .max(500)
  .refine((written) => imageName(written) !== undefined, { error: 'an image name such as registry.k8s.io/pause:3.10' });

/** The host as images carry it: Docker Hub's other names become `docker.io`. */
export function registryHost(written: string): string {
  return ['index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com'].includes(written) ? 'docker.io' : written;
}

/**
 * What the API server fills in for a missing imagePullPolicy: Always for the tag latest, or neither tag nor digest, else IfNotPresent
 * (SetDefaults_Container in pkg/apis/core/v1/defaults.go; a name that does not parse gets IfNotPresent there too).
 */
export function defaultPullPolicy(written: string): 'Always' | 'IfNotPresent' {
  return imageName(written)?.tag === 'latest' ? 'Always' : 'IfNotPresent';
}
