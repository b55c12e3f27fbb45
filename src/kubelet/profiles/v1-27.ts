import { imageGcRules1_27 } from '../image-gc/image-gc-rules.ts';
import { plainPullFailure } from '../images/pull-failure.ts';
import { pulledWithDurations } from '../messages/pulled-messages.ts';
import { plegRules1_27 } from '../pleg/pleg-rules.ts';
import type { Profile } from '../profile.ts';
import { v1_14 } from './v1-14.ts';

/** Kubernetes 1.27, measured on 1.27.16: parallel pulls with a limit, durations, the pulling-time recorder. */
export const v1_27: Profile = {
  ...v1_14,
  release: '1.27',
  version: '1.27.16',
  evidence: 'traces',
  pullFailure: plainPullFailure,
  messages: { ...v1_14.messages, pulled: pulledWithDurations },
  recordsPulling: true,
  // The defaults were 5 and 10 before, and have grown tenfold.
  events: { ...v1_14.events, recordQps: 50, recordBurst: 100 },
  passesAnnotations: true,
  limitsParallelPulls: true,
  imageGc: imageGcRules1_27,
  pleg: plegRules1_27,
};
