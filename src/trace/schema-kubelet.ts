import { z } from 'zod';
import {
  containerKind,
  count,
  failure,
  image,
  ms,
  nodeRecord,
  pod,
  podContainers,
  pull,
  text,
} from './schema-fields.ts';

/**
 * A pull credential in a record: where it comes from, and an identity that is the same for equal ones. It has
 * no secret values.
 */
export const credential = z
  .strictObject({
    source: z.enum(['secret', 'serviceAccount', 'node']).meta({ description: 'where it comes from' }),
    identity: text('opaque; equal user and password give equal identities'),
    namespace: text('of the secret or service account').exactOptional(),
    name: text('of the secret or service account').exactOptional(),
    uid: text('of the secret or service account').exactOptional(),
  })
  .meta({ description: 'PullImage: what it is tried with; absent: anonymous' });

/** The answer of the pull records for an image that was present. */
const credentialCheck = z
  .enum(['credentialPolicyAllowed', 'credentialRecordFound', 'mustAuthenticate', 'error'])
  .meta({
    description:
      'what the pull records said of an image that was there, as the kubelet’s mustpull metric names it; absent: not asked',
  });

/**
 * Records of the kubelet's actors: pod workers, image pulls, the event recorder. Each type has one schema.
 */
export const kubeletRecords = {
  pod: nodeRecord(
    'pod',
    'A pod came to the node, was changed, was refused by admission, ended, or is deleted.',
    {
      state: z.enum(['added', 'changed', 'rejected', 'terminated', 'deleting', 'deleted']).meta({
        description:
          'what became of it; `terminated`: it has ended by itself, and its containers are stopped; `deleted`: the API server no longer has it',
      }),
      pod,
      containers: podContainers,
      owner: z
        .strictObject({ kind: text('`Deployment` …'), name: text('of the workload') })
        .meta({ description: 'added: the workload that makes it; absent: none does' })
        .exactOptional(),
      reason: text('rejected: `OutOfpods` …; terminated: `Succeeded` or `Failed`').exactOptional(),
      message: text('rejected: the text of the status').exactOptional(),
      credentials: z
        .array(credential)
        .meta({ description: 'what its pull secrets and its service account give it; absent: nothing' })
        .exactOptional(),
    },
  ),
  sync: nodeRecord('sync', 'A round of the pod’s worker.', {
    state: z.enum(['started', 'finished']).meta({ description: 'begin or end of the round' }),
    pod,
    work: z
      .enum(['terminating', 'terminated'])
      .meta({ description: 'a round of `SyncTerminatingPod` or `SyncTerminatedPod`; absent: of `SyncPod`' })
      .exactOptional(),
    trigger: z
      .enum(['added', 'due', 'lifecycle', 'updated', 'reset', 'deleted', 'ended'])
      .meta({
        description: 'started: what woke the worker; `reset`: the round before has taken all containers away',
      })
      .exactOptional(),
    error: text('finished: what the round returned').exactOptional(),
    dueMs: ms('finished: the work queue hands the pod out at the first tick after this').exactOptional(),
  }),
  status: nodeRecord(
    'status',
    'The API status as the kubelet publishes it, with the reasons of the sync before. Only when it changed.',
    {
      pod,
      phase: z.enum(['Pending', 'Running', 'Succeeded', 'Failed']).meta({ description: '`status.phase`' }),
      reason: text('`status.reason`').exactOptional(),
      containers: z
        .array(
          z.strictObject({
            name: text('of the container'),
            kind: containerKind,
            state: z.enum(['waiting', 'running', 'terminated']).meta({ description: 'of the container' }),
            reason: text('`ErrImagePull`, `ImagePullBackOff`, `Completed` …').exactOptional(),
            message: text('of the waiting or terminated state').exactOptional(),
            exitCode: z.int().meta({ description: 'terminated: the exit code' }).exactOptional(),
            restarts: count('`restartCount`'),
            last: z
              .strictObject({
                exitCode: z.int().meta({ description: 'with which it ended' }),
                reason: text('`Error`, `Completed` …'),
              })
              .meta({ description: '`lastState.terminated`: how the container before this one ended' })
              .exactOptional(),
          }),
        )
        .meta({
          description:
            'container statuses: init containers in their order, the others by name, ephemeral ones last',
        }),
      restartsAllContainers: z
        .literal(true)
        .meta({ description: 'the condition `AllContainersRestarting`: this round takes them all away' })
        .exactOptional(),
      initialized: z
        .boolean()
        .meta({
          description:
            'the condition `Initialized`, where it does not follow from the containers: a pod stays initialized',
        })
        .exactOptional(),
    },
  ),
  sandbox: nodeRecord('sandbox', 'The pod’s sandbox.', {
    pull: pull.exactOptional(),
    state: z.enum(['pullingImage', 'creating', 'ready', 'failed', 'gone']).meta({
      description:
        'of the sandbox; `pullingImage`: the runtime has not got its own image for sandboxes (pause), and pulls it',
    }),
    pod,
    image: text('pullingImage: the runtime’s image for sandboxes').exactOptional(),
    error: text('failed: what `RunPodSandbox` returned').exactOptional(),
  }),
  container: nodeRecord('container', 'A container’s life in the runtime.', {
    state: z.enum(['creating', 'created', 'running', 'exited']).meta({ description: 'of the container' }),
    pod,
    container: text('name of the container'),
    exitCode: z.int().meta({ description: 'exited: the exit code' }).exactOptional(),
  }),
  pull: nodeRecord(
    'pull',
    'The image pull of one container or image volume (`EnsureImageExists`), as the kubelet sees it.',
    {
      state: z
        .enum([
          'joined',
          'inspecting',
          'present',
          'neverPresent',
          'invalidName',
          'inspectFailed',
          'secretsUnreadable',
          'backingOff',
          'askingCredentials',
          'credentialsAnswered',
          'waiting',
          'pulling',
          'pulled',
          'failed',
        ])
        .meta({
          description:
            '`joined`: waits for the pull of the same image by another pod (only where pulls are coalesced); `waiting`: asked for a slot; `pulling`: the runtime works; `backingOff`: refused until `untilMs`; `askingCredentials`: a credential provider is asked before the pull',
        }),
      pod,
      container: text('name of the container or image volume'),
      volume: z.literal(true).meta({ description: 'it is the pull of an image volume' }).exactOptional(),
      image: text('as written in the pod'),
      reason: text('failed: the sentinel, `ErrImagePull` …').exactOptional(),
      error: text(
        'failed: the runtime’s error; credentialsAnswered: why the provider gave none, as the kubelet logs it',
      ).exactOptional(),
      provider: text('askingCredentials, credentialsAnswered: the credential provider').exactOptional(),
      hasSlot: z
        .literal(true)
        .meta({ description: 'askingCredentials: the pull holds its slot meanwhile' })
        .exactOptional(),
      throttled: z
        .literal(true)
        .meta({ description: 'failed: `registryPullQPS` refused it, and the runtime was not called' })
        .exactOptional(),
      waitedMs: ms('pulled, failed: time waited for a slot').exactOptional(),
      tookMs: ms('pulled, failed: time with the slot').exactOptional(),
      sizeBytes: count('pulled: size of the image').exactOptional(),
      windowMs: ms('failed, backingOff: length of the back-off window in force').exactOptional(),
      untilMs: ms('failed, backingOff: its end').exactOptional(),
    },
  ),
  runtime: nodeRecord('runtime', 'A call of the kubelet’s image manager to the runtime.', {
    op: z.enum(['GetImageRef', 'PullImage', 'GetImageSize']).meta({ description: 'the call' }),
    image,
    annotations: z
      .record(z.string(), z.string())
      .meta({ description: 'passed with the image' })
      .exactOptional(),
    runtimeHandler: text('passed with the image').exactOptional(),
    credential: credential.exactOptional(),
  }),
  'runtime-return': nodeRecord('runtime-return', 'The runtime’s answer.', {
    op: z.enum(['PullImage']).meta({ description: 'the call' }),
    image,
    ref: text('reference of the image').exactOptional(),
    error: failure.exactOptional(),
    credential: credential.exactOptional(),
  }),
  event: nodeRecord('event', 'A Kubernetes event as the recorder gets it, before the correlator.', {
    eventType: z.enum(['Normal', 'Warning']).meta({ description: '`type`' }),
    reason: text('`Pulling`, `Pulled`, `Failed`, `BackOff` …'),
    message: text('the text'),
    pod: pod.exactOptional(),
    fieldPath: text('`spec.containers{app}`; absent: the pod (or node) itself').exactOptional(),
  }),
  pulling: nodeRecord(
    'pulling',
    'The recorder of pulling times (startup SLI) gets the start or the end of a pull of the pod.',
    {
      state: z.enum(['started', 'finished']).meta({ description: 'whether the pull started or finished' }),
    },
  ),
  result: nodeRecord('result', '`EnsureImageExists` returned.', {
    imageRef: text('reference of the image, or empty'),
    error: text('the sentinel’s text, empty on success'),
    message: text('message of the waiting state'),
    policy: text('pull policy of the call, as written'),
    present: z
      .boolean()
      .meta({
        description:
          'whether the image was found at the begin; absent: there was no inspection, or it failed',
      })
      .exactOptional(),
    pullRequired: z
      .boolean()
      .meta({ description: 'whether a pull was needed; absent: returned before that was decided' })
      .exactOptional(),
    credentialCheck: credentialCheck.exactOptional(),
  }),
};
