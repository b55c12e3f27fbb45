import { describe, expect, it } from 'vitest';
import { blobDigest } from '../../tools/validation/blob-digest.ts';
import { replaySetup } from '../../tools/validation/replay/replay-setup.ts';
import { experiments, recordedFile, recordedRun } from './recorded-file.ts';

describe('the setup of a replay', () => {
  it('can be made for every recorded run', () => {
    for (const run of experiments.flatMap(recordedFile)) {
      const { images, presentImages } = replaySetup(run);
      for (const image of presentImages) expect(images[image], run.header.run).toBeDefined();
    }
  });

  it('has the layers as they were on the wire, those that images share under one digest', () => {
    const { images } = replaySetup(recordedRun('e3-shared/c2-AB-at0/1'));
    const [a, b] = [images['127.0.0.1:5000/sha:1'], images['127.0.0.1:5000/shb:1']];
    expect(a?.layers[0]).toEqual({
      digest: blobDigest('sha:1/layer0'),
      bytes: 15002768,
      unpackedBytes: 15001600,
      compression: 'gzip',
    });
    expect(b?.layers.map(({ digest }) => digest).slice(0, 2)).toEqual(
      a?.layers.map(({ digest }) => digest).slice(0, 2),
    );
    expect(b?.layers[2]?.digest).not.toBe(a?.layers[2]?.digest);
  });

  it('knows plain tars and layers of many files', () => {
    const layerOf = (name: string) => Object.values(replaySetup(recordedRun(name)).images)[0]?.layers[0];
    expect(layerOf('e2-unpack/c2-raw4-fast/1')?.compression).toBe('none');
    expect(layerOf('e2-unpack/c2-files3-fast/1')?.files).toBe(4882);
  });

  it('has the options that the header names, under the runtime that it names', () => {
    expect(replaySetup(recordedRun('e1-order/c2-desc6-chunk1MiB/1'))).toMatchObject({
      runtime: 'containerd://2.4.2',
      runtimeOptions: {
        path: 'transfer',
        maxConcurrentDownloads: 3,
        maxConcurrentUnpacks: 1,
        concurrentLayerFetchBuffer: 1_048_576,
      },
    });
    expect(
      replaySetup(recordedRun('e6-stall/c2-stall-t25/1')).runtimeOptions.imagePullProgressTimeoutMicros,
    ).toBe(25_000_000);
    expect(replaySetup(recordedRun('e1-order/c1-eq8-n1/1')).runtimeOptions).toEqual({
      maxConcurrentDownloads: 1,
      snapshotter: 'overlayfs',
      path: 'local',
    });
  });

  it('has images of before: the one that is pulled again, the base of the next, what a moved tag named', () => {
    expect(replaySetup(recordedRun('e4-present/c2-again-lat0/1')).presentImages).toEqual([
      '127.0.0.1:5000/app:1',
    ]);
    expect(replaySetup(recordedRun('e5-layers/c1-app2-after-app1/1')).presentImages).toEqual([
      '127.0.0.1:5000/app:1',
    ]);
    const { images, presentImages } = replaySetup(recordedRun('e4-present/c2-moved-lat50/1'));
    expect(presentImages).toEqual(['127.0.0.1:5000/app:1-before']);
    expect(images['127.0.0.1:5000/app:1']?.layers).toEqual(images['127.0.0.1:5000/app:2']?.layers);
    expect(images['127.0.0.1:5000/app:1-before']?.layers).not.toEqual(images['127.0.0.1:5000/app:2']?.layers);
  });

  it('asks for what the registry asked for, and has credentials where the client had some', () => {
    const closed = (name: string) => {
      const { registries, hasCredentials } = replaySetup(recordedRun(name));
      return [registries['127.0.0.1:5000']?.authentication, hasCredentials];
    };
    expect(closed('e6-fail/c2-200-basic-goodcreds/1')).toEqual(['basic', true]);
    expect(closed('e6-fail/c2-401-basic-nocreds/1')).toEqual(['basic', false]);
    expect(closed('e6-fail/c1-200-bearer/1')).toEqual(['bearer', false]);
    expect(closed('e1-order/c1-eq8-n1/1')).toEqual([undefined, false]);
  });

  it('limits what the registry limited, and the disk of a small tmpfs', () => {
    const { registries, diskBytes } = replaySetup(recordedRun('e6-disk/c2-full-download/1'));
    expect(registries['127.0.0.1:5000']).toMatchObject({
      egressBytesPerSecond: 60_000_000,
      bytesPerSecondPerResponse: null,
    });
    expect(diskBytes).toBe(24 * 2 ** 20);
    expect(replaySetup(recordedRun('e1-order/c1-eq8-n3-each5/1')).registries['127.0.0.1:5000']).toMatchObject(
      {
        egressBytesPerSecond: null,
        bytesPerSecondPerResponse: 5_000_000,
      },
    );
  });
});
