import fc from 'fast-check';
import { knownCriSockets } from '../../../rules/kubeadm/cri-sockets.ts';
import { type RuntimeCallName, runtimeCallNames } from '../../../rules/kubeadm/runtime-call.ts';
import { grpcCodes, type KubeadmScript, type ScriptOutcome } from './script-schema.ts';

/** The name of every random script. A script that is kept gets a name of its own. */
const randomScriptName = 'random';

const image = fc.constantFrom('a', 'b', 'c', 'registry.k8s.io/pause:3.9', 'a b', '100%s');
const sandbox = fc.constantFrom('p1', 'p2', 'p3');
const socket = fc.constantFrom(...knownCriSockets, 'unix:///other.sock');
const word = fc.constantFrom('error', 'same', 'line 1\nline 2 %d\n', 'quo"te', 'busy\n');
/** No call ends exactly at the deadline, because two timers of Go race there. */
const takesMs = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(1, 5, 10, 100, 500, 1500) },
  { weight: 1, arbitrary: fc.constantFrom(1999, 2001, 2500, 60_000) },
);

/** The sandbox image in the CRI's verbose status. */
const config = fc.constantFrom(
  '{"sandboxImage":"registry.k8s.io/pause:3.9"}',
  '{"sandboxImage":" p\\n","other":[1,{"a":null}]}',
  '{"SANDBOXIMAGE":"p"}',
  '{"sandboxImage":"a","sandboxImage":"b"}',
  '{"sandboxImage":""}',
  '{}',
  'null',
  '[]',
  '7',
  'true',
  '"p"',
  '',
  'wrong',
  '{"sandboxImage":3}',
  '{"sandboxImage":{}}',
  '{"sandboxImage":[]}',
  '{"sandboxImage":false}',
  '{"sandboxImage":null}',
  '{"sandboxImage":"p"} x',
  '{"sandboxImage":"p",}',
  '{"sandboxImage" "p"}',
  '{"sandboxImage":"p" "q"}',
  '{sandboxImage:"p"}',
  '{"sandboxImage":"p',
  '{"sandboxImage":tru}',
  '{"n":01}',
  '{"n":-}',
  '{"n":1.}',
  '{"n":1e+}',
  '["a" "b"]',
  '{"a":"\\x"}',
  '{"a":"\\u12g4"}',
  '{"a":"\t"}',
);

const execOutcome: fc.Arbitrary<ScriptOutcome> = fc
  .record({
    takesMs,
    ending: fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 3, arbitrary: fc.constantFrom(1, 2, 125).map((exitCode) => ({ exitCode })) },
      { weight: 1, arbitrary: fc.constantFrom('signal: killed', 'exec: failed').map((error) => ({ error })) },
    ),
    output: fc.option(
      fc.oneof(
        word,
        fc.constantFrom('p1\np2', ' p1\t\u0085p2 \r\n', '<no value>\n', ' registry.k8s.io/pause:3.9\n'),
      ),
      {
        nil: undefined,
      },
    ),
  })
  .map(({ ending, ...rest }) => ({ ...without(rest), ...ending }));

const criOutcome: fc.Arbitrary<ScriptOutcome> = fc
  .record({
    takesMs,
    ending: fc.oneof(
      { withCrossShrink: true },
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: word.map((error) => ({ error })) },
      { weight: 2, arbitrary: fc.record({ error: word, code: fc.constantFrom(...grpcCodes) }) },
    ),
    present: fc.option(fc.boolean(), { nil: undefined }),
    sandboxes: fc.option(fc.array(fc.constantFrom('p1', 'p2', 'a b', ''), { maxLength: 3, size: 'max' }), {
      nil: undefined,
    }),
    conditions: fc.option(
      fc.array(
        fc
          .record({
            type: fc.constantFrom('RuntimeReady', 'NetworkReady'),
            status: fc.boolean(),
            said: fc.constantFrom({}, { reason: 'starting' }, { reason: 'starting', message: 'not "yet"' }),
          })
          .map(({ said, ...condition }) => ({ ...condition, ...said })),
        { maxLength: 3, size: 'max' },
      ),
      { nil: undefined },
    ),
    // Without `config` kubeadm prints the whole status, in a form that Go leaves unstable on purpose.
    info: config.map((text) => ({ config: text })),
  })
  .map(({ ending, ...rest }) => ({ ...without(rest), ...ending }));

