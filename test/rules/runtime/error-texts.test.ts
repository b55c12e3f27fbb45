import { describe, expect, it } from 'vitest';
import type { PullError, RequestPoint } from '../../../src/rules/runtime/errors/pull-error.ts';
import { selectRuntimeProfile } from '../../../src/rules/runtime/profiles/select-runtime-profile.ts';
import recorded from './recorded-error-texts.json' with { type: 'json' };

const layer0 = 'sha256:acc99b3e768144de2587b89229a522f70c22811f54272fd87c8730baa899d779';
const manifest0 = 'sha256:6706ca2d3baeaec230865629af3c9a8a8cc5d20af824759d1cbf12f36d113966';
const head: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };
const layer: RequestPoint = { method: 'GET', kind: 'layer', digest: layer0 };
const manifest: RequestPoint = { method: 'GET', kind: 'manifest', digest: manifest0 };
const config: RequestPoint = {
  method: 'GET',
  kind: 'config',
  digest: 'sha256:78e2b67e26500b3e3ccf11e8d3470394a30c72f9a881e0d7e3676707bd90d2b1',
};
const hubs =
  'toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit';
const status = (code: number, at: RequestPoint, message?: string): PullError => ({
  kind: 'status',
  status: code,
  at,
  ...(message === undefined ? {} : { message }),
});

/**
 * What went wrong in each recorded run, by the variant's name without its runtime; the image where it is
 * another.
 */
const causes: Readonly<Record<string, readonly [error: PullError, image?: string]>> = {
  'full-download': [
    {
      kind: 'diskFullDownload',
      digest: 'sha256:f4ea1d7b2a4c22184294aac9b58f6539adac9ab9ca81a03b1b1f340be52b043c',
    },
    'REG/cpu-rand50:1',
  ],
  '401-basic-nocreds': [{ kind: 'noBasicCredentials', at: head }],
  '401-bearer-token401': [{ kind: 'tokenRefused', status: 401, anonymous: true, at: head }],
  '403': [status(403, head)],
  '404-digest': [status(404, head), `REG/fail4@sha256:${'0'.repeat(64)}`],
  '404-layer': [status(404, layer)],
  '404-manifest': [status(404, head), 'REG/nope:1'],
  '429-head-x8': [status(429, head)],
  '429-layer-all': [status(429, layer, hubs)],
  '429-manifest-get': [status(429, manifest, hubs)],
  '500-head': [status(500, head)],
  '503-head-x1': [status(503, head)],
  '503-layer-all': [status(503, layer)],
  badref: [{ kind: 'badReference', reason: 'uppercase' }, 'REG/UPPER:1'],
  'corrupt-layer': [
    {
      kind: 'wrongDigest',
      at: layer,
      actual: 'sha256:e9b2eea0cd7f88d5f6d76aaabedd381e4f9860b2e153b4ecdf14c5f5096424c1',
    },
  ],
  dns: [{ kind: 'noSuchHost', at: head }, 'no-such-registry.invalid/x:1'],
  'eof-layer-all-0bytes': [{ kind: 'shortRead', at: layer, bytes: 4_004_173, received: 0 }],
  refused: [{ kind: 'refused', at: head }, '127.0.0.1:5999/x:1'],
  'reset-layer-x1-mid': [{ kind: 'reset', at: layer, inBody: true }],
  'resetconn-head-x1': [{ kind: 'reset', at: head, inBody: false }],
  'hang-config-t6 (log)': [{ kind: 'progressTimeout', unpacking: undefined, at: config }],
  'hang-head-t6 (log)': [{ kind: 'progressTimeout', unpacking: undefined, at: head }],
  'longunpack-t1': [
    {
      kind: 'progressTimeout',
      unpacking: 'sha256:083bedf1eece54579de2ea3968abc4981bf6e4dc79ff5dccdc2f9ca864746743',
      isMounted: true,
    },
    'REG/cpu-text200:1',
  ],
  'stall-t10': [{ kind: 'progressTimeout', unpacking: undefined }],
};

