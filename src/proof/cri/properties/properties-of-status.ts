import type { CriCall } from '../cri-call.ts';
import type { CriRun } from '../cri-run.ts';
import type { CriImage } from '../image-service.ts';
import type { StatusExpectation } from '../status-expectations.ts';
import { cancelMsMax } from '../time-limits.ts';
import { type CriJudgement, type CriProperty, judgement } from './cri-property.ts';

const kubelet = 'kubelet, pkg/kubelet/kuberuntime/kuberuntime_image.go';
const api = 'k8s.io/cri-api, pkg/apis/runtime/v1/api.proto';

/** What ImageStatus, ListImages and RemoveImage answer. */
export const propertiesOfStatus: readonly CriProperty[] = [
  {
    name: 'missing-image-is-no-error',
    says: 'ImageStatus of an image that the runtime has not got answers without an image and without an error.',
    source: `${kubelet}, GetImageRef; ${api}, ImageStatus`,
    judge: (run) => absent(run, 'never pulled', (call) => call.reply.code !== 'OK' && failure(call)),
  },
  {
    name: 'failed-pull-leaves-no-image',
    says: 'After a pull that has failed, the runtime has no such image.',
    source:
      'kubelet, pkg/kubelet/images/image_manager.go, EnsureImageExists: the next start of the container pulls',
    judge: (run) => absent(run, 'pull failed', isThere),
  },
  {
    name: 'removed-image-is-gone',
    says: 'After RemoveImage, the runtime has no such image.',
    source: 'kubelet, pkg/kubelet/images/image_gc_manager.go, freeImage: counts its bytes as freed',
    judge: (run) => absent(run, 'removed', isThere),
  },
  {
    name: 'removal-is-idempotent',
    says: 'RemoveImage succeeds, whether the runtime has the image or not.',
    source: `${api}, RemoveImage: must not fail if the image has been removed`,
    judge: ({ calls }) =>
      calls
        .filter(({ op }) => op === 'remove')
        .map((call) => judgement(call, call.reply.code !== 'OK' && failure(call))),
  },
  {
    name: 'pulled-image-is-there',
    says: 'After a pull, ImageStatus knows the image by the name that was pulled, by its digest, and by what PullImage has answered.',
    source: `${kubelet}, PullImage; pkg/kubelet/kuberuntime/kuberuntime_container.go, startContainer`,
    judge: (run) =>
      present(run, (call, { otherRemoval }) => (otherRemoval === undefined ? isMissing(call) : undefined)),
  },
  {
    name: 'removal-spares-others',
    says: 'RemoveImage of an image leaves those that share layers with it.',
    source: 'kubelet, pkg/kubelet/images/image_gc_manager.go: removes one image after another by itself',
    judge: (run) =>
      present(run, (call, { otherRemoval }) => (otherRemoval === undefined ? undefined : isMissing(call))),
  },
  {
    name: 'names-are-told',
    says: 'An image has its tag among its repoTags, and the digest that the registry served among its repoDigests.',
    source:
      'kubelet, pkg/kubelet/images/image_gc_manager.go, and Node.status.images: pkg/kubelet/nodestatus/setters.go',
    judge: (run) => present(run, (call, { digest }) => imageIn(call) && missingName(call, digest)),
  },
  {
    name: 'size-is-known',
    says: 'An image has a size above 0.',
    source: 'kubelet, pkg/kubelet/images/image_gc_manager.go: frees as many bytes as images have',
    judge: (run) =>
      present(run, (call) => imageIn(call)?.sizeBytes === 0 && `${call.reference} has a size of 0 bytes`),
  },
  {
    name: 'list-agrees-with-status',
    says: 'ListImages has the images that ImageStatus knows, with the same ids, names and sizes, and no name that ImageStatus does not know.',
    source: 'kubelet, pkg/kubelet/images/image_gc_manager.go, detectImages',
    judge: judgeLists,
  },
];

/** Judges the statuses of names that the runtime must not have. */
function absent(
  run: CriRun,
  because: Extract<StatusExpectation, { kind: 'absent' }>['because'],
  violation: (call: CriCall) => string | false,
): readonly CriJudgement[] {
  return statuses(run, (call) => {
    const expected = run.expected(call);
    return expected.kind === 'absent' && expected.because === because ? violation(call) : undefined;
  });
}

