import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { entries, sortedMapOf } from '../../collections/sorted-map.ts';
import type { PulledRecord, PullIntent, RecordFile } from '../../kubelet/pull-records/record-files.ts';
import type { RecordedCredentials } from '../../kubelet/pull-records/recorded-credentials.ts';
import { parseRecordText } from './record-text.ts';

const apiVersion = 'kubelet.config.k8s.io/v1beta1';
/** The start of a script's clock. */
const epochMs = Date.UTC(2000, 0, 1);

/** Returns the name of a record's file. Mirrors `cacheFilename` in fs_pullrecords.go (1.36). */
export function recordFileName(name: string): string {
  return `sha256-${bytesToHex(sha256(utf8ToBytes(name)))}`;
}

/** Returns the content of an intent's file. */
export function intentFileJson({ record, text }: RecordFile<PullIntent>): unknown {
  return text === undefined ? { kind: 'ImagePullIntent', apiVersion, image: record?.image ?? '' } : shownText(text);
}

/** Returns the content of a pulled record's file. */
export function pulledFileJson({ record, text }: RecordFile<PulledRecord>): unknown {
  if (record === undefined || text !== undefined) return shownText(text ?? '');
  const { imageRef, lastUpdatedMicros, credentials } = record;
  const lastUpdatedTime = new Date(epochMs + Math.floor(lastUpdatedMicros / 1_000_000) * 1000).toISOString().replace('.000Z', 'Z');
  const mapping = Object.fromEntries(entries(credentials).map(([name, recorded]) => [name, credentialsJson(recorded)]));
  return {
    kind: 'ImagePulledRecord',
    apiVersion,
    lastUpdatedTime,
    imageRef,
    ...(credentials === undefined ? {} : { credentialMapping: mapping }),
  };
}

function credentialsJson({ nodePodsAccessible, secrets, serviceAccounts }: RecordedCredentials): object {
  return {
    ...(secrets.length === 0
      ? {}
      : {
          kubernetesSecrets: secrets.map(({ uid, namespace, name, credentialHash }) => ({ uid, namespace, name, credentialHash })),
        }),
    ...(serviceAccounts.length === 0
      ? {}
      : { kubernetesServiceAccounts: serviceAccounts.map(({ uid, namespace, name }) => ({ uid, namespace, name })) }),
    ...(nodePodsAccessible ? { nodePodsAccessible } : {}),
  };
}

/** Returns the content as JSON if it is JSON, otherwise as text. */
function shownText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns what somebody wrote into an intent's file. */
export function intentFileOf(text: string): RecordFile<PullIntent> {
  const parsed = parseRecordText(text);
  return parsed?.kind === 'ImagePullIntent' ? { record: { image: parsed.image ?? '' }, text } : { text };
}

/** Returns what somebody wrote into a pulled record's file. */
export function pulledFileOf(text: string): RecordFile<PulledRecord> {
  const parsed = parseRecordText(text);
  if (parsed?.kind !== 'ImagePulledRecord') return { text };
  const { imageRef = '', lastUpdatedTime, credentialMapping } = parsed;
  const mapping = Object.entries(credentialMapping ?? {}).map(
    ([name, { kubernetesSecrets = [], kubernetesServiceAccounts = [], nodePodsAccessible = false }]) =>
      [name, { nodePodsAccessible, secrets: kubernetesSecrets ?? [], serviceAccounts: kubernetesServiceAccounts ?? [] }] as const,
  );
  const lastUpdatedMicros = lastUpdatedTime == null ? Number.NEGATIVE_INFINITY : (Date.parse(lastUpdatedTime) - epochMs) * 1000;
  return { record: { imageRef, lastUpdatedMicros, credentials: sortedMapOf(mapping) }, text };
}