const host = '127.0.0.1:5001';
const runtimes = {
  c1: ['containerd://1.6.20', 'local'],
  c17: ['containerd://1.7.35', 'local'],
  c21: ['containerd://2.1.9', 'transfer'],
  c21local: ['containerd://2.1.9', 'local'],
  c2: ['containerd://2.4.2', 'transfer'],
  c2local: ['containerd://2.4.2', 'local'],
} as const;

/**
 * Without what is random, or not simulated: paths, keys of snapshots, chain ids, the token server's name of
 * itself.
 */
function normalised(text: string): string {
  return (
    text
      .replaceAll(host, 'REG')
      .replace(/(write |on )\S*?\/(io\.containerd|tmpmounts)/g, '$1…/$2')
      .replace(/"extract-\S+ sha256:\w+"/g, '"extract sha256:…"')
      .replace(/containerd-mount\d+/g, 'containerd-mount0')
      // The registry that recorded 1.7 and 2.1 has its token server at another path.
      .replace('/v2/token?', '/token?')
      .replace(/&service=[\w.:]+/g, '&service=reg')
  );
}

describe('a recorded error reads as recorded', () => {
  it.each(recorded)('$run', ({ run, code, error }) => {
    const [, runtimeName = '', variant = ''] = /^[^/]+\/(c\d+(?:local)?)-(.*)$/.exec(run) ?? [];
    const [runtime, path] = runtimes[runtimeName as keyof typeof runtimes];
    const cause = causes[variant] ?? causes[`${variant} (log)`];
    if (cause === undefined) throw new Error(`nobody has said what went wrong in ${run}`);
    const [pullError, image = 'REG/fail4:1'] = cause;
    const { profile } = selectRuntimeProfile(runtime, { path });
    const text = profile.errorText(pullError, image.replace('REG', host));
    expect(normalised(text)).toBe(
      normalised(code === 'Unknown' ? error : `rpc error: code = ${code} desc = ${error}`),
    );
  });
});

// The table "CRI errors" of docs/measurements.md, where no recorded run at hand shows it
describe('an error of the table reads as it says', () => {
  const text = (runtime: string, error: PullError) =>
    normalised(selectRuntimeProfile(runtime).profile.errorText(error, `${host}/x:1`));
  const p = 'failed to pull and unpack image "REG/x:1": ';
  const access =
    'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed';

  it('401 without a challenge', () => {
    expect(text('containerd://2.4', status(401, head))).toBe(
      `${p}failed to resolve image: unexpected status from HEAD request to http://REG/v2/x/manifests/1: 401 Unauthorized`,
    );
    expect(text('containerd://1.6', status(401, head))).toBe(
      `${p}failed to resolve reference "REG/x:1": pulling from host REG failed with status code [manifests 1]: 401 Unauthorized`,
    );
  });

  it('401 with a token', () => {
    expect(text('containerd://2.4', { kind: 'insufficientScope', at: head })).toBe(
      `${p}failed to resolve image: ${access}`,
    );
    expect(text('containerd://1.6', { kind: 'insufficientScope', at: head })).toBe(
      `${p}failed to resolve reference "REG/x:1": ${access}`,
    );
  });

  it('a disk that is full while a layer is unpacked', () => {
    const error: PullError = { kind: 'diskFullUnpack', digest: layer0 };
    expect(text('containerd://2.4', error)).toMatch(
      new RegExp(
        `^${p}failed to extract layer \\(application/vnd\\.oci\\.image\\.layer\\.v1\\.tar\\+gzip ${layer0}\\) to overlayfs as "extract sha256:…": write …/\\S+/snapshots/\\d+/fs/\\S+: no space left on device$`,
      ),
    );
    expect(text('containerd://1.6', error)).toMatch(
      new RegExp(
        `^${p}failed to extract layer ${layer0}: write …/\\S+/snapshots/\\d+/fs/\\S+: no space left on device: unknown$`,
      ),
    );
  });

  // apply_linux.go and mount/temp.go of 1.6.20 and 2.2.0
  it('a disk that is full while a layer is unpacked without a layer below, into a mount', () => {
    const error: PullError = { kind: 'diskFullUnpack', digest: layer0, isMounted: true };
    const full =
      'mount callback failed on …/tmpmounts/containerd-mount0: write …/tmpmounts/containerd-mount0/file: no space left on device';
    expect(text('containerd://1.6', error)).toBe(`${p}failed to extract layer ${layer0}: ${full}: unknown`);
    expect(text('containerd://2.4', error)).toBe(
      `${p}failed to extract layer (application/vnd.oci.image.layer.v1.tar+gzip ${layer0}) to overlayfs as "extract sha256:…": ${full}`,
    );
  });

  // e6-stall/c2-longunpack4-t1: the last of four layers
  it('a pull that is cancelled while it unpacks a layer above another', () => {
    const error: PullError = { kind: 'progressTimeout', unpacking: layer0 };
    expect(text('containerd://2.4', error)).toBe(
      `rpc error: code = Canceled desc = ${p}failed to extract layer (application/vnd.oci.image.layer.v1.tar+gzip ${layer0}) to overlayfs as "extract sha256:…": context canceled`,
    );
  });
});

