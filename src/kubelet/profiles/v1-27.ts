import { pulledWithDurations } from '../messages/pulled-messages.ts';
import type { Profile } from '../profile.ts';
import { plainPullFailure } from '../pull-failure.ts';
import { v1_14 } from './v1-14.ts';

/** Kubernetes 1.27, measured on 1.27.16: parallel pulls with a limit, durations, the pulling-time recorder. */
export const v1_27: Profile = {
  ...v1_14,
  release: '1.27',
  version: '1.27.16',
  pullFailure: plainPullFailure,
  messages: { ...v1_14.messages, pulled: pulledWithDurations },
  recordsPulling: true,
  passesAnnotations: true,
  limitsParallelPulls: true,
};
