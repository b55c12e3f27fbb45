import type { ServiceError, UntypedServiceImplementation } from '@grpc/grpc-js';
import { criServices, type GrpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import type { CriAnswer, CriImage, ImageService } from '../../../src/proof/cri/image-service.ts';

interface Call {
  readonly request: {
    readonly image?: { readonly image: string } | null;
    readonly auth?: { readonly username: string; readonly password: string } | null;
  };
  on(event: 'cancelled', listener: () => void): void;
}
type Done = (error: Partial<ServiceError> | null, response?: object) => void;

/** Serves an image service over gRPC at a socket, as a container runtime does. */
export async function serveImageService(
  service: ImageService,
  address: string,
  libraries: GrpcLibraries,
): Promise<{ readonly close: () => void }> {
  const { grpc } = libraries;
  const services = criServices(libraries);
  const answer = <V>(done: Done, answered: CriAnswer<V>, response: (value: V) => object): void => {
    if (answered.ok) done(null, response(answered.value));
    else done({ code: codeOf(grpc.status, answered.code), details: answered.message });
  };
  const images: UntypedServiceImplementation = {
    PullImage: async (call: Call, done: Done) => {
      const cancelled = new AbortController();
      call.on('cancelled', () => cancelled.abort());
      const { image, auth } = call.request;
      const credentials = auth ?? undefined;
      const pulled = await service.pullImage(image?.image ?? '', { credentials, signal: cancelled.signal });
      answer(done, pulled, (imageRef) => ({ imageRef }));
    },
    ImageStatus: async ({ request }: Call, done: Done) =>
      answer(done, await service.imageStatus(request.image?.image ?? ''), (image) =>
        image === undefined ? {} : { image: messageOf(image) },
      ),
    ListImages: async (_call: Call, done: Done) =>
      answer(done, await service.listImages(), (all) => ({ images: all.map(messageOf) })),
    RemoveImage: async ({ request }: Call, done: Done) =>
      answer(done, await service.removeImage(request.image?.image ?? ''), () => ({})),
  };
  const server = new grpc.Server();
  server.addService(services['runtime.v1.ImageService'] ?? {}, images);
  server.addService(services['runtime.v1.RuntimeService'] ?? {}, {
    Version: async (_call: Call, done: Done) => {
      const [runtimeName, runtimeVersion] = (await service.version()).split(' ');
      done(null, { version: '0.1.0', runtimeName, runtimeVersion, runtimeApiVersion: 'v1' });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    );
  });
  return { close: () => server.forceShutdown() };
}

function messageOf({ id, repoTags, repoDigests, sizeBytes, isPinned }: CriImage): object {
  return { id, repoTags, repoDigests, size: sizeBytes, pinned: isPinned };
}

function codeOf(status: object, name: string): number {
  const constant = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  return Number(Reflect.get(status, constant) ?? 2);
}
