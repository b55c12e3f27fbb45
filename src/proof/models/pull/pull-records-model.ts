import { pullRecordsReducer } from '../../../../machines/pull/pull-records.ts';
import { entries, get } from '../../../rules/collections/sorted-map.ts';
import { leftIntents } from '../../../rules/kubelet/pull-records/pull-records.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(pullRecordsReducer);

const image = 'registry.example/app:1';
const imageRef = 'sha256:app';
const intentsMax = 2;
const secret = {
  identity: 'credential-1',
  registryKey: 'registry.example',
  source: { kind: 'secret', namespace: 'default', name: 'registry', uid: 'registry' },
} as const;
const secretsError = 'unexpected end of JSON input';

/**
 * The pull records under each verification policy, for one image reference that is pulled anonymously or with
 * a secret.
 */
export const pullRecordsModel = model({
  input: ({ recorder, clock, neighbour }) => ({
    name: 'pull-records',
    recorder,
    clock,
    policy: '',
    inventory: neighbour('imageService'),
  }),
  starts: {
    'default policy': {},
    'never verify': { policy: 'NeverVerify' },
    'always verify': { policy: 'AlwaysVerify' },
  },
  events: ({ context, world: { neighbour } }) => {
    const {
      verification: { policy },
      records,
      isKept,
    } = context;
    const requester = neighbour('pull');
    const asked = (
      which: string,
      credentials: { credentials: readonly (typeof secret)[] } | { error: string },
    ) => named(`ACCESS.ASKED (${which})`, { image, imageRef, credentials, requester });
    const started = (gate: string, verifiesCredentials: boolean) =>
      named(`KUBELET.STARTED (gate ${gate})`, { verifiesCredentials, policy });
    return [
      // A kubelet without the feature gate does not ask.
      ...(isKept
        ? [
            asked('no secret', { credentials: [] }),
            asked('secret', { credentials: [secret] }),
            asked('broken secret', { error: secretsError }),
          ]
        : []),
      ...((get(records.underWay, image) ?? 0) < intentsMax ? [named('INTENT.RECORDED', { image })] : []),
      named('IMAGE_PULLED.RECORDED', { image, imageRef }),
      named('IMAGE_PULLED.RECORDED (with a secret)', { image, imageRef, credential: secret }),
      named('IMAGE_PULL_FAILED.RECORDED', { image }),
      named('RECORDS.PRUNED', { remaining: [], sinceMicros: 1_000_000 }),
      named('IMAGES.LISTED', {
        images: [{ id: imageRef, repoTags: [image], repoDigests: [], sizeBytes: 1_000, pinned: false }],
      }),
      named('IMAGES.LIST_FAILED', { error: 'rpc error: code = Unavailable desc = down' }),
      named('PULLED_FILE.CHANGED (unreadable)', { name: imageRef, file: { text: '{' } }),
      named('PULLED_FILE.CHANGED (deleted)', { name: imageRef }),
      named('INTENT_FILE.CHANGED (unreadable)', { name: image, file: { text: '{' } }),
      named('INTENT_FILE.CHANGED (deleted)', { name: image }),
      named('KUBELET.GONE'),
      started('on', true),
      started('off', false),
    ];
  },
  unreachable: [
    {
      item: 'pullRecords ACCESS.ASKED → (stays) if isKept = false',
      reason: 'a kubelet whose gate is off does not ask',
    },
  ],
  project: ({ context }) => {
    const { records, isKept } = context;
    const { disk, intents, pulled } = records;
    return [
      isKept,
      get(records.underWay, image) ?? 0,
      leftIntents(records),
      entries(disk.pulling.files).map(([, { record }]) => record !== undefined),
      entries(disk.pulled.files).map(([, { record }]) =>
        record === undefined
          ? null
          : entries(record.credentials).map(([name, { secrets }]) => [name, secrets.length]),
      ),
      [intents.size, intents.isAuthoritative, pulled.isAuthoritative],
      // The cache may have more, or less, than the file.
      entries(pulled.byKey).map(([, { value }]) =>
        entries(value.credentials).map(([name, { secrets }]) => [name, secrets.length]),
      ),
    ];
  },
});
