import type { RuntimeOptions } from '../profiles/runtime-options.ts';
import type { RuntimeProfile, RuntimeWording } from '../profiles/runtime-profile.ts';
import { errorTextContainerd16 } from './error-texts-containerd-1-6.ts';
import { errorTextContainerd24 } from './error-texts-containerd-2-4.ts';
import { errorTextCriO } from './error-texts-cri-o.ts';

/**
 * Returns how a runtime of this wording words its errors with these options: the path and the snapshotter
 * show in them.
 */
export function selectErrorText(
  wording: RuntimeWording,
  options: Pick<RuntimeOptions, 'path' | 'snapshotter'>,
): RuntimeProfile['errorText'] {
  switch (wording) {
    case 'containerd://1.6':
      return (error, image) => errorTextContainerd16(error, image, { ...options, wording: '1.6' });
    case 'containerd://1.7':
      return (error, image) => errorTextContainerd16(error, image, { ...options, wording: '1.7' });
    case 'containerd://2.1':
      return (error, image) => errorTextContainerd24(error, image, { ...options, wording: '2.1' });
    case 'containerd://2.4':
      return (error, image) => errorTextContainerd24(error, image, { ...options, wording: '2.4' });
    case 'cri-o://1.33':
      return errorTextCriO;
  }
}
