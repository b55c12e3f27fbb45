import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Actor } from 'xstate';
import { z } from 'zod';
import type { pullRecordsReducer } from '../../../../machines/pull/pull-records.ts';
import { parseShape } from '../../../inputs/documents/parse-shape.ts';
import { createSortedMap, entries } from '../../../rules/collections/sorted-map.ts';
import type { RecordFigures } from '../../../rules/kubelet/pull-records/pull-records.ts';
import type {
  PulledRecord,
  PullIntent,
  RecordFile,
} from '../../../rules/kubelet/pull-records/record-files.ts';
import type { RecordedCredentials } from '../../../rules/kubelet/pull-records/recorded-credentials.ts';

type Folder = 'pulling' | 'pulled';

/** The folder image_manager/ of a kubelet, for somebody who looks into it and sometimes writes to it. */
export class RecordFolder {
  readonly keeper: Actor<typeof pullRecordsReducer>;
  /** Files whose names are not those of records. The kubelet ignores them. */
  readonly #others = { pulling: new Map<string, string>(), pulled: new Map<string, string>() };
  #shown: Readonly<Record<Folder, string>> = { pulling: '[{},[]]', pulled: '[{},[]]' };

  constructor(keeper: Actor<typeof pullRecordsReducer>) {
    this.keeper = keeper;
  }

  get figures(): RecordFigures {
    return this.keeper.getSnapshot().context.records.figures;
  }

