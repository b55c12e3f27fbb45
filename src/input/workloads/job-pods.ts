import type { Problems } from '../documents/problems.ts';
import type { Path } from '../documents/source-document.ts';
import type { JobSpecDocument, PodSpecDocument } from './kubernetes-shapes.ts';
import { generatedName } from './pod-name.ts';
import { type Identity, type Workload, workloadOf } from './workload.ts';

/**
 * Returns the pods of Jobs that are made of one spec: those that run side by side.
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
  const wanted = Math.min(job.completions ?? parallelism, parallelism);
  const id = `${object.kind} ${identity.namespace}/${identity.name}`;
  if (job.suspend === true) notes.add(`${id} is suspended: no pods.`);
  else if ((job.completions ?? 0) > wanted)
    notes.add(`${id}: only the first ${wanted} of ${job.completions} pods, which run side by side.`);
  const policy = job.template.spec.restartPolicy;
  const specPath = [...path, 'template', 'spec'];
  if (policy !== 'OnFailure' && policy !== 'Never') {
    const place = { document: object.document, path: [...object.path, ...specPath, 'restartPolicy'] };
    const message = `the restartPolicy of ${id} must be OnFailure or Never; the API server refuses it otherwise. OnFailure is taken.`;
    problems.warn(message, place);
  }
  const spec: PodSpecDocument = { ...job.template.spec, restartPolicy: policy === 'Never' ? 'Never' : 'OnFailure' };
  const podName = (ordinal: number, attempt: number) => {
    const jobName = jobNames[Math.floor(ordinal / wanted)];
    const index = ordinal % wanted;
    return generatedName(job.completionMode === 'Indexed' ? `${jobName}-${index}-` : `${jobName}-`, `${id} ${ordinal} ${attempt}`);
  };
  const count = job.suspend === true ? 0 : wanted * jobNames.length;
  return {
    ...workloadOf(identity, spec, specPath, count, podName),
    podMetadata: job.template.metadata ?? undefined,
    ends: true,
    update: object.kind === 'Job' ? 'refused' : 'later',
  };
}
