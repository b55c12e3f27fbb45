import { z } from 'zod';
import { lazy } from '../../rules/values/memoize.ts';
import { defaultOf } from '../defaults.ts';
import {
  anyImage,
  atOnce,
  type FaultForm,
  field,
  image,
  lasting,
  node,
  registry,
  request,
  someLayers,
} from './fault-row.ts';
import {
  byteSizeShape,
  bytes,
  bytesPerSecond,
  durationShape,
  finiteByteRateShape,
  micros,
  positiveDurationShape,
} from './quantity-shapes.ts';

const httpStatus = z.int().min(400).max(599);
const takes = field(
  durationShape.optional().describe('How long each attempt takes (default 500ms)'),
  'duration',
  '500ms',
);
const pause = field(
  durationShape.optional().describe('How long nothing arrives before it happens, such as 60s (default 0s)'),
);
const afterBytes = field(
  byteSizeShape.describe('How many bytes of the answer arrive before, such as 2MB'),
  'size',
  '2MB',
);
const pauseOf = (given: { readonly pause?: string | undefined }) =>
  given.pause === undefined ? {} : { pauseMicros: micros(given.pause) };
const nothing = () => ({});

/**
 * Every kind of fault of a Scenario, one row each: what happens, its fields, and what the simulation reads of
 * them. The Scenario's schema, `--fault` and the page's form use these rows. src/rules/runtime/fault.ts has the
 * targets beside the types.
 */
