import { describe, expect, test } from 'vitest';
import type { ImageGcContext } from '../../../../machines/kubelet/image-gc-context.ts';
import { imageGcModel } from '../../../../src/proof/models/kubelet/image-gc-model.ts';
import { lastOf, onEvery, saidTo, sentOf, waysOf } from '../ways.ts';

// pkg/kubelet/images/image_gc_manager.go (v1.27.16 to v1.36.3).
const ways = waysOf(imageGcModel);

describe('the image GC manager', () => {
  test('answers each call once, when its round is over', () => {
    onEvery(ways, (replay) => {
      const asked = sentOf(
        replay,
        'IMAGES.DETECT_REQUESTED',
        'IMAGES.COLLECT_REQUESTED',
        'UNUSED_IMAGES.DELETE_REQUESTED',
      );
      const { snapshot } = lastOf(replay);
      const { requests, request }: ImageGcContext = snapshot.context;
      const isBusy = request !== undefined && snapshot.value !== 'idle';
      expect(saidTo(replay, 'caller')).toHaveLength(asked.length - requests.size - (isBusy ? 1 : 0));
    });
  });

  test('asks for no removal of an image that the containers of its listing use', () => {
    onEvery(ways, ({ steps }) => {
      for (const { said, snapshot } of steps) {
        const { inUse }: ImageGcContext = snapshot.context;
        for (const { message } of said) {
          if (message.type === 'IMAGE_REMOVE.REQUESTED')
            expect(inUse.has(String(message.imageId))).toBe(false);
        }
      }
    });
  });

  test('asks for one removal at a time, and tells what became of it', () => {
    onEvery(ways, (replay) => {
      const asked = saidTo(replay, 'inventory').filter(
        ({ type }) => type === 'IMAGE_REMOVE.REQUESTED',
      ).length;
      const answered =
        sentOf(replay, 'IMAGE_REMOVE.SUCCEEDED').length + sentOf(replay, 'IMAGE_REMOVE.FAILED').length;
      expect([0, 1]).toContain(asked - answered);
      const { observations } = told(replay);
      expect(
        observations.filter(({ type, state }) => type === 'imageGC' && state !== 'finished'),
      ).toHaveLength(answered);
    });
  });

  test('has the pull records pruned, and only where the release has them', () => {
    const pruning = ways.filter((replay) => saidTo(replay, 'records').length > 0);
    expect(new Set(pruning.map(({ start }) => start))).toEqual(new Set(['1.36 with a maximal age']));
  });
});

function told(replay: Parameters<typeof saidTo>[0]) {
  const observations = saidTo(replay, 'recorder').flatMap(
    (message) => Reflect.get(message, 'observations') as Record<string, unknown>[],
  );
  return { observations: observations.filter((one) => one !== undefined) };
}
