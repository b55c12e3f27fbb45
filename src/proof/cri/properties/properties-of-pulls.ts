import { type CriCall, overlap } from '../cri-call.ts';
import type { CriRun } from '../cri-run.ts';
import type { RegistryRequest, ServedImage } from '../cri-trace.ts';
import { credentialsByUser } from '../script-registry.ts';
import { cancelMsMax } from '../time-limits.ts';
import { type CriJudgement, type CriProperty, judgement } from './cri-property.ts';

/** containerd and CRI-O try 5 to 6 times, and with HTTP and HTTPS in turn twice as often. */
const triesMax = 12;

/** What PullImage answers, and what the registry sees of it. */
export const propertiesOfPulls: readonly CriProperty[] = [
  {
    name: 'every-call-is-answered',
    says: 'Every call is answered, also one that was cancelled or whose registry fails.',
    source: 'kubelet, pkg/kubelet/images/puller.go: with serial pulls the next image waits for the answer',
    judge: ({ calls }) =>
      calls.map((call) =>
        judgement(call, call.reply.code === 'none' && `no answer to ${call.op} ${call.reference}`),
      ),
  },
  {
    name: 'healthy-pull-succeeds',
    says: 'A pull succeeds if the registry serves all that it asks for, whatever happens to others at the same time.',
    source: 'kubelet, pkg/kubelet/images/image_manager.go: a failed pull delays the pod by the back-off',
    judge: (run) => pulls(run, (pull) => (isHealthy(pull, run) ? failureOf(pull) : undefined)),
  },
  {
    name: 'image-is-whole',
    says: 'An image that the runtime has was sent whole by the registry.',
    source: 'OCI distribution specification 1.1, Pulling blobs',
    judge: (run) => wholeness(run, (blob) => !blob.corrupt),
  },
  {
    name: 'wrong-content-is-refused',
    says: 'Content that does not have the digest that it was asked by makes no image.',
    source:
      'OCI distribution specification 1.1, Pulling manifests and blobs: clients should verify the digest',
    judge: (run) => wholeness(run, (blob) => blob.corrupt),
  },
  {
    name: 'tag-is-asked-for',
    says: 'Each pull of a tag asks the registry what the tag has now; those that are called at once, with the same credentials, may ask together.',
    source:
      'imagePullPolicy: Always, and the admission plugin AlwaysPullImages, which protects private images by it',
    judge: (run) =>
      pulls(run, (pull) => {
        if (pull.reply.code !== 'OK' || !pull.reference.endsWith(':1')) return undefined;
        // Calls for one name at once may be one pull.
        const together = run.calls.filter(
          (call) =>
            call.op === 'pull' &&
            call.as === pull.as &&
            call.reference === pull.reference &&
            overlap(call, pull),
        );
        const asked = together.some((call) => run.requestsDuring(call).some(({ kind }) => kind === 'tag'));
        return !asked && `${pull.reference} was pulled without a request for the tag`;
      }),
  },
  {
    name: 'private-image-needs-credentials',
    says: 'A private image is pulled only with the right credentials, also where the runtime has it already.',
    source: 'kubelet, pkg/kubelet/images/image_manager.go; AlwaysPullImages',
    judge: (run) =>
      pulls(run, (pull) => {
        if (!run.trace.script.registry?.isPrivate || pull.as === 'alice') return undefined;
        const whose = pull.as === undefined ? 'without credentials' : 'with a wrong password';
        return pull.reply.code === 'OK' && `${pull.reference} was pulled ${whose}`;
      }),
  },
  {
    name: 'credentials-stay-at-the-registry',
    says: 'A request that the registry redirects to another host goes there without its Authorization header.',
    source: 'RFC 9110, 15.4 (redirects): remove Authorization; S3 answers 400 to two ways of authentication',
    judge: ({ requests }) =>
      requests
        .filter(({ isStore }) => isStore)
        .map(({ atMs, authorization, image }) => ({
          atMs,
          ...(authorization === 'none'
            ? {}
            : {
                violation: `the store of ${image ?? 'blobs'} got an Authorization header: ${authorization}`,
              }),
        })),
  },
  {
    name: 'passwords-are-not-told',
    says: 'No answer has a password in it.',
    source: 'the kubelet writes the message into events, which many can read',
    judge: ({ calls }) =>
      calls.flatMap((call) => {
        const { message } = call.reply;
        if (message === undefined || call.as === undefined) return [];
        const { username, password } = credentialsByUser[call.as];
        const encoded = btoa(`${username}:${password}`);
        const isTold = message.includes(password) || message.includes(encoded);
        return [judgement(call, isTold && `the message of pull ${call.call} has the password in it`)];
      }),
  },
  {
    name: 'present-content-is-kept',
    says: 'A pull of an image that the runtime has asks for none of its layers again.',
    source: 'kubelet, imagePullPolicy: Always: costs a request, not the image',
    judge: judgeRepeatedPulls,
  },
  {
    name: 'shared-layer-comes-once',
    says: 'A layer that two pulls need at the same time is fetched once.',
    source:
      'containerd, core/content: a lock for each digest; CRI-O, internal/storage: one pull at a time by name',
    judge: judgeSharedLayers,
  },
  {
    name: 'cancel-ends-the-transfer',
    says: `A pull that is cancelled, and that no one else waits for, ends its requests within ${cancelMsMax / 1000} s.`,
    source: 'kubelet, pkg/kubelet/cri/remote/remote_image.go: cancels pulls when it stops',
    judge: judgeCancelled,
  },
  {
    name: 'failure-names-its-cause',
    says: 'The message of a pull that has failed has the status with which the registry refused it, or what it said.',
    source: 'kubelet: the message is all that people see of the cause, in the event Failed',
    judge: (run) => pulls(run, (pull) => unnamedCause(pull, run)),
  },
  {
    name: 'tries-are-bounded',
    says: `A pull asks for the same bytes no more than ${triesMax} times without success.`,
    source: 'registries count requests (429); the kubelet has a back-off for what fails',
    judge: (run) => pulls(run, (pull) => tooManyTries(pull, run)),
  },
];

