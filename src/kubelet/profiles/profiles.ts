import type { Profile } from '../profile.ts';
import { v1_14 } from './v1-14.ts';
import { v1_27 } from './v1-27.ts';
import { v1_31 } from './v1-31.ts';
import { v1_36 } from './v1-36.ts';

/** Every profile, the oldest first. */
export const profiles: readonly [Profile, ...Profile[]] = [v1_14, v1_27, v1_31, v1_36];
