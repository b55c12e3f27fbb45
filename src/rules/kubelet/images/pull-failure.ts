import type { Profile } from '../profile.ts';

const registryUnavailable = 'RegistryUnavailable';
const signatureValidationFailed = 'SignatureValidationFailed';

/**
 * 1.14: an error that is exactly RegistryUnavailable keeps its name, every other is ErrImagePull.
 * Mirrors the end of `EnsureImageExists` in pkg/kubelet/images/image_manager.go of 2019-02.
 */
export const pullFailureOfExactSentinel: Profile['pullFailure'] = (image, error) =>
  error === registryUnavailable
    ? {
        reason: registryUnavailable,
        message: `image pull failed for ${image} because the registry is unavailable.`,
      }
    : plainPullFailure(image, error);

/**
 * 1.27: always ErrImagePull. The source still compares with the sentinel as 1.14 does, but by identity, and
 * no error that came through gRPC is identical with it (measured on 1.27.16: `cri-error-1`).
 */
export const plainPullFailure: Profile['pullFailure'] = (_image, error) => ({
  reason: 'ErrImagePull',
  message: error,
});

/**
 * An error that begins with one of two known names gets that name and a message of its own.
 * Mirrors `evalCRIPullErr` in pkg/kubelet/images/image_manager.go.
 */
export const pullFailureByPrefix: Profile['pullFailure'] = (image, error) => {
  if (error.startsWith(registryUnavailable)) {
    const detail = error.slice(registryUnavailable.length);
    return {
      reason: registryUnavailable,
      message: `image pull failed for ${image} because the registry is unavailable${detail}`,
    };
  }
  if (error.startsWith(signatureValidationFailed)) {
    const detail = error.slice(signatureValidationFailed.length);
    return {
      reason: signatureValidationFailed,
      message: `image pull failed for ${image} because the signature validation failed${detail}`,
    };
  }
  return plainPullFailure(image, error);
};
