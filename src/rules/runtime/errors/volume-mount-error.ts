import type { RuntimeProfile } from '../profiles/runtime-profile.ts';

/**
 * Returns the error of CreateContainer when the image of a volume is gone, as the kubelet prints it.
 *
 * Mirrors `mutateMounts` of containerd (internal/cri/server/container_image_mount.go, 2.1.4 and 2.2.0) and
 * `mountImage` of CRI-O (server/container_create_linux.go, 1.34.0).
 */
export function volumeMountError({ wording, volumeErrorPrefix }: RuntimeProfile, imageRef: string): string {
  const missing =
    wording === 'cri-o://1.33'
      ? `image "${imageRef}" does not exist locally`
      : `failed to resolve image "${imageRef}": not found`;
  return `${volumeErrorPrefix}${missing}`;
}