/** `violation` returns undefined where a pull is none that the property is about. */
function pulls(
  { calls }: CriRun,
  violation: (call: CriCall) => string | false | undefined,
): readonly CriJudgement[] {
  return calls.flatMap((call) => {
    const judged = call.op === 'pull' ? violation(call) : undefined;
    return judged === undefined ? [] : [judgement(call, judged)];
  });
}

function failureOf({ reference, reply: { code, message = '' } }: CriCall): string | false {
  return code !== 'OK' && code !== 'none' && `the pull of ${reference} failed: ${code} ${message}`;
}

/** Whether the registry lets in who pulls. */
function isWelcome({ as }: CriCall, { trace: { script } }: CriRun): boolean {
  return script.registry?.isPrivate ? as === 'alice' : as !== 'mallory';
}

/** Whether nothing happened to a pull that could make it fail. */
function isHealthy(pull: CriCall, run: CriRun): boolean {
  if (pull.cancelMs !== undefined || !isWelcome(pull, run)) return false;
  const others = run.calls.filter(
    (call) => call !== pull && call.image === pull.image && overlap(call, pull),
  );
  // The same image may have one pull for several calls.
  const isDisturbed = others.some(
    ({ op, cancelMs, as }) => op === 'remove' || cancelMs !== undefined || as !== pull.as,
  );
  const isMoved = run.servedAt(pull.image, pull.startMs) !== run.servedAt(pull.image, pull.endMs);
  if (isDisturbed || isMoved) return false;
  return run.requestsDuring(pull).every(({ fault, status }) => fault === undefined && isFine(status));
}

/** A client may ask without a token first, and for what there is not. */
function isFine(status: number | undefined): boolean {
  return status !== undefined && (status < 400 || status === 401 || status === 404);
}

interface MissingBlob {
  readonly name: string;
  /** It came, with other bytes than its digest says. */
  readonly corrupt: boolean;
}

/** Judges every image that the runtime has: none of its blobs may be one that never came whole. */
function wholeness(run: CriRun, isMeant: (blob: MissingBlob) => boolean): readonly CriJudgement[] {
  return run.calls.flatMap((call) => {
    const [image] = call.reply.images ?? [];
    if (call.op !== 'status' || image === undefined) return [];
    const content = run
      .everServed(call.image)
      .find(({ digest }) => image.repoDigests.some((each) => each.endsWith(`@${digest}`)));
    if (content === undefined) return [];
    const missing = missingBlobs(content, run, call.endMs).find(isMeant);
    const how = missing?.corrupt ? 'came only with other bytes than its digest says' : 'never came whole';
    return [
      judgement(
        call,
        missing !== undefined && `${call.reference} is there, and ${missing.name} of it ${how}`,
      ),
    ];
  });
}

function missingBlobs(
  { config, layers }: ServedImage,
  { requests }: CriRun,
  beforeMs: number,
): readonly MissingBlob[] {
  const blobs = [
    ['its config', config] as const,
    ...layers.map((digest, index) => [`layer ${index + 1}`, digest] as const),
  ];
  return blobs.flatMap(([name, digest]) => {
    const sent = requests.filter(
      (each) => each.digest === digest && each.method === 'GET' && each.isWhole && each.atMs <= beforeMs,
    );
    if (sent.some(({ fault }) => fault !== 'wrongDigest')) return [];
    return [{ name, corrupt: sent.length > 0 }];
  });
}

function judgeRepeatedPulls(run: CriRun): readonly CriJudgement[] {
  return pulls(run, (pull) => {
    const { image, reference, startMs, reply } = pull;
    const served = run.servedAt(image, startMs);
    const status = run.calls.findLast(
      (call) => call.op === 'status' && call.reference === reference && call.endMs <= startMs,
    );
    if (reply.code !== 'OK' || served === undefined || status === undefined) return undefined;
    const expected = run.expected(status);
    const isPresent = expected.kind === 'present' && expected.digest === served.digest;
    const isAlone = !run.calls.some(
      ({ op, endMs, call }) =>
        (op === 'pull' || op === 'remove') && call < pull.call && endMs >= status.startMs,
    );
    if (!isPresent || !isAlone || status.reply.images?.length === 0) return undefined;
    const again = run
      .requestsDuring(pull)
      .find(
        (each) => each.method === 'GET' && each.kind === 'layer' && served.layers.includes(each.digest ?? ''),
      );
    return again !== undefined && `${reference} was there, and its pull fetched layer ${again.digest} again`;
  });
}

