import type { IJob } from 'kubernetes-models/batch/v1';
import type { IConfigMap } from 'kubernetes-models/v1';
import { Document } from 'yaml';
import type { SweepPlan } from './job-plan.ts';

interface JobOptions {
  readonly image: string;
  readonly parallelism: number;
  /** `pvc:NAME` or `s3://BUCKET/PREFIX`. */
  readonly results: string;
}

/**
 * What a ConfigMap may hold (kubernetes/kubernetes, pkg/apis/core/validation: MaxSecretSize), with room for
 * its key.
 */
export const configMapBytesMax = (1 << 20) - 1_024;

const planFile = 'sweep.br';
const planFolder = '/windlass/plan';
const resultsFolder = '/windlass/results';
/** The user of the pods, who owns what they write. */
const user = 1_000;
/** How often a share may fail on average; a node that goes away counts too. */
const failuresPerShare = 4;
/** The Secret with the variables of the store. */
const s3Secret = 'windlass-s3';

/** Returns the ConfigMap with the inputs and the Job whose pods make one share each, as YAML. */
export function indexedJobText(
  { id, shares }: Pick<SweepPlan, 'id' | 'shares'>,
  plan: Buffer,
  options: JobOptions,
): string {
  const metadata = {
    name: `windlass-sweep-${id}`,
    labels: { 'app.kubernetes.io/name': 'windlass', 'app.kubernetes.io/component': 'sweep' },
  };
  const config: IConfigMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    immutable: true,
    binaryData: { [planFile]: plan.toString('base64') },
  };
  const job: IJob = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      completionMode: 'Indexed',
      completions: shares,
      parallelism: options.parallelism,
      backoffLimit: shares * failuresPerShare,
      template: { metadata: { labels: metadata.labels }, spec: workerPod(metadata.name, options) },
    },
  };
  // Lines of base64 are not folded.
  return [config, job]
    .map((object) => new Document(object, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 }))
    .join('---\n');
}

/** Returns the pod of a share. It may do nothing but read its plan and write its results. */
function workerPod(configMap: string, { image, results }: JobOptions) {
  const claim = /^pvc:(.+)$/.exec(results)?.[1];
  const place = claim === undefined ? results : resultsFolder;
  const plan = `${planFolder}/${planFile}`;
  return {
    restartPolicy: 'OnFailure' as const,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      fsGroup: user,
      seccompProfile: { type: 'RuntimeDefault' as const },
    },
    containers: [
      {
        name: 'worker',
        image,
        command: ['windlass', 'worker', '--plan', plan, '--results', place, '--workers', '1'],
        ...(claim === undefined ? { envFrom: [{ secretRef: { name: s3Secret } }] } : {}),
        resources: { requests: { cpu: '1', memory: '512Mi' }, limits: { memory: '2Gi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'plan', mountPath: planFolder, readOnly: true },
          ...(claim === undefined ? [] : [{ name: 'results', mountPath: resultsFolder }]),
        ],
      },
    ],
    volumes: [
      { name: 'plan', configMap: { name: configMap } },
      ...(claim === undefined ? [] : [{ name: 'results', persistentVolumeClaim: { claimName: claim } }]),
    ],
  };
}