const rows = lazy(
  () =>
    [
      lasting('registryDown', 'the registry refuses connections', { registry }, nothing),
      lasting(
        'errorRate',
        'a share of the requests fails',
        {
          registry,
          rate: field(
            z.number().min(0).max(1).describe('Share of requests that fail, 0 to 1'),
            'share',
            '0.3',
          ),
          status: field(
            httpStatus.optional().describe('HTTP status of the failures (default 500)'),
            'count',
            '500',
          ),
        },
        ({ rate, status }) => ({ rate, status: status ?? Number(defaultOf('faultStatus')) }),
      ),
      lasting(
        'rateLimit',
        'the registry answers 429 beyond a number of requests',
        {
          registry,
          requests: field(
            z.int().min(0).describe('Requests allowed per window; the next is answered with 429'),
            'count',
            '100',
          ),
          per: field(positiveDurationShape.describe('Length of the window'), 'duration', '1m'),
        },
        ({ requests, per }) => ({ requestsMax: requests, windowMicros: micros(per) }),
      ),
      lasting('notFound', 'the registry does not have the image', { registry, image: anyImage }, nothing),
      lasting('unauthorized', 'the registry refuses the credentials', { registry, image: anyImage }, nothing),
      lasting('stall', 'the registry sends nothing more', { registry }, nothing),
      lasting(
        'badStatus',
        'requests are answered with this status',
        {
          request,
          status: field(httpStatus.describe('HTTP status of the answer'), 'count', '503'),
          ...someLayers,
          pause,
          message: field(
            z.string().min(1).optional().describe('What the body of the answer says, as runtimes show it'),
          ),
          emptyBody: field(
            z
              .boolean()
              .optional()
              .describe('The answer has no body, so its connection is used again (default false)'),
          ),
        },
        ({ status, message, emptyBody, ...given }) => ({
          status,
          ...(message === undefined ? {} : { message }),
          ...(emptyBody === true ? ({ emptyBody } as const) : {}),
          ...pauseOf(given),
        }),
        'The registry answers with an error',
      ),
      lasting(
        'unanswered',
        'requests get no answer, and the connection stays open',
        { request, ...someLayers },
        nothing,
        'No answer, with the connection open, as long as the fault lasts',
      ),
      lasting(
        'connectionReset',
        'the connection is reset, at once or within a layer',
        {
          request,
          afterBytes: field(
            byteSizeShape
              .optional()
              .describe('How many bytes of a layer arrive before, such as 2MB (default: no answer at all)'),
            'size',
            '2MB',
          ),
          ...someLayers,
          pause,
        },
        ({ afterBytes: after, ...given }) => ({
          ...(after === undefined ? {} : { afterBytes: bytes(after) }),
          ...pauseOf(given),
        }),
        'RST: instead of an answer, or in the middle of a layer',
      ),
      lasting(
        'cutBody',
        'a layer ends too early',
        { afterBytes, ...someLayers, pause },
        ({ afterBytes: after, ...given }) => ({ afterBytes: bytes(after), ...pauseOf(given) }),
        'A layer ends too early, in an orderly way: runtimes go on with a Range request',
      ),
      lasting(
        'stalledBody',
        'a layer stops coming, and the connection stays open',
        { afterBytes, ...someLayers },
        ({ afterBytes: after }) => ({ afterBytes: bytes(after) }),
        'No more bytes of a layer arrive: only the runtime can end the pull',
      ),
      lasting(
        'trickle',
        'a layer arrives very slowly',
        {
          speed: field(
            finiteByteRateShape.describe('The rate from there on, such as 1kB/s'),
            'rate',
            '1kB/s',
          ),
          afterBytes: field(
            byteSizeShape
              .optional()
              .describe('How many bytes of a layer arrive before, such as 2MB (default 0)'),
            'size',
            '2MB',
          ),
          ...someLayers,
        },
        ({ speed, afterBytes: after }) => ({
          afterBytes: bytes(after ?? 0),
          bytesPerSecond: bytesPerSecond(speed) ?? 0,
        }),
        'A layer that goes on very slowly',
      ),
      lasting(
        'wrongDigest',
        'a layer is not what its digest says',
        someLayers,
        nothing,
        'All bytes of a layer come, and they are the wrong ones',
      ),
      lasting(
        'slowLink',
        "the node's link is slower",
        {
          node,
          link: field(finiteByteRateShape.describe("The node's rate during the fault"), 'rate', '10Mbit/s'),
        },
        ({ link }) => ({ bytesPerSecond: bytesPerSecond(link) ?? 0 }),
      ),
      lasting('diskFull', 'nothing can be written on the node', { node }, nothing),
      lasting(
        'runtimeDown',
        'the container runtime does not answer',
        {
          node,
          error: field(
            z
              .string()
              .min(1)
              .optional()
              .describe('What every listing and inspection of PLEG fails with (default: no connection)'),
            'text',
          ),
        },
        ({ error }) => ({ error: error ?? defaultOf('runtimeDownError') }),
      ),
      lasting(
        'runtimeSlow',
        'the container runtime is slow to list pods',
        {
          node,
          list: {
            ...field(
              durationShape
                .optional()
                .describe("How long listing all pods takes during the fault, instead of the node's relist"),
              'duration',
              '10s',
            ),
            isAsked: true,
          },
          podStatus: field(
            durationShape.optional().describe('How long inspecting one changed pod takes (default: nothing)'),
            'duration',
            '1s',
          ),
        },
        ({ list, podStatus }) => ({
          listMicros: list === undefined ? null : micros(list),
          podStatusMicros: podStatus === undefined ? null : micros(podStatus),
        }),
      ),
      atOnce(
        'kubeletRestart',
        'the kubelet restarts',
        {
          node,
          pulls: field(
            z
              .enum(['lost', 'completed'])
              .optional()
              .describe('What becomes of pulls under way in the runtime (default lost)'),
            'pulls',
          ),
          kubelet: field(
            z
              .record(z.string(), z.unknown())
              .optional()
              .describe(
                'Fields of KubeletConfiguration that change with it, for this restart and those after it; null: back to the default',
              ),
          ),
        },
        ({ pulls }) => ({ pulls: pulls ?? 'lost' }),
      ),
      atOnce('nodeReboot', 'the node reboots', { node }, nothing),
      atOnce('imageRemoved', 'someone removes the image from the node', { node, image }, nothing),
      lasting(
        'credentialsTake',
        'the credential provider of the kubelet is slow',
        {
          node,
          takes: field(
            durationShape.describe(
              'How long each run of its program takes; after 1m the kubelet ends it and pulls without a password',
            ),
            'duration',
            '12s',
          ),
        },
        ({ takes: took }) => ({ takesMicros: micros(took) }),
        'Slow credentials: the password for ECR, ACR and the like comes late, or not at all after a minute',
      ),
      lasting(
        'credentialsFail',
        'the credential provider of the kubelet fails',
        {
          node,
          error: field(
            z.string().min(1).describe('What its program writes to stderr'),
            'text',
            'no such role',
          ),
          takes,
        },
        ({ error, takes: took }) => ({
          error,
          takesMicros: micros(took ?? defaultOf('pullFailsTakes')),
        }),
        'No credentials: the pull of a private image goes on without a password',
      ),
      lasting(
        'pullFails',
        'pulls of the image fail',
        {
          node,
          image,
          error: field(z.string().min(1).describe("The runtime's error text"), 'text', 'manifest unknown'),
          takes,
          times: field(
            z.int().min(1).optional().describe('How many pulls fail: the first ones (default: all)'),
            'count',
            '2',
          ),
        },
        ({ error, takes: took, times }) => ({
          error,
          takesMicros: micros(took ?? defaultOf('pullFailsTakes')),
          times: times ?? null,
        }),
      ),
      lasting(
        'pullTakes',
        'pulls of the image take this long',
        { node, image, takes: field(durationShape.describe('How long each pull takes'), 'duration', '2m') },
        ({ takes: took }) => ({ takesMicros: micros(took) }),
      ),
    ] as const,
);

type Row = ReturnType<typeof rows>[number];

/** One fault of a Scenario with its times: the kinds of FaultInput in the user's notation. */
export const faultShape = lazy(() =>
  z.discriminatedUnion(
    'kind',
    rows().map(({ kind, shape }) =>
      kind === 'runtimeSlow'
        ? shape.refine(({ list, podStatus }) => list !== undefined || podStatus !== undefined, {
            error: 'list, podStatus or both',
          })
        : shape,
    ) as unknown as [Row['shape'], ...Row['shape'][]],
  ),
);

export type FaultDocument = z.infer<Row['shape']>;

/** The page's form of each kind. */
export const faultForms = lazy((): readonly FaultForm[] => rows().map(({ form }) => form));

/** The forms of the kinds that last for a time. */
export function lastingFaultForms(): readonly FaultForm[] {
  return faultForms().filter(({ fields }) => fields.some(({ name }) => name === 'until'));
}

/** An example of each kind, for the template of a Scenario. */
export const faultExamples = lazy((): readonly string[] => rows().map(({ example }) => example));

/** Returns the fields that the simulation reads of a fault, without its times and its target. */
export function ownFieldsOf(fault: FaultDocument): ReturnType<Row['read']> {
  const found = rows().find(({ kind }) => kind === fault.kind);
  if (found === undefined) throw new Error(`no fault of kind ${fault.kind}`);
  return found.read(fault as never);
}
