import type { ActorRef, Snapshot } from 'xstate';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import { type LazyImage, type LazyPart, lazyPartItems } from '../../src/rules/runtime/images/lazy-image.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import type { Clock } from '../world/clock.ts';
import type { DiskEvent } from '../world/disk.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ContainerRead, ImageReadAnswer, ImageReadRequest } from './container-runtime-protocol.ts';
import type { ContentEvent } from './content-store.ts';
import type { Connections } from './fetch/connections.ts';
import type { Fetch, FetchEvent, FetchInput } from './fetch/fetch-protocol.ts';
import type { PullCommand } from './pull-protocol.ts';

/** The messages of the image service: a container reads the image, or the node goes down. */
export type LazyReadEvent = Extract<ImageReadRequest, { type: 'IMAGE_READ.REQUESTED' }> | PullCommand;

export type LazyRead = ActorRef<Snapshot<unknown>, LazyReadEvent>;

/** What a fetch of it needs, beside what is fetched and who asks for it. */
type FetchMeans = Pick<
  FetchInput,
  | 'recorder'
  | 'clock'
  | 'profile'
  | 'exists'
  | 'identity'
  | 'hosts'
  | 'slots'
  | 'network'
  | 'disk'
  | 'content'
  | 'metadata'
  | 'linkId'
>;

export interface LazyReadInput extends FetchMeans {
  readonly name: string;
  readonly clock: Clock;
  readonly connectMicros: Readonly<Record<string, number>>;
  readonly image: LazyImage;
  /** The container that reads it first. */
  readonly first: ImageReadRequest;
}

export interface LazyReadContext {
  readonly input: LazyReadInput;
  readonly fetch: Fetch;
  readonly connections: Connections;
  /** The containers that wait for what they read at their start. */
  readonly readers: readonly ContainerRead[];
  /** How many bytes of the part under way an earlier request has brought. */
  readonly offset: number;
}

/** How long after a failed request the registry is asked again. */
export const askAgainMicros = 5_000_000;

/** Returns the input of the actor that fetches the parts, one after the other. */
export function fetchInput(
  input: LazyReadInput,
  connections: Connections,
  self: FetchInput['pull'] & FetchInput['content'] & NonNullable<FetchInput['watch']>,
): FetchInput {
  const { recorder, clock, profile, exists, identity, hosts, slots, network, disk, metadata, linkId } = input;
  const { delays } = profile;
  return {
    recorder,
    clock,
    // What is read is neither flushed nor noted as a blob.
    profile: { ...profile, delays: { ...delays, commit: 0, commitPerMegabyte: 0, commitWrite: 0 } },
    exists,
    identity,
    hosts,
    slots,
    network,
    disk,
    metadata,
    linkId,
    connections,
    caller: input.name,
    image: input.image.pulled.name,
    name: `${input.name}#fetch`,
    fetch: 0,
    pull: self,
    content: self,
    watch: self,
    items: lazyPartItems(input.image, 'start', 0),
  };
}

/** The message that asks for a part, of which some bytes may be there. */
export function partRequest(
  { input, offset }: LazyReadContext,
  part: LazyPart,
  watch: NonNullable<FetchInput['watch']>,
): FetchEvent {
  return { type: 'FETCH.REQUESTED', items: lazyPartItems(input.image, part, offset), watch };
}

/** The message to the content store about a part that has come. */
export function partKept({ input: { image } }: LazyReadContext, part: LazyPart): ContentEvent {
  const bytes = part === 'start' ? image.startBytes : image.restBytes;
  return { type: 'READ.KEPT', ref: image.pulled.ref, bytes };
}

/** The message that frees the bytes of a part that is given up. */
export function partDropped({ offset }: LazyReadContext): DiskEvent {
  return { type: 'SPACE.FREED', bytes: offset };
}

/** Returns the containers that wait, this one added. */
export function withReader(
  { readers }: LazyReadContext,
  { reader }: ImageReadRequest,
): readonly ContainerRead[] {
  return [...readers, reader];
}

/** The answer to containers that have what they read. */
export function readAnswer({ readers }: Pick<LazyReadContext, 'readers'>): ImageReadAnswer {
  return { type: 'IMAGE_READ.FINISHED', readers };
}

/** The record that a container waits for what it reads. */
export function readingRecord({ input }: LazyReadContext, { reader }: ImageReadRequest): RecorderEvent {
  return {
    type: 'RECORD',
    actor: input.name,
    observation: ofReader(input, reader, 'reading'),
  };
}

/** The records that the containers go on. */
export function readRecords({ input, readers }: LazyReadContext): RecorderEvent {
  return {
    type: 'RECORDS',
    actor: input.name,
    observations: readers.map((reader) => ofReader(input, reader, 'read')),
  };
}

function ofReader(
  { image: { pulled, startBytes } }: LazyReadInput,
  { pod, container }: ContainerRead,
  state: 'reading' | 'read',
): ObservationOf<'imageRead'> {
  return {
    type: 'imageRead',
    state,
    image: pulled.name,
    ref: pulled.ref,
    pod,
    container,
    bytes: startBytes,
  };
}

/** The record that all of the image is there. */
export function completeRecord({ input: { name, image } }: LazyReadContext): RecorderEvent {
  const { name: imageName, ref } = image.pulled;
  return {
    type: 'RECORD',
    actor: name,
    observation: {
      type: 'imageRead',
      state: 'complete',
      image: imageName,
      ref,
      bytes: image.startBytes + image.restBytes,
    },
  };
}

/** The record that the registry has not given what is read. */
export function failedRecord({ input }: LazyReadContext, error: PullError): RecorderEvent {
  const { name, ref, index } = input.image.pulled;
  return {
    type: 'RECORD',
    actor: input.name,
    observation: {
      type: 'imageRead',
      state: 'failed',
      image: name,
      ref,
      error: input.profile.errorText(error, name, index),
    },
  };
}
