import { z } from 'zod';

const text = z.string().default('');
const coordinates = { uid: text, namespace: text, name: text };
const apiVersion = z.enum(['kubelet.config.k8s.io/v1beta1', 'kubelet.config.k8s.io/v1alpha1']);

/** The records that the kubelet's strict decoder accepts. It refuses unknown fields and other kinds and versions. */
const record = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ImagePullIntent'), apiVersion, image: z.string().optional() }),
  z.strictObject({
    kind: z.literal('ImagePulledRecord'),
    apiVersion,
    imageRef: z.string().optional(),
    lastUpdatedTime: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
      .nullish(),
    credentialMapping: z
      .record(
        z.string(),
        z.strictObject({
          kubernetesSecrets: z.array(z.strictObject({ ...coordinates, credentialHash: text })).nullish(),
          kubernetesServiceAccounts: z.array(z.strictObject(coordinates)).nullish(),
          nodePodsAccessible: z.boolean().optional(),
        }),
      )
      .nullish(),
  }),
]);

export type RecordText = z.output<typeof record>;

/** Reads the content of a record's file as the kubelet does; undefined if the kubelet would refuse it. */
export function parseRecordText(content: string): RecordText | undefined {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return undefined;
  }
  const parsed = record.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}
