import { plegRules1_36 } from '../pleg/pleg-rules.ts';
import type { Profile } from '../profile.ts';
import { v1_35 } from './v1-35.ts';

/** Kubernetes 1.36, measured on 1.36.3: relists on demand, pull records by the name as written, the startup latency by sessions of pulling. */
export const v1_36: Profile = {
  ...v1_35,
  release: '1.36',
  version: '1.36.3',
  evidence: 'traces',
  recordedNames: 'asWritten',
  startup: { pulls: 'sessions', leavesOutInit: true, leavesOutStateful: true },
  retry: { ...v1_35.retry, relistsOnDemand: true },
  pleg: plegRules1_36,
};
