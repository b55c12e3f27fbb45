import type { CriFault, CriScript, CriStep } from '../../proof/cri/cri-script.ts';
import type { CriFinding } from '../../proof/cri/cri-session.ts';
import type { CriEntry, CriTrace, RegistryRequest, ServedImage } from '../../proof/cri/cri-trace.ts';
import { visibleText } from '../../reports/text/visible-text.ts';

/** Returns a script in a few lines for people: the images, the registry with its faults, then a line a step. */
export function criScriptLines({
  images,
  layerBytes,
  registry = {},
  faults = [],
  steps,
}: CriScript): string[] {
  const size = layerBytes === undefined ? '' : `, ${layerBytes} bytes each`;
  const rules = registryWords(registry);
  return [
    `images: ${images.map(({ name, layers }) => `${name} (layers ${layers.join(', ')}${size})`).join(', ')}`,
    ...(rules.length === 0 ? [] : [`registry: ${rules.join(', ')}`]),
    ...faults.map((fault) => `fault: ${faultWords(fault)}`),
    ...steps.map(stepWords),
  ];
}

function registryWords(registry: NonNullable<CriScript['registry']>): string[] {
  const { authentication, isPrivate, ignoresRanges, redirects, bytesPerSecond } = registry;
  return [
    ...(authentication === undefined
      ? []
      : [`asks for ${authentication === 'basic' ? 'a password' : 'a token'}`]),
    ...(isPrivate ? ['only alice may pull'] : []),
    ...(ignoresRanges ? ['ignores Range'] : []),
    ...(redirects ? ['redirects blobs to a store'] : []),
    ...(bytesPerSecond === undefined ? [] : [`${bytesPerSecond} bytes/s for each body`]),
  ];
}

function faultWords(fault: CriFault): string {
  const { image, layer, times } = fault;
  const what = 'request' in fault ? fault.request : 'layer';
  const which = layer === undefined ? what : `layer ${layer + 1}`;
  const where = `${which} of ${image ?? 'any image'}`;
  const often = times === undefined ? 'each' : times === 1 ? 'the first' : `the first ${times}`;
  return `${effectWords(fault)}: ${often} request for a ${where}`;
}

function effectWords(fault: CriFault): string {
  switch (fault.kind) {
    case 'badStatus':
      return `status ${fault.status}`;
    case 'unanswered':
      return 'no answer';
    case 'connectionReset':
      return 'connection reset';
    case 'cutBody':
      return `body cut after ${fault.afterBytes} bytes`;
    case 'stalledBody':
      return `body stalls after ${fault.afterBytes} bytes`;
    case 'wrongDigest':
      return 'wrong bytes';
  }
}

function stepWords(step: CriStep): string {
  switch (step.do) {
    case 'pull': {
      const by = step.by === undefined ? '' : ' by its digest';
      const as = step.as === undefined ? '' : `, as ${step.as}`;
      const until =
        step.until === undefined
          ? ''
          : step.until === 'start'
            ? '; go on at once'
            : `; go on at its ${step.until}`;
      return `${step.id === undefined ? '' : `${step.id}: `}pull ${step.image}${by}${as}${until}`;
    }
    case 'cancel':
      return `cancel ${step.id}`;
    case 'wait':
      return 'wait for all pulls';
    case 'remove':
      return `remove ${step.image}${step.by === undefined ? '' : ` by its ${step.by}`}`;
    case 'move':
      return `the tag of ${step.image} has the content of ${step.to} now`;
  }
}

/** A moment of a run, and what happened then. */
interface CriMoment {
  readonly atMs: number;
  readonly words: string;
}

/** Returns a sentence about a run with the short names of its images and digests. */
export function shortNames(text: string, { prefix }: CriTrace): string {
  return visibleText(shortDigests(text.replaceAll(`${prefix}/`, '')));
}

/**
 * Returns what happened in the run that shows a finding, up to the violation: calls with their answers, and the
 * requests of pulls. Statuses and lists are left out but for the one that is wrong.
 */
