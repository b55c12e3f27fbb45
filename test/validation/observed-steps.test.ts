import { describe, expect, it } from 'vitest';
import type { ObservedRequest, ObservedRun } from '../../tools/validation/observed-run.ts';
import { stepsOf } from '../../tools/validation/observed-steps.ts';
import { recordedRun } from './recorded-file.ts';

// e1-order/c1-mix7-n3 has seven layers; the times and two slots are made up.
const recorded = recordedRun('e1-order/c1-mix7-n3/1').header;
const header = { ...recorded, config: { ...recorded.config, maxConcurrentDownloads: 2 } };
const [image = ''] = Object.keys(header.images);

function request(
  kind: ObservedRequest['kind'],
  sentMs: number,
  answeredMs: number,
  endMs?: number,
  layer = 0,
): ObservedRequest {
  const method = sentMs < 10 ? 'HEAD' : 'GET';
  const blob = kind === 'layer' ? `${image}/layer${layer}` : '';
  return { method, kind, blob, status: 200, offset: 0, connection: 'a', sentMs, answeredMs, endMs };
}

const run: ObservedRun = {
  pulls: [{ pull: 'p0', startMs: 1, endMs: 700, ok: true, error: undefined, gaveUp: false }],
  requests: [
    request('manifest', 5, 12),
    request('manifest', 17, 24),
    request('config', 31, 38),
    request('layer', 48, 55, 200, 1),
    request('layer', 51, 58, 300, 2),
    request('layer', 217, 224, 400, 4),
  ],
  unpacks: [
    { blob: `${image}/layer1`, startMs: 210, endMs: 350 },
    { blob: `${image}/layer2`, startMs: 354, endMs: 390 },
    { blob: `${image}/layer4`, startMs: 430, endMs: 690 },
  ],
};

describe('the steps of a run', () => {
  it('are what lies between two things that were seen', () => {
    expect(stepsOf(run, header)).toMatchObject({
      'PullImage called to HEAD': [4],
      'HEAD answered to GET manifest': [5],
      'manifest answered to GET config': [7],
      'config answered to first GET of a layer': [10],
      'GET of a layer to that of the next': [3],
      'last byte of a layer to GET of the next, nothing unpacked': [],
      'last byte of a layer to GET of the next, beside an unpacking': [17],
      'layer unpacked to the next': [4],
      'last layer unpacked to reply': [10],
    });
  });

  it('know the layer that had the slot by how many slots there are, also where it ended before the others were asked for', () => {
    const early = [
      request('layer', 48, 50, 52, 1),
      request('layer', 55, 58, 300, 2),
      request('layer', 71, 80, 400, 4),
    ];
    const steps = stepsOf({ ...run, requests: [...run.requests.slice(0, 3), ...early] }, header);
    expect(steps['last byte of a layer to GET of the next, nothing unpacked']).toEqual([19]);
  });

  it('have the wait for a large blob by its size, where no other body came', () => {
    const sized = (bytes: number, others: readonly ObservedRequest[] = []) => {
      const layers = header.images[image]?.layers.map((layer) => ({ ...layer, bytes })) ?? [];
      const images = {
        ...header.images,
        [image]: { ...header.images[image], layers },
      } as typeof header.images;
      return stepsOf(
        { ...run, requests: [...run.requests.slice(0, 4), ...others], unpacks: run.unpacks.slice(0, 1) },
        { ...header, images },
      );
    };
    expect(sized(50e6)['last byte to unpacking, layers of 30 to 100 MB']).toEqual([10]);
    expect(sized(150e6)['last byte to unpacking, layers above 100 MB']).toEqual([10]);
    expect(
      sized(50e6, [request('layer', 60, 70, 205, 2)])['last byte to unpacking, layers of 30 to 100 MB'],
    ).toBeUndefined();
  });

  it('have the wait for a blob only where nothing else was waited for', () => {
    expect(stepsOf(run, header)['last byte to unpacking, small layers']).toEqual([10]);
  });

  it('are not told of several pulls, of which it is not known who waits for whom', () => {
    expect(stepsOf({ ...run, pulls: [...run.pulls, ...run.pulls] }, header)).toEqual({});
  });

  it('have the end of each pull that containerd cancelled itself, of several pulls too', () => {
    const [pull] = run.pulls;
    if (pull === undefined) throw new Error('no pull');
    const cancelled = {
      ...pull,
      ok: false,
      endMs: 6_001,
      error: 'failed to pull and unpack image "a": context canceled',
    };
    const failed = { ...cancelled, error: 'failed to pull and unpack image "a": short read' };
    const step = 'PullImage called to its end without progress';
    expect(stepsOf({ ...run, pulls: [cancelled] }, header)[step]).toEqual([6_000]);
    expect(stepsOf({ ...run, pulls: [cancelled, failed, pull, cancelled] }, header)).toEqual({
      [step]: [6_000, 6_000],
    });
  });

  it('are not told of what was tried again', () => {
    const tried = { ...run, requests: [request('manifest', 3, 4), ...run.requests] };
    expect(stepsOf(tried, header)['HEAD answered to GET manifest']).toBeUndefined();
  });

  it('of a pull of what is there are two, of one that fails before its layers the reply', () => {
    const present = { ...run, requests: run.requests.slice(0, 1), unpacks: [] };
    expect(stepsOf(present, header)).toMatchObject({ 'HEAD answered to reply, image present': [688] });
    const failed = { ...present, pulls: run.pulls.map((pull) => ({ ...pull, ok: false, endMs: 14 })) };
    expect(stepsOf(failed, header)).toMatchObject({ 'last answer to reply of a failed pull': [2] });
  });
});