describe('an error', () => {
  it('names the snapshotter of the node', () => {
    const { profile } = selectRuntimeProfile('containerd://2.4', { snapshotter: 'native' });
    const text = profile.errorText({ kind: 'diskFullUnpack', digest: layer0 }, 'x:1');
    expect(text).toContain('to native as');
    expect(text).toContain('/io.containerd.snapshotter.v1.native/');
  });

  // client/pull.go of containerd 2.4.2
  it('of the local path of containerd 2 resolves a reference, not an image', () => {
    const { profile } = selectRuntimeProfile('containerd://2.4', { path: 'local' });
    expect(profile.errorText(status(404, head), 'x:1')).toContain(
      'failed to resolve reference "docker.io/library/x:1": ',
    );
  });

  // remotes/errors/errors.go and remotes/docker/fetcher.go of containerd 1.7.27
  it('of containerd 1.7 has words of both', () => {
    const { profile } = selectRuntimeProfile('containerd://1.7.27');
    expect(profile.errorText(status(503, head), 'r.io/x:1')).toBe(
      'failed to pull and unpack image "r.io/x:1": failed to resolve reference "r.io/x:1": unexpected status from HEAD request to https://r.io/v2/x/manifests/1: 503 Service Unavailable',
    );
    expect(profile.errorText(status(503, layer), 'r.io/x:1')).toContain(
      `unexpected status code https://r.io/v2/x/blobs/${layer0}: 503`,
    );
  });

  it('has Docker Hub’s words, with and without credentials', () => {
    const { profile } = selectRuntimeProfile('containerd://2.4');
    expect(profile.errorText(status(429, manifest), 'redis:7')).toMatch(
      /429 Too Many Requests\ntoomanyrequests: .* unauthenticated pull rate limit\. /,
    );
    const known: PullError = { kind: 'status', status: 429, at: manifest, identity: 'credential-1' };
    expect(profile.errorText(known, 'redis:7')).toMatch(
      /\ntoomanyrequests: You have reached your pull rate limit as 'credential-1': .*upgrading\. /,
    );
    expect(profile.errorText(status(429, manifest), 'quay.io/x:1')).toMatch(/429 Too Many Requests$/);
  });

  it('asks Docker Hub’s token server', () => {
    const { profile } = selectRuntimeProfile('containerd://2.4');
    const error: PullError = { kind: 'tokenRefused', status: 503, anonymous: false, at: head };
    expect(profile.errorText(error, 'redis:7')).toContain(
      'failed to fetch oauth token: unexpected status from GET request to https://auth.docker.io/token?scope=repository%3Alibrary%2Fredis%3Apull&service=registry.docker.io: 503 Service Unavailable',
    );
  });

  it('is what the scenario wrote, word for word', () => {
    for (const runtime of ['containerd://1.6', 'containerd://1.7', 'containerd://2.4', 'cri-o://1.33']) {
      expect(
        selectRuntimeProfile(runtime).profile.errorText({ kind: 'scripted', text: 'no, thanks' }, 'x:1'),
      ).toBe('no, thanks');
    }
  });
});
