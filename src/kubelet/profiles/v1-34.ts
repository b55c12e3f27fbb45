import type { Profile } from '../profile.ts';
import { v1_33 } from './v1-33.ts';

/**
 * Kubernetes 1.34, read from the source of 1.34.4: pull secrets are left alone where the image is there and the gate
 * KubeletEnsureSecretPulledImages is off (images/image_manager.go). Nothing else that counts here changed since 1.33.13.
 */
export const v1_34: Profile = { ...v1_33, release: '1.34', version: '1.34.4', readsSecrets: 'beforeVerification' };
