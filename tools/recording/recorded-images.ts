import type { RecordedHeader, RecordedRule } from '../validation/recorded-run.ts';
import { faultsOfRules } from '../validation/replay/replay-faults.ts';
import type { Recording } from './recording-plan.ts';
import { isWordless } from './recording-registry.ts';

/** What a registry serves of an image: what its tag points to, and all that its digests name. */
export interface ServedImage {
  readonly manifest: ServedBlob;
  readonly blobs: readonly ServedBlob[];
}

export interface ServedBlob {
  readonly kind: 'index' | 'manifest' | 'config' | 'layer';
  readonly digest: string;
  readonly bytes: number;
  /** Of a layer: its place in the manifest, and the size of the tar in it. */
  readonly place?: number;
  readonly unpacked?: number;
}

/** The images by their names in the recording, `eq8:1`, in its order. */
export type ServedImages = ReadonlyMap<string, ServedImage>;

/** Returns the names of all blobs, by digest: of a blob that several images have, that of the first of them. */
export function blobNames(images: ServedImages): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [image, { manifest, blobs }] of images)
    for (const { kind, digest, place } of [manifest, ...blobs])
      if (!names.has(digest)) names.set(digest, `${image}/${kind}${place ?? ''}`);
  return names;
}

/** Returns the line that opens a recorded run, with the images as they were served. */
export function recordedHeader(recording: Recording, images: ServedImages, load: number): RecordedHeader {
  const { registry, note, images: before } = recording.source.header;
  const names = blobNames(images);
  const rules = registry.rules && { rules: servedRules(recording, images) };
  return {
    run: recording.name,
    config: recording.config,
    registry: { ...registry, ...rules },
    ...(note === undefined ? {} : { note }),
    load: Math.round(load * 10) / 10,
    images: Object.fromEntries(
      Object.entries(before).map(([name, { layers }]) => {
        const served = images.get(name);
        if (served === undefined) throw new Error(`${recording.name}: ${name} was not served`);
        return [name, headerImage(served, layers, names)];
      }),
    ),
  };
}

function headerImage(
  { manifest, blobs }: ServedImage,
  before: RecordedHeader['images'][string]['layers'],
  names: ReadonlyMap<string, string>,
): RecordedHeader['images'][string] {
  const layers = blobs.filter(({ kind }) => kind === 'layer');
  if (layers.length !== before.length)
    throw new Error(`${layers.length} layers are served, and not ${before.length}`);
  return {
    manifestBytes: manifest.bytes,
    configBytes: blobs.find(({ kind }) => kind === 'config')?.bytes ?? 0,
    layers: layers.map(({ digest, bytes, unpacked = 0 }, place) => ({
      blob: names.get(digest) ?? '',
      bytes,
      unpacked,
      kind: before[place]?.kind ?? 'rand',
      files: 1,
    })),
  };
}

/** The rules name digests, which here are others; and bodies that were not served. */
function servedRules({ source }: Recording, images: ServedImages): RecordedRule[] {
  const [image] = images.values();
  const faults = new Map(faultsOfRules(source).map(({ rule, fault }) => [rule, fault]));
  return (source.header.registry.rules ?? []).map((rule) => {
    const fault = faults.get(rule);
    const { body, ...bodiless } = rule;
    const served = fault !== undefined && isWordless(fault) ? bodiless : rule;
    if (!rule.match.startsWith('blobs/')) return served;
    const place = fault && 'layer' in fault ? fault.layer : undefined;
    const blob = image?.blobs.find((each) =>
      place === undefined ? each.kind === 'config' : each.kind === 'layer' && each.place === place,
    );
    if (blob === undefined) throw new Error(`no blob for the rule ${rule.match}`);
    return { ...served, match: `blobs/${blob.digest}` };
  });
}