export function criMoments({ trace, judgement }: CriFinding): readonly CriMoment[] {
  const names = new ShownNames(trace);
  const wrong = judgement.call;
  const shownCalls = new Set(
    trace.entries.flatMap((entry) =>
      entry.type === 'call' && (entry.op === 'pull' || entry.op === 'remove' || entry.call === wrong)
        ? [entry.call]
        : [],
    ),
  );
  return trace.entries
    .filter((entry) => entry.at <= judgement.atMs && (!('call' in entry) || shownCalls.has(entry.call)))
    .flatMap((entry) => {
      const words = entryWords(entry, names);
      return words === undefined ? [] : [{ atMs: entry.at, words }];
    });
}

/** Short names for what a trace has by long ones. */
class ShownNames {
  readonly #trace: CriTrace;
  readonly #blobs = new Map<string, string>();
  readonly #numbers = new Map<number, number>();

  constructor(trace: CriTrace) {
    this.#trace = trace;
    for (const entry of trace.entries) {
      if (entry.type === 'call' && entry.op === 'pull') this.#numbers.set(entry.call, this.#numbers.size + 1);
      if (entry.type === 'served')
        for (const [image, served] of Object.entries(entry.images)) this.#note(image, served);
    }
  }

  #note(image: string, { digest, config, layers }: ServedImage): void {
    const names: (readonly [string, string])[] = [
      [digest, `the manifest of ${image}`],
      [config, `the config of ${image}`],
      ...layers.map((layer, index) => [layer, `layer ${index + 1} of ${image}`] as const),
    ];
    for (const [key, name] of names) if (!this.#blobs.has(key)) this.#blobs.set(key, name);
  }

  /** Returns `pull 2` for a call of PullImage, and nothing for others. */
  pull(call: number): string {
    const number = this.#numbers.get(call);
    return number === undefined ? '' : `pull ${number}: `;
  }

  blob(digest: string): string {
    return this.#blobs.get(digest) ?? shortDigests(digest);
  }

  text(text: string): string {
    return shortNames(text, this.#trace);
  }
}

function shortDigests(text: string): string {
  return text.replace(/sha256:([\da-f]{8})[\da-f]{56}/g, 'sha256:$1…');
}

/** Returns what a request without a digest asks for. */
function requestedWords(kind: RegistryRequest['kind'], image: string): string {
  if (kind === 'base') return '/v2/';
  if (kind === 'other') return 'something else';
  return `${kind === 'tag' ? 'the tag' : `a ${kind}`} of ${image}`;
}

const methods = {
  pull: 'PullImage',
  status: 'ImageStatus',
  list: 'ListImages',
  remove: 'RemoveImage',
} as const;

function entryWords(entry: CriEntry, names: ShownNames): string | undefined {
  switch (entry.type) {
    case 'served':
      return undefined;
    case 'call': {
      const as = entry.as === undefined ? '' : ` as ${entry.as}`;
      return `${names.pull(entry.call)}${methods[entry.op]} ${names.text(entry.reference ?? '')}${as}`;
    }
    case 'cancel':
      return `${names.pull(entry.call)}cancelled`;
    case 'answer': {
      const { call, code, message, imageRef, images } = entry;
      const value = imageRef ?? images?.map(({ id, repoTags }) => `${id} ${repoTags.join(' ')}`).join(', ');
      const said = message ?? (value === undefined ? '' : value === '' ? 'no image' : value);
      return `${names.pull(call)}${code === 'none' ? 'no answer' : code} ${names.text(said)}`.trimEnd();
    }
    case 'request': {
      const { method, kind, digest, image = '', status, range, isStore, fault } = entry;
      const what = digest === undefined ? requestedWords(kind, image) : names.blob(digest);
      const more = [
        ...(range === undefined ? [] : [`from ${range}`]),
        ...(isStore ? ['at the store'] : []),
        ...(fault === undefined ? [] : [`met ${fault}`]),
      ];
      const seen = more.length === 0 ? '' : ` (${more.join(', ')})`;
      return `  ${method} ${what}: ${status ?? 'no answer'}${seen}`;
    }
  }
}