const call: fc.Arbitrary<KubeadmScript['calls'][number]> = fc
  .record({
    op: fc.oneof(
      fc.constantFrom<RuntimeCallName>('pullImage', 'pullImagesInParallel', 'removeContainers'),
      fc.constantFrom(...runtimeCallNames),
    ),
    image,
    images: fc.uniqueArray(image, { maxLength: 5, size: 'max' }),
    repeated: fc.nat(19),
    ifNotPresent: fc.boolean(),
    ids: fc.array(sandbox, { maxLength: 4, size: 'max' }),
    existing: fc.subarray([...knownCriSockets, 'unix:///other.sock']),
    known: fc.option(fc.array(socket, { maxLength: 4, size: 'max' }), { nil: undefined }),
  })
  .map(({ op, image: one, images, repeated, ifNotPresent, ids, existing, known }) => {
    if (op === 'pullImage' || op === 'imageExists') return { op, image: one };
    if (op === 'pullImagesInParallel')
      return { op, images: repeated === 19 ? [...images, ...images.slice(0, 1)] : images, ifNotPresent };
    if (op === 'removeContainers') return { op, ids };
    if (op === 'detectCRISocket') return { op, existing, ...without({ known }) };
    return { op };
  });

const execLines = [
  'info',
  '-D=false info',
  '-D=false pods -q',
  'stopp',
  'rmp',
  'stopp p1',
  'rmp p2',
  'inspecti',
  'inspecti a',
  'pull',
  'pull a',
  'pull b',
  'pull c',
  '',
];
const criLines = [
  'Status',
  'ListPodSandbox',
  'StopPodSandbox',
  'StopPodSandbox p1',
  'RemovePodSandbox',
  'RemovePodSandbox p2',
  'ImageStatus',
  'ImageStatus a',
  'PullImage',
  'PullImage a',
  'PullImage b',
  'PullImage c',
  'RuntimeConfig',
];

/** Returns random scripts of kubeadm's container runtime util that obey the protocol. */
export function randomScript(): fc.Arbitrary<KubeadmScript> {
  return fc
    .record({
      socket,
      crictl: fc.oneof(
        { withCrossShrink: true },
        { weight: 8, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom({ path: '/opt/bin/crictl' }, { error: 'crictl not found' }) },
      ),
      exec: fc.dictionary(
        fc.constantFrom(...execLines),
        fc.array(execOutcome, { maxLength: 6, size: 'max' }),
        {
          maxKeys: 6,
          noNullPrototype: true,
          size: 'max',
        },
      ),
      cri: fc.dictionary(fc.constantFrom(...criLines), fc.array(criOutcome, { maxLength: 6, size: 'max' }), {
        maxKeys: 6,
        noNullPrototype: true,
        size: 'max',
      }),
      connect: fc.oneof(
        { withCrossShrink: true },
        { weight: 8, arbitrary: fc.constant({}) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom('NewRemoteRuntimeService', 'NewRemoteImageService'), criOutcome)
            .map(([line, outcome]) => ({ [line]: [outcome] })),
        },
      ),
      calls: fc.array(call, { minLength: 1, maxLength: 8, size: 'max' }),
    })
    .map(({ cri, connect, crictl, ...rest }) => ({
      kind: 'kubeadm' as const,
      name: randomScriptName,
      ...rest,
      ...without({ crictl }),
      cri: { ...cri, ...connect, Status: cri.Status ?? [statusWithConfig] },
    }));
}

const statusWithConfig: ScriptOutcome = { info: { config: '{"sandboxImage":"registry.k8s.io/pause:3.9"}' } };

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Returns the object without its undefined fields. */
function without<T extends object>(fields: T): Partial<Present<T>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Present<T>
  >;
}
