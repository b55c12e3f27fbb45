import type { Problems } from '../documents/problems.ts';
import { type Path, within } from '../documents/source-document.ts';
import { limits } from '../limits.ts';
import type { JobSpecDocument, PodSpecDocument } from './kubernetes-shapes.ts';
import { generatedName } from './pod-name.ts';
import { type Identity, type Workload, workloadOf } from './workload.ts';

/** `SetDefaults_Job`, pkg/apis/batch/v1/defaults.go, v1.36.3. */
const backoffLimitByDefault = 6;

/**
 * Returns the pods of Jobs that are made of one spec, as many as would do if none failed.
 *
 * @param path from the object to the spec of the Job
 * @param jobNames the names of the Jobs, one after the other
 */
export function jobPods(
  identity: Identity,
  job: JobSpecDocument,
  path: Path,
  jobNames: readonly string[],
  problems: Problems,
  notes: Set<string>,
): Workload {
  const { object } = identity;
  const parallelism = job.parallelism ?? 1;
  const completions = job.completions ?? null;
  const wanted = Math.max(completions ?? parallelism, 0);
  const pods = parallelism === 0 ? 0 : Math.min(wanted, Math.max(limits.podsOfJob, parallelism));
  const id = `${object.kind} ${identity.namespace}/${identity.name}`;
  if (job.suspend === true) notes.add(`${id} is suspended: no pods.`);
  else if (pods < wanted && parallelism > 0) notes.add(`${id}: only the first ${pods} of ${wanted} pods.`);
  const isIndexed = job.completionMode === 'Indexed';
  const policy = job.template.spec.restartPolicy;
  const specPath = [...path, 'template', 'spec'];
  if (policy !== 'OnFailure' && policy !== 'Never') {
    const message = `the restartPolicy of ${id} must be OnFailure or Never; the API server refuses it otherwise. OnFailure is taken.`;
    problems.warn(message, within(object, ...specPath, 'restartPolicy'));
  }
  const spec: PodSpecDocument = {
    ...job.template.spec,
    restartPolicy: policy === 'Never' ? 'Never' : 'OnFailure',
  };
  const podName = (ordinal: number, attempt: number) => {
    const jobName = jobNames[Math.floor(ordinal / pods)];
    const index = ordinal % pods;
    return generatedName(isIndexed ? `${jobName}-${index}-` : `${jobName}-`, `${id} ${ordinal} ${attempt}`);
  };
  const count = job.suspend === true ? 0 : pods * jobNames.length;
  return {
    ...workloadOf(identity, spec, specPath, count, podName),
    podMetadata: job.template.metadata ?? undefined,
    ends: true,
    job: {
      pods,
      completions,
      parallelism,
      backoffLimit: job.backoffLimit ?? backoffLimitByDefault,
      isIndexed,
    },
    update: object.kind === 'Job' ? 'refused' : 'later',
  };
}