/** Only pulls without faults are judged that nothing disturbs: after a failure, content is fetched again. */
function judgeSharedLayers(run: CriRun): readonly CriJudgement[] {
  const { calls, requests, trace } = run;
  if (trace.script.faults !== undefined) return [];
  const others = (pull: CriCall): readonly CriCall[] =>
    calls.filter(
      (call) => call !== pull && (call.op === 'pull' || call.op === 'remove') && overlap(call, pull),
    );
  const parallel = calls.filter((pull) => pull.op === 'pull' && others(pull).length > 0);
  const isDisturbed = parallel.some(
    (pull) =>
      pull.reply.code !== 'OK' ||
      pull.cancelMs !== undefined ||
      others(pull).some(({ op }) => op === 'remove'),
  );
  if (parallel.length === 0 || isDisturbed) return [];
  const fetched = requests.filter((each) => isFirstFetch(each) && each.status === 200);
  const needed = new Set(
    parallel.flatMap(({ image, startMs }) => run.servedAt(image, startMs)?.layers ?? []),
  );
  return [...needed].flatMap((digest) => {
    const [first, second] = fetched.filter((each) => each.digest === digest);
    if (first === undefined) return [];
    const isTwice = second !== undefined && second.atMs < first.endMs;
    const violation = `layer ${digest} was fetched for ${second?.image} while it was fetched for ${first.image}`;
    return [{ atMs: first.atMs, ...(isTwice ? { violation } : {}) }];
  });
}

function isFirstFetch({ method, kind, range }: RegistryRequest): boolean {
  return method === 'GET' && kind === 'layer' && (range === undefined || range.startsWith('bytes=0-'));
}

function judgeCancelled(run: CriRun): readonly CriJudgement[] {
  return run.calls.flatMap((pull) => {
    const { cancelMs, image } = pull;
    if (cancelMs === undefined) return [];
    const untilMs = cancelMs + cancelMsMax;
    const isWanted = run.calls.some(
      (call) =>
        call !== pull &&
        call.op === 'pull' &&
        call.image === image &&
        call.endMs >= cancelMs &&
        call.startMs <= untilMs,
    );
    if (isWanted) return [];
    const late = run.requests.find(
      (each) => each.image === image && each.atMs <= untilMs && each.endMs > untilMs,
    );
    const what = `${late?.method} of a ${late?.kind} of ${image}`;
    return [
      judgement(
        pull,
        late !== undefined && `${what} went on for more than ${cancelMsMax / 1000} s after the cancel`,
      ),
    ];
  });
}

/** Judges a pull that failed only because of one status. */
function unnamedCause(pull: CriCall, run: CriRun): string | false | undefined {
  const { reply, image, reference, cancelMs } = pull;
  const requests = run.requestsDuring(pull);
  const statuses = new Set(requests.flatMap(({ fault, status }) => (fault === undefined ? [] : [status])));
  const [status] = statuses;
  const isAlone = !run.calls.some((call) => call !== pull && call.image === image && overlap(call, pull));
  if (
    reply.code === 'OK' ||
    reply.code === 'none' ||
    cancelMs !== undefined ||
    !isAlone ||
    !isWelcome(pull, run)
  )
    return undefined;
  if (statuses.size !== 1 || status === undefined || status < 400 || status === 401) return undefined;
  const { message = '' } = reply;
  const words = phrases[status] ?? [];
  const isNamed = [String(status), ...words, ...wordsInBodies].some((each) =>
    message.toLowerCase().includes(each),
  );
  return !isNamed && `the registry answered ${status}, and the pull of ${reference} failed with: ${message}`;
}

/** What our registry says in the body of other statuses. */
const wordsInBodies = ['refused', 'server error'];

const phrases: Readonly<Record<number, readonly string[]>> = {
  403: ['forbidden', 'denied'],
  404: ['not found', 'unknown', 'does not exist'],
  429: ['too many requests', 'toomanyrequests'],
  500: ['internal server error'],
  502: ['bad gateway'],
  503: ['service unavailable'],
};

/** A body that ends early and is continued is another request each time, as long as bytes come. */
function tooManyTries(pull: CriCall, run: CriRun): string | false {
  const tries = new Map<string, number>();
  for (const { method, kind, digest = '', range = '', status, isWhole, image } of run.requestsDuring(pull)) {
    const isAnswered = status !== undefined && status < 400 && (isWhole || status >= 300);
    if (isAnswered) continue;
    const what = [method, 'of a', kind, digest, range, 'of', image].filter((word) => word !== '').join(' ');
    tries.set(what, (tries.get(what) ?? 0) + 1);
  }
  const most = [...tries].find(([, times]) => times > triesMax);
  return most !== undefined && `${most[0]}: ${most[1]} times without success`;
}
