import { ingestPath, snapshotPath } from './containerd-2-4.ts';
import { imageLocation, isLoopback } from './image-location.ts';
import { mediaType, type PullError, requestUrl, serverMessage, statusLine } from './pull-error.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/** containerd 1.6.20 with its default configuration: the CRI plugin pulls through the client library. */
export const containerd16: RuntimeProfile = {
  name: 'containerd://1.6',
  isMeasured: true,
  options: {
    maxConcurrentDownloads: 3,
    maxConcurrentUnpacks: 1,
    concurrentLayerFetchBuffer: 0,
    imagePullProgressTimeoutMicros: 0,
    snapshotter: 'overlayfs',
    path: 'local',
  },
  unpackRates: { gzip: 77e6, stored: 290e6, tar: 290e6, filesPerSecond: 2_000, processors: 1.4 },
  delays: {
    beforeHead: 4_600,
    beforeManifest: 5_500,
    beforeConfig: 6_100,
    beforeLayers: 8_400,
    slotHandOver: 17_700,
    beforeRetry: 1_000,
    commit: 7_600,
    commitPerMegabyte: 450,
    betweenUnpacks: 3_900,
    unpack: 500,
    beforeReply: 10_000,
    beforeReplyPresent: 9_000,
    beforeFailure: 2_000,
  },
  downloadSlots: { scope: 'pull', slotsMax: 3, order: 'manifest' },
  requestsMax: (status) => (status === 429 || status === 408 ? 6 : 1),
  errorText,
};

function errorText(error: PullError, image: string): string {
  if (error.kind === 'scripted') return error.text;
  const location = imageLocation(image);
  const pull = `failed to pull and unpack image "${location.reference}": `;
  const resolve = `failed to resolve reference "${location.reference}": `;
  switch (error.kind) {
    case 'status': {
      const { status, at } = error;
      if (at.kind === 'tag') {
        if (status === 404) return `${notFound}${pull}${resolve}${location.reference}: not found`;
        const host = new URL(location.baseUrl).host;
        return `${pull}${resolve}pulling from host ${host} failed with status code [manifests ${location.version}]: ${statusLine(status)}`;
      }
      if (status === 404) {
        return `${notFound}${pull}${copy}could not fetch content descriptor ${at.digest} (${mediaType(at.kind)}) from remote: not found`;
      }
      const message = serverMessage(status, location.registry);
      const told = message === '' ? '' : ` - Server message: ${message}`;
      return `${pull}${copy}unexpected status code ${requestUrl(location, at)}: ${statusLine(status)}${told}`;
    }
    case 'refused':
    case 'noSuchHost': {
      const url = requestUrl(location, error.at);
      const verb = error.at.method === 'HEAD' ? 'Head' : 'Get';
      const { host } = new URL(url);
      const why =
        error.kind === 'refused' || isLoopback(location.registry)
          ? `dial tcp ${host}: connect: connection refused`
          : `dial tcp: lookup ${host} on NAMESERVER:53: no such host`;
      return `${pull}${error.at.kind === 'tag' ? resolve : copy}failed to do request: ${verb} "${url}": ${why}`;
    }
    case 'diskFullDownload':
      return `${pull}failed to copy: write ${ingestPath(error.digest)}: no space left on device`;
    case 'diskFullUnpack':
      return `${pull}failed to extract layer ${error.digest}: write ${snapshotPath}: no space left on device: unknown`;
    default:
      return `${pull}${error.kind}`;
  }
}

const notFound = 'rpc error: code = NotFound desc = ';
const copy = 'failed to copy: httpReadSeeker: failed open: ';
