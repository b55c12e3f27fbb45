import type { Readings } from '../../trace/readings.ts';
import type { Parsed, RecordOf, TraceRecord } from '../../trace/record.ts';
import type { prePull, prePulledImage } from '../json/run-summary.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import { ContainerLine } from './container-line.ts';
import type { ContainerPhases } from './container-phases.ts';

type PrePullRecord = RecordOf<'prePull'>;

export interface PrePulledImage extends Parsed<typeof prePulledImage> {
  /** The phases since the beginning of the list, like those of a container; `name` is the image. */
  readonly phases: ContainerPhases;
}

/** One list of images that somebody pulled on a node without the kubelet. */
export interface PrePull extends Omit<Parsed<typeof prePull>, 'images'> {
  readonly images: readonly PrePulledImage[];
}

interface ImageLine {
  readonly line: ContainerLine;
  readonly image: string;
  actor?: string;
  state: PrePulledImage['state'];
  beganMs?: number;
  endedMs?: number;
  attempts: number;
  error?: string;
}

interface Draft {
  readonly started: PrePullRecord;
  readonly images: ImageLine[];
  endedMs?: number;
  interrupted: boolean;
  errors: readonly string[];
}

/** Returns the pre-pulls of a run in order of their beginnings, up to `atMs` (default: the trace's end). */
export function prePulls(records: readonly TraceRecord[], atMs?: number): PrePull[] {
  return readRun(records, atMs, prePullsReader);
}

/** Reads a run for them. */
export function prePullsReader(): RunReader<PrePull[]> {
  const lines = new Lines();
  const readings: Readings = {
    prePull: (record) => lines.notePrePull(record),
    fetch: (record) => lines.of(record.pull)?.line.noteLayer(record),
    unpack: (record) => lines.of(record.pull)?.line.noteLayer(record),
    request: (record) => lines.of(record.pull)?.line.noteRequest(record),
  };
  const inOrder = () => lines.all.toSorted((a, b) => a.started.at - b.started.at);
  return { readings: [readings], finish: ({ endMs }) => inOrder().map((draft) => finish(draft, endMs)) };
}

class Lines {
  readonly all: Draft[] = [];
  readonly #current = new Map<string, Draft>();
  readonly #byActor = new Map<string, ImageLine>();

  of(actor: string): ImageLine | undefined {
    return this.#byActor.get(actor);
  }

  notePrePull(record: PrePullRecord): void {
    const node = record.node;
    const draft = this.#current.get(node);
    if (record.state === 'started') this.#begin(record, node);
    else if (record.state === 'finished' || record.state === 'interrupted') {
      if (draft !== undefined) end(draft, record);
    } else {
      const known =
        this.#byActor.get(record.actor) ??
        draft?.images.find(({ image, state }) => image === record.image && state === 'waiting');
      if (known === undefined) return;
      this.#byActor.set(record.actor, known);
      known.actor = record.actor;
      noteImage(known, record);
    }
  }

  #begin(started: PrePullRecord, node: string): void {
    const images = (started.images ?? []).map((image, index): ImageLine => {
      const pod = { namespace: '', name: 'pre-pull', uid: `${node}/pre-pull` };
      const line = new ContainerLine(
        { node, pod, name: `image-${index + 1}`, kind: 'container', image },
        started.at,
      );
      return { line, image, state: 'waiting', attempts: 0 };
    });
    const draft: Draft = { started, images, interrupted: false, errors: [] };
    this.#current.set(node, draft);
    this.all.push(draft);
  }
}

function noteImage(known: ImageLine, record: PrePullRecord): void {
  const { at, id, node, actor, image = '', attempt, error } = record;
  known.beganMs ??= at;
  const pull = {
    id,
    at,
    node,
    actor,
    type: 'pull',
    pod: { namespace: '', name: 'pre-pull', uid: '' },
    container: '',
    image,
  } as const;
  switch (record.state) {
    case 'inspecting':
      known.state = 'looking';
      known.line.notePull({ ...pull, state: 'inspecting' });
      return;
    case 'pulling':
      known.state = 'pulling';
      known.attempts = attempt ?? known.attempts + 1;
      known.line.notePull({ ...pull, state: 'pulling' });
      return;
    case 'failed':
      known.line.notePull({ ...pull, state: 'failed', reason: `try ${attempt}`, error: error ?? '' });
      return;
    default:
      known.state = record.state === 'gaveUp' ? 'failed' : record.state === 'present' ? 'present' : 'pulled';
      known.endedMs = at;
      if (error !== undefined) known.error = error;
      known.line.end(at);
  }
}

function end(draft: Draft, { at, state, errors = [] }: PrePullRecord): void {
  draft.endedMs = at;
  draft.interrupted = state === 'interrupted';
  draft.errors = errors;
  for (const image of draft.images) {
    if (image.endedMs !== undefined) continue;
    image.state = 'stopped';
    image.line.end(at);
  }
}

function finish({ started, images, endedMs, interrupted, errors }: Draft, endMs: number): PrePull {
  return {
    node: started.node,
    kubeadmVersion: started.kubeadmVersion ?? '',
    parallel: started.parallel === true,
    policy: started.policy ?? '',
    beganMs: started.at,
    ...(endedMs === undefined ? {} : { endedMs }),
    interrupted,
    images: images.map(({ line, ...image }) => ({ ...image, phases: line.finish(endMs) })),
    errors,
  };
}