  /** Returns the content of each folder that has changed since the last call; undefined if none has. */
  changed(): Partial<Record<Folder, object>> | undefined {
    const { disk } = this.keeper.getSnapshot().context.records;
    const now = {
      pulling: {
        ...contents(this.#others.pulling),
        ...Object.fromEntries(entries(disk.pulling.files).map(([n, f]) => [n, intentFileJson(f)])),
      },
      pulled: {
        ...contents(this.#others.pulled),
        ...Object.fromEntries(entries(disk.pulled.files).map(([n, f]) => [n, pulledFileJson(f)])),
      },
    };
    // A record in its usual form but without the line feed of the kubelet's own encoder is a changed file.
    const shown = {
      pulling: JSON.stringify([
        now.pulling,
        entries(disk.pulling.files).map(([, file]) => file.text?.endsWith('\n') ?? true),
      ]),
      pulled: JSON.stringify([
        now.pulled,
        entries(disk.pulled.files).map(([, file]) => file.text?.endsWith('\n') ?? true),
      ]),
    };
    const changes = {
      ...(shown.pulling === this.#shown.pulling ? {} : { pulling: now.pulling }),
      ...(shown.pulled === this.#shown.pulled ? {} : { pulled: now.pulled }),
    };
    this.#shown = shown;
    return Object.keys(changes).length === 0 ? undefined : changes;
  }

  /** Writes a file, `pulled/sha256-…`, or deletes it if the content is null. */
  write(path: string, content: string | null): void {
    const [folder = '', name = ''] = path.split('/');
    if (folder !== 'pulling' && folder !== 'pulled') throw new Error(`the kubelet has no folder ${folder}`);
    if (!name.startsWith('sha256-') || name.endsWith('.tmp')) {
      if (content === null) this.#others[folder].delete(name);
      else this.#others[folder].set(name, content);
    } else if (folder === 'pulling') {
      this.keeper.send({
        type: 'INTENT_FILE.CHANGED',
        name,
        ...(content === null ? {} : { file: intentFileOf(content) }),
      });
    } else {
      this.keeper.send({
        type: 'PULLED_FILE.CHANGED',
        name,
        ...(content === null ? {} : { file: pulledFileOf(content) }),
      });
    }
  }

  /**
   * Rewrites the files of an older kubelet in the version of this one, as a kubelet does when it starts.
   * Mirrors `recordsVersionMigration` (1.36).
   */
  migrate(): void {
    const { disk } = this.keeper.getSnapshot().context.records;
    for (const [, { record, text }] of entries(disk.pulling.files)) {
      if (record !== undefined && isOld(text))
        this.keeper.send({
          type: 'INTENT_FILE.CHANGED',
          name: recordFileName(record.image),
          file: { record },
        });
    }
    for (const [, { record, text }] of entries(disk.pulled.files)) {
      if (record !== undefined && isOld(text))
        this.keeper.send({
          type: 'PULLED_FILE.CHANGED',
          name: recordFileName(record.imageRef),
          file: { record },
        });
    }
  }
}

function isOld(text: string | undefined): boolean {
  return text !== undefined && parseRecordText(text)?.apiVersion === 'kubelet.config.k8s.io/v1alpha1';
}

function contents(files: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...files].map(([name, text]) => [name, pulledFileJson({ text })]));
}

const apiVersion = 'kubelet.config.k8s.io/v1beta1';
/** The start of a script's clock. */
const epochMs = Date.UTC(2000, 0, 1);

/** Returns the name of a record's file. Mirrors `cacheFilename` in fs_pullrecords.go (1.36). */
export function recordFileName(name: string): string {
  return `sha256-${bytesToHex(sha256(utf8ToBytes(name)))}`;
}

/** Returns the content of an intent's file. */
function intentFileJson({ record, text }: RecordFile<PullIntent>): unknown {
  return text === undefined
    ? { kind: 'ImagePullIntent', apiVersion, image: record?.image ?? '' }
    : shownText(text);
}

/** Returns the content of a pulled record's file. */
function pulledFileJson({ record, text }: RecordFile<PulledRecord>): unknown {
  if (record === undefined || text !== undefined) return shownText(text ?? '');
  const { imageRef, lastUpdatedMicros, credentials } = record;
  const lastUpdatedTime = new Date(epochMs + Math.floor(lastUpdatedMicros / 1_000_000) * 1000)
    .toISOString()
    .replace('.000Z', 'Z');
  const mapping = Object.fromEntries(
    entries(credentials).map(([name, recorded]) => [name, credentialsJson(recorded)]),
  );
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
          kubernetesSecrets: secrets.map(({ uid, namespace, name, credentialHash }) => ({
            uid,
            namespace,
            name,
            credentialHash,
          })),
        }),
    ...(serviceAccounts.length === 0
      ? {}
      : {
          kubernetesServiceAccounts: serviceAccounts.map(({ uid, namespace, name }) => ({
            uid,
            namespace,
            name,
          })),
        }),
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
function intentFileOf(text: string): RecordFile<PullIntent> {
  const parsed = parseRecordText(text);
  return parsed?.kind === 'ImagePullIntent' ? { record: { image: parsed.image ?? '' }, text } : { text };
}

/** Returns what somebody wrote into a pulled record's file. */
function pulledFileOf(text: string): RecordFile<PulledRecord> {
  const parsed = parseRecordText(text);
  if (parsed?.kind !== 'ImagePulledRecord') return { text };
  const { imageRef = '', lastUpdatedTime, credentialMapping } = parsed;
  const mapping = Object.entries(credentialMapping ?? {}).map(
    ([name, { kubernetesSecrets = [], kubernetesServiceAccounts = [], nodePodsAccessible = false }]) =>
      [
        name,
        {
          nodePodsAccessible,
          secrets: kubernetesSecrets ?? [],
          serviceAccounts: kubernetesServiceAccounts ?? [],
        },
      ] as const,
  );
  const lastUpdatedMicros =
    lastUpdatedTime == null ? Number.NEGATIVE_INFINITY : (Date.parse(lastUpdatedTime) - epochMs) * 1000;
  return { record: { imageRef, lastUpdatedMicros, credentials: createSortedMap(mapping) }, text };
}

const text = z.string().default('');
const coordinates = { uid: text, namespace: text, name: text };
const apiVersions = z.enum(['kubelet.config.k8s.io/v1beta1', 'kubelet.config.k8s.io/v1alpha1']);

/**
 * The records that the kubelet's strict decoder accepts. It refuses unknown fields and other kinds and
 * versions.
 */
const record = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ImagePullIntent'),
    apiVersion: apiVersions,
    image: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('ImagePulledRecord'),
    apiVersion: apiVersions,
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

type RecordText = z.output<typeof record>;

/** Reads the content of a record's file as the kubelet does; undefined if the kubelet would refuse it. */
function parseRecordText(content: string): RecordText | undefined {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return undefined;
  }
  return parseShape(record, json)?.data;
}
