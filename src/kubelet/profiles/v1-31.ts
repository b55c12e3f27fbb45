import type { Profile } from '../profile.ts';
import { v1_30 } from './v1-30.ts';

/** Kubernetes 1.31, measured on 1.31.14: image volumes, behind a gate (feature-gates.ts); otherwise as 1.30. */
export const v1_31: Profile = { ...v1_30, release: '1.31', version: '1.31.14', evidence: 'traces' };
