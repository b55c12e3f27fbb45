import { imageLocation } from './image-location.ts';
import { mediaType, type PullError, requestUrl, serverMessage, statusLine } from './pull-error.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/** containerd 2.4.2 with its default configuration: CRI pulls through the transfer service. */
export const containerd24: RuntimeProfile = {
  name: 'containerd://2.4',
  isMeasured: true,
  options: {
    maxConcurrentDownloads: 3,
    maxConcurrentUnpacks: 1,
    concurrentLayerFetchBuffer: 0,
    imagePullProgressTimeoutMicros: 300_000_000,
    snapshotter: 'overlayfs',
    path: 'transfer',
  },
  unpackRates: { gzip: 110e6, stored: 420e6, tar: 620e6, filesPerSecond: 5_000, processors: 1.4 },
  delays: {
    beforeHead: 4_600,
    beforeManifest: 5_100,
    beforeConfig: 6_900,
    beforeLayers: 8_600,
    slotHandOver: 1_300,
    beforeRetry: 1_000,
    commit: 7_100,
    commitPerMegabyte: 450,
    betweenUnpacks: 3_600,
    unpack: 1_000,
    beforeReply: 8_200,
    beforeReplyPresent: 5_500,
    beforeFailure: 2_000,
  },
  downloadSlots: { scope: 'node', slotsMax: 3, order: 'random' },
  requestsMax: (status) => {
    if (status === 429 || status === 408) return 5;
    return status === 500 || status === 503 || status === 504 ? 2 : 1;
  },
  errorText,
};

function errorText(error: PullError, image: string): string {
  if (error.kind === 'scripted') return error.text;
  const location = imageLocation(image);
  const pull = `failed to pull and unpack image "${location.reference}": `;
  switch (error.kind) {
    case 'status': {
      const { status, at } = error;
      if (status === 404 && at.kind === 'tag') return `${notFound}${pull}${resolve}${location.reference}: not found`;
      const message = at.method === 'GET' ? serverMessage(status, location.registry) : '';
      const unexpected = `unexpected status from ${at.method} request to ${requestUrl(location, at)}: ${statusLine(status)}`;
      if (at.kind === 'tag') return `${pull}${resolve}${unexpected}${status === 403 ? '\ndenied' : ''}`;
      if (status !== 404) return `${pull}${copy}${unexpected}${message === '' ? '' : `\n${message}`}`;
      return `${notFound}${pull}${copy}could not fetch content descriptor ${at.digest} (${mediaType(at.kind)}) from remote: not found`;
    }
    // The measured runtime asked the loopback over HTTPS where it could not connect at all.
    case 'refused':
    case 'noSuchHost': {
      const url = requestUrl(location, error.at).replace(/^http:/, 'https:');
      const verb = error.at.method === 'HEAD' ? 'Head' : 'Get';
      const host = new URL(url).host;
      const why =
        error.kind === 'refused'
          ? `dial tcp ${host}: connect: connection refused`
          : `dial tcp: lookup ${host} on NAMESERVER:53: no such host`;
      return `${pull}${error.at.kind === 'tag' ? resolve : copy}failed to do request: ${verb} "${url}": ${why}`;
    }
    case 'diskFullDownload':
      return `${pull}failed to copy: write ${ingestPath(error.digest)}: no space left on device`;
    case 'diskFullUnpack':
      return `${pull}failed to extract layer (${mediaType('layer')} ${error.digest}) to overlayfs as "${extractKey} ${error.digest}": write ${snapshotPath}: no space left on device`;
    default:
      return `${pull}${error.kind}`;
  }
}

const notFound = 'rpc error: code = NotFound desc = ';
const resolve = 'failed to resolve image: ';
const copy = 'failed to copy: httpReadSeeker: failed open: ';
const extractKey = 'extract-0-0000';

/** Where the real one has a hash of the ingest's name, we have the digest itself. */
export function ingestPath(digest: string): string {
  return `/var/lib/containerd/io.containerd.content.v1.content/ingest/${digest.replace('sha256:', '')}/data`;
}

/** The real one names the file that did not fit; a simulated layer has no files. */
export const snapshotPath = '/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs/snapshots/1/fs/file';
