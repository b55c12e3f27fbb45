import { describe, expect, it } from 'vitest';
import type { Image } from '../../../../src/rules/runtime/images/image.ts';
import {
  fetchObservation,
  unpackObservation,
} from '../../../../src/rules/runtime/images/layer-observation.ts';

const image: Image = {
  name: 'docker.io/library/redis:7',
  ref: 'sha256:5a3d',
  index: true,
  configBytes: 7_000,
  layers: [
    { digest: 'sha256:aa', bytes: 29_000_000, unpackedBytes: 75_000_000 },
    { digest: 'sha256:bb', bytes: 1_000_000, unpackedBytes: 3_000_000 },
  ],
  source: 'catalogue',
};
const second = { image: 'docker.io/library/redis:7', digest: 'sha256:bb', layer: 1 };

describe('the record of a layer', () => {
  it('that is fetched: its size as it is packed', () => {
    expect(fetchObservation(image, 1, 'fetched')).toStrictEqual({
      type: 'fetch',
      state: 'fetched',
      ...second,
      bytes: 1_000_000,
    });
  });

  it('that is unpacked: its size on disk', () => {
    expect(unpackObservation(image, 1, 'finished')).toStrictEqual({
      type: 'unpack',
      state: 'finished',
      ...second,
      bytes: 3_000_000,
    });
  });

  it('that cannot be unpacked: why', () => {
    const error = 'no space left on device';
    expect(unpackObservation(image, 1, 'failed', error)).toStrictEqual({
      type: 'unpack',
      state: 'failed',
      ...second,
      bytes: 3_000_000,
      error,
    });
  });
});
