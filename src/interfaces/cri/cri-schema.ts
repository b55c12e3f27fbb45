import type { fromJSON } from '@grpc/proto-loader';

/**
 * The parts of the CRI that this project speaks, as protobufjs describes messages: names, types and numbers of
 * `runtime.v1` (k8s.io/cri-api, pkg/apis/runtime/v1). A field that is not here is skipped when it is read.
 */
export const criSchema: Namespace = {
  nested: {
    runtime: {
      nested: {
        v1: {
          nested: {
            RuntimeService: { methods: { Version: method('Version') } },
            ImageService: {
              methods: {
                ListImages: method('ListImages'),
                ImageStatus: method('ImageStatus'),
                PullImage: method('PullImage'),
                RemoveImage: method('RemoveImage'),
              },
            },
            VersionRequest: message({ version: ['string', 1] }),
            VersionResponse: message({
              version: ['string', 1],
              runtimeName: ['string', 2],
              runtimeVersion: ['string', 3],
              runtimeApiVersion: ['string', 4],
            }),
            ImageSpec: message({ image: ['string', 1], userSpecifiedImage: ['string', 18] }),
            ImageFilter: message({ image: ['ImageSpec', 1] }),
            AuthConfig: message({ username: ['string', 1], password: ['string', 2] }),
            PullImageRequest: message({ image: ['ImageSpec', 1], auth: ['AuthConfig', 2] }),
            PullImageResponse: message({ imageRef: ['string', 1] }),
            ImageStatusRequest: message({ image: ['ImageSpec', 1], verbose: ['bool', 2] }),
            ImageStatusResponse: message({ image: ['Image', 1] }),
            ListImagesRequest: message({ filter: ['ImageFilter', 1] }),
            ListImagesResponse: message({ images: ['Image', 1, 'repeated'] }),
            RemoveImageRequest: message({ image: ['ImageSpec', 1] }),
            RemoveImageResponse: message({}),
            Image: message({
              id: ['string', 1],
              repoTags: ['string', 2, 'repeated'],
              repoDigests: ['string', 3, 'repeated'],
              size: ['uint64', 4],
              pinned: ['bool', 8],
            }),
          },
        },
      },
    },
  },
};

/** What proto-loader takes; its own type asks every part to be a message. */
type Namespace = Parameters<typeof fromJSON>[0];

type Field = readonly [type: string, id: number, rule?: 'repeated'];

interface FieldShape {
  readonly type: string;
  readonly id: number;
  readonly rule?: 'repeated';
}

function message(fields: Readonly<Record<string, Field>>): { fields: Record<string, FieldShape> } {
  const shapes = Object.entries(fields).map(([name, [type, id, rule]]): [string, FieldShape] => [
    name,
    rule === undefined ? { type, id } : { type, id, rule },
  ]);
  return { fields: Object.fromEntries(shapes) };
}

interface MethodShape {
  readonly requestType: string;
  readonly responseType: string;
  readonly comment: string;
}

function method(name: string): MethodShape {
  return { requestType: `${name}Request`, responseType: `${name}Response`, comment: '' };
}
