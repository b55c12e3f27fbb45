import type { Profile } from '../profile.ts';
import { v1_14 } from './v1-14.ts';
import { v1_27 } from './v1-27.ts';
import { v1_30 } from './v1-30.ts';
import { v1_31 } from './v1-31.ts';
import { v1_32 } from './v1-32.ts';
import { v1_33 } from './v1-33.ts';
import { v1_34 } from './v1-34.ts';
import { v1_35 } from './v1-35.ts';
import { v1_36 } from './v1-36.ts';

/** Every profile, the oldest first. */
export const profiles: readonly [Profile, ...Profile[]] = [v1_14, v1_27, v1_30, v1_31, v1_32, v1_33, v1_34, v1_35, v1_36];

/** The release of the newest profile, which a run has unless somebody says otherwise. */
export const newestRelease = v1_36.release;
