import type * as Grpc from '@grpc/grpc-js';
import type * as ProtoLoader from '@grpc/proto-loader';
import {
  type CriAnswer,
  type CriCredentials,
  type CriImage,
  type ImageService,
  NoImageServiceError,
  type PullOptions,
} from '../../proof/cri/image-service.ts';
import { missingPackages } from '../cli/missing-packages.ts';
import { criSchema } from './cri-schema.ts';

export interface GrpcLibraries {
  readonly grpc: typeof Grpc;
  readonly protoLoader: typeof ProtoLoader;
}

/** Loads gRPC, which users install themselves. Throws a `CommandError` (usage) that says how. */
export async function grpcLibraries(): Promise<GrpcLibraries> {
  try {
    const [grpc, protoLoader] = await Promise.all([import('@grpc/grpc-js'), import('@grpc/proto-loader')]);
    return { grpc, protoLoader };
  } catch (error) {
    throw missingPackages(error, '--cri', '@grpc/grpc-js@1.14 @grpc/proto-loader@0.8');
  }
}

/** Returns the services of the CRI by their full names, with how their messages are written and read. */
export function criServices({
  protoLoader,
}: GrpcLibraries): Readonly<Record<string, Grpc.ServiceDefinition>> {
  // Sizes are far below 2^53.
  const definitions = protoLoader.fromJSON(criSchema, { longs: Number, defaults: true, arrays: true });
  const serviceNames = ['runtime.v1.ImageService', 'runtime.v1.RuntimeService'];
  return Object.fromEntries(
    serviceNames.map((name) => [name, definitions[name] as unknown as Grpc.ServiceDefinition]),
  );
}

/** What a call of gRPC answers with; our messages have plain fields. */
type UnaryCall = (
  request: object,
  options: Grpc.CallOptions,
  done: (error: Grpc.ServiceError | null, response?: Readonly<Record<string, unknown>>) => void,
) => Grpc.ClientUnaryCall;

/**
 * Returns the image service that listens at a socket: `unix:///run/containerd/containerd.sock`, or an address of
 * this machine, as `127.0.0.1:1234`. Nothing is sent before the first call.
 */
export function connectImageService(endpoint: string, libraries: GrpcLibraries): ImageService {
  const { grpc } = libraries;
  const services = criServices(libraries);
  const clientOf = (service: string): Grpc.Client => {
    const Client = grpc.makeClientConstructor(services[service] ?? {}, service);
    // Where this is not set, grpc-js sends the path of the socket, which servers in Go refuse as an authority.
    return new Client(endpoint, grpc.credentials.createInsecure(), { 'grpc.default_authority': 'localhost' });
  };
  const clients = {
    images: clientOf('runtime.v1.ImageService'),
    runtime: clientOf('runtime.v1.RuntimeService'),
  };
  const call = <V>(
    client: Grpc.Client,
    method: string,
    request: object,
    read: (response: Readonly<Record<string, unknown>>) => V,
    signal?: AbortSignal,
  ): Promise<CriAnswer<V>> =>
    new Promise((resolve) => {
      const unary = Reflect.get(client, method) as UnaryCall;
      const sent = unary.call(client, request, {}, (error, response) => {
        signal?.removeEventListener('abort', cancel);
        if (error === null) resolve({ ok: true, value: read(response ?? {}) });
        else resolve({ ok: false, code: codeName(grpc, error.code), message: said(error.details) });
      });
      const cancel = (): void => sent.cancel();
      signal?.addEventListener('abort', cancel);
    });
  const { images, runtime } = clients;
  return {
    version: async () => {
      const answer = await call(runtime, 'Version', {}, (response) => response);
      if (!answer.ok) throw new NoImageServiceError(`${answer.code}: ${answer.message}`);
      return `${String(answer.value.runtimeName)} ${String(answer.value.runtimeVersion)}`;
    },
    pullImage: (image, { credentials, signal }: PullOptions = {}) =>
      call(
        images,
        'PullImage',
        { image: specOf(image), ...authOf(credentials) },
        ({ imageRef }) => String(imageRef),
        signal,
      ),
    imageStatus: (image) =>
      call(images, 'ImageStatus', { image: specOf(image) }, (response) =>
        response.image ? imageOf(response.image) : undefined,
      ),
    listImages: () =>
      call(images, 'ListImages', {}, (response) => (response.images as unknown[]).map(imageOf)),
    removeImage: (image) => call(images, 'RemoveImage', { image: specOf(image) }, () => undefined),
    close: () => {
      images.close();
      runtime.close();
    },
  };
}

/** The kubelet sends the name twice (pkg/kubelet/kuberuntime/convert.go, `toRuntimeAPIImageSpec`). */
function specOf(image: string): object {
  return { image, userSpecifiedImage: image };
}

function authOf(credentials: CriCredentials | undefined): object {
  return credentials === undefined ? {} : { auth: credentials };
}

function imageOf(image: unknown): CriImage {
  const { id, repoTags, repoDigests, size, pinned } = image as Readonly<Record<string, unknown>>;
  return {
    id: String(id),
    repoTags: repoTags as string[],
    repoDigests: repoDigests as string[],
    sizeBytes: Number(size),
    isPinned: pinned === true,
  };
}

/** grpc-js ends what it says of connections with a note that is mostly empty. */
function said(details: string): string {
  return details.replace(/\s*Resolution note:\s*$/, '');
}

/** Returns the name of a status as Go has it: `NotFound`. Go has one l fewer in `Canceled`. */
function codeName(grpc: typeof Grpc, code: number): string {
  if (code === grpc.status.CANCELLED) return 'Canceled';
  const name = (grpc.status[code] ?? 'UNKNOWN').toLowerCase();
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
