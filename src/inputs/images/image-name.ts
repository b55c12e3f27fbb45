import { z } from 'zod';
import { parseImageReference } from '../../rules/kubelet/images/image-reference.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Complaint } from '../documents/problems.ts';
import { limits } from '../limits.ts';

/** The parts of an image's full name, as the kubelet's parser finds them. */
interface ImageName {
  /** The repository without the host, `library/redis`. */
  readonly repository: string;
  readonly tag: string | undefined;
  /** One text for all spellings of the same name: `docker.io/library/redis:latest`. */
  readonly canonical: string;
}

/** Parses any spelling of an image's name; undefined if it is not valid. */
export function imageName(written: string): ImageName | undefined {
  const parsed = parseImageReference(written);
  if ('error' in parsed) return undefined;
  const { domain, path, digest } = parsed;
  // With tag and digest, the digest decides what is pulled, but the tag decides the pull policy.
  const tag = parsed.tag ?? (digest === undefined ? 'latest' : undefined);
  return {
    repository: path,
    tag,
    canonical: `${domain}/${path}${digest === undefined ? `:${tag}` : `@${digest}`}`,
  };
}

/** A text that names an image, valid or not: a kubelet says what is wrong with it. */
export const writtenImageShape = z.string().min(1).max(limits.imageNameLength);

/** A valid image name, in any spelling. */
export const imageShape = z
  .string()
  .max(500)
  .refine((written) => imageName(written) !== undefined, {
    error: 'an image name such as registry.k8s.io/pause:3.10',
  });

/** Returns what is wrong with a text that should be an image's name. */
export function noImageName(written: string, expected = 'a name such as redis:7.2'): Complaint {
  return { code: 'IMAGE_NAME', message: `${shownValue(written)} is not an image name`, expected };
}

/** Returns the host in the form that images have: Docker Hub's other names become `docker.io`. */
export function registryHost(written: string): string {
  return ['index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com'].includes(written)
    ? 'docker.io'
    : written;
}

/**
 * Returns what the API server sets for a missing imagePullPolicy: Always for the tag latest and without tag
 * and digest, otherwise IfNotPresent (SetDefaults_Container in pkg/apis/core/v1/defaults.go; an invalid name
 * gets IfNotPresent there too).
 */
export function defaultPullPolicy(written: string): 'Always' | 'IfNotPresent' {
  return imageName(written)?.tag === 'latest' ? 'Always' : 'IfNotPresent';
}