/** Judges the statuses of names that the runtime must have. */
function present(
  run: CriRun,
  violation: (
    call: CriCall,
    expected: Extract<StatusExpectation, { kind: 'present' }>,
  ) => string | false | undefined,
): readonly CriJudgement[] {
  return statuses(run, (call) => {
    const expected = run.expected(call);
    return expected.kind === 'present' ? violation(call, expected) : undefined;
  });
}

/** `violation` returns undefined where a status is none that the property is about. */
function statuses(
  { calls }: CriRun,
  violation: (call: CriCall) => string | false | undefined,
): readonly CriJudgement[] {
  return calls.flatMap((call) => {
    const judged = call.op === 'status' && call.reply.code !== 'none' ? violation(call) : undefined;
    return judged === undefined ? [] : [judgement(call, judged)];
  });
}

function imageIn({ reply: { images = [] } }: CriCall): CriImage | undefined {
  return images[0];
}

function isThere(call: CriCall): string | false {
  return imageIn(call) !== undefined && `ImageStatus still knows ${call.reference}`;
}

function isMissing(call: CriCall): string | false {
  if (call.reply.code !== 'OK') return failure(call);
  return imageIn(call) === undefined && `ImageStatus does not know ${call.reference}`;
}

function failure({ op, reference, reply: { code, message = '' } }: CriCall): string {
  const method = op === 'status' ? 'ImageStatus' : 'RemoveImage';
  return `${method} of ${reference} failed: ${code} ${message}`;
}

function missingName(call: CriCall, digest: string): string | false {
  const { repoTags = [], repoDigests = [] } = imageIn(call) ?? {};
  const { reference } = call;
  if (reference.endsWith(':1') && !repoTags.includes(reference))
    return `the repoTags of ${reference} are ${shown(repoTags)}`;
  if (repoDigests.some((each) => each.endsWith(`@${digest}`))) return false;
  return `the registry served ${digest}, the repoDigests of ${reference} are ${shown(repoDigests)}`;
}

function shown(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function judgeLists({ calls }: CriRun): readonly CriJudgement[] {
  let known = new Map<string, CriImage>();
  let missing = new Set<string>();
  const judgements: CriJudgement[] = [];
  for (const call of calls) {
    const image = imageIn(call);
    if (call.op === 'status' && image !== undefined) known.set(image.id, image);
    else if (call.op === 'status' && call.reply.code === 'OK') missing.add(call.reference);
    if (call.op !== 'list') continue;
    const listed = call.reply.images ?? [];
    if (call.reply.code === 'OK' && !isAfterCancel(call, calls))
      judgements.push(judgement(call, differenceIn(listed, known, missing)));
    [known, missing] = [new Map(), new Set()];
  }
  return judgements;
}

/** Whether a pull was cancelled just before: it may end between a status and a list. */
function isAfterCancel({ startMs }: CriCall, calls: readonly CriCall[]): boolean {
  return calls.some(({ cancelMs = Infinity }) => cancelMs <= startMs && startMs <= cancelMs + cancelMsMax);
}

function differenceIn(
  listed: readonly CriImage[],
  known: ReadonlyMap<string, CriImage>,
  missing: ReadonlySet<string>,
): string | false {
  const stray = listed
    .flatMap(({ repoTags, repoDigests }) => [...repoTags, ...repoDigests])
    .find((name) => missing.has(name));
  if (stray !== undefined) return `ListImages has ${stray}, which ImageStatus does not know`;
  const byId = new Map(listed.map((image) => [image.id, image]));
  if (byId.size < listed.length) return 'ListImages has an id twice';
  for (const [id, image] of known) {
    const other = byId.get(id);
    if (other === undefined)
      return `ListImages lacks ${id}, which ImageStatus knows as ${shown(image.repoTags)}`;
    if (textOf(other) !== textOf(image))
      return `ListImages has ${textOf(other)} where ImageStatus has ${textOf(image)}`;
  }
  return false;
}

function textOf({ id, repoTags, repoDigests, sizeBytes }: CriImage): string {
  return JSON.stringify({
    id,
    repoTags: [...repoTags].sort(),
    repoDigests: [...repoDigests].sort(),
    sizeBytes,
  });
}
