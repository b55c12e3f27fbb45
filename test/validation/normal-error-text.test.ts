import { describe, expect, it } from 'vitest';
import { normalErrorText } from '../../tools/validation/normal-error-text.ts';

const host = '127.0.0.1:5000';
const hex = 'e9b2eea0cd7f88d5f6d76aaabedd381e4f9860b2e153b4ecdf14c5f5096424c1';

// Left: as the simulator prints it; right: as the recordings do, with REG for the registry.
describe('a text of the simulator and a recorded one come to the same', () => {
  it.each([
    [
      `read tcp 127.0.0.1:40000->${host}: read: connection reset by peer`,
      'read tcp 127.0.0.1:PORT->REG: read: connection reset by peer',
    ],
    [
      `GET request to http://${host}/v2/token?scope=repository%3Afail4%3Apull&service=reg: 401 Unauthorized`,
      'GET request to http://REG/v2/token?service=a&scope=b: 401 Unauthorized',
    ],
    [
      `http://${host}/v2/fail4/blobs/sha256:${hex}: 429`,
      `http://REG/v2/fail4/blobs/sha256:${'0'.repeat(64)}: 429`,
    ],
    [
      `write /var/lib/containerd/io.containerd.content.v1.content/ingest/${hex}/data: no space`,
      `write …/io.containerd.content.v1.content/ingest/${'1'.repeat(64)}/data: no space`,
    ],
    [`as "extract-0-0000 sha256:${hex}": mount`, `as "extract-39215514-vopL sha256:${hex}": mount`],
    [
      'failed on /var/lib/containerd/tmpmounts/containerd-mount1: x',
      'failed on …/tmpmounts/containerd-mount2582371674: x',
    ],
    [
      'write /var/lib/containerd/tmpmounts/containerd-mount0/file: no space left on device',
      'write …/tmpmounts/containerd-mount2582371674/d/t4-0.txt: no space left on device',
    ],
    [
      'write /a/io.containerd.snapshotter.v1.overlayfs/snapshots/1/fs/f',
      'write …/io.containerd.snapshotter.v1.overlayfs/snapshots/33/fs/f',
    ],
    [
      'write /a/io.containerd.snapshotter.v1.overlayfs/snapshots/1/fs/file: no space left on device',
      'write …/io.containerd.snapshotter.v1.overlayfs/snapshots/3/fs/d/t4-2.txt: no space left on device',
    ],
  ])('%s', (ours, recorded) => {
    expect(normalErrorText(ours, host)).toBe(normalErrorText(recorded, 'REG'));
  });
});

describe('what matters stays', () => {
  it.each([
    ['429 Too Many Requests', '503 Service Unavailable'],
    [
      'dial tcp 127.0.0.1:5999: connect: connection refused',
      'dial tcp 127.0.0.1:5998: connect: connection refused',
    ],
    [`unexpected commit digest sha256:${hex}`, `unexpected commit digest ${hex}`],
    ['failed to resolve image: REG/x:1: not found', 'failed to resolve image: REG/x:2: not found'],
    ['https://REG/v2/x', 'http://REG/v2/x'],
    ['write …/snapshots/1/fs/d: no space left on device', 'write …/snapshots/1/fs/d: read-only file system'],
    ['write …/snapshots/1/fs: no space left on device', 'write …/snapshots/1/fs/d: no space left on device'],
  ])('%s is not %s', (left, right) => {
    expect(normalErrorText(left, host)).not.toBe(normalErrorText(right, host));
  });
});
