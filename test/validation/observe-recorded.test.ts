import { describe, expect, it } from 'vitest';
import { observeRecorded } from '../../tools/validation/observe-recorded.ts';
import { recordedRun } from './recorded-file.ts';

describe('of a recorded run is seen', () => {
  it('each request, as the registry saw it', () => {
    const { requests } = observeRecorded(recordedRun('e6-fail/c2-200-bearer/1'));
    expect(requests.map(({ method, kind, status }) => `${method} ${kind} ${status}`)).toEqual([
      'HEAD manifest 401',
      'GET token 200',
      'HEAD manifest 200',
      'GET manifest 401',
      'GET token 200',
      'GET manifest 200',
      'GET config 200',
      ...Array.from({ length: 4 }, () => 'GET layer 200'),
    ]);
    expect(requests.at(-1)).toEqual({
      method: 'GET',
      kind: 'layer',
      blob: 'fail4:1/layer0',
      status: 200,
      offset: 0,
      connection: '1993',
      sentMs: 675,
      answeredMs: 682.5,
      endMs: 882,
    });
  });

  it('no status where the client was gone before the answer, and the one that was sent where the body failed', () => {
    const { requests } = observeRecorded(recordedRun('e6-fail/c2-eof-layer-all-0bytes/1'));
    expect(requests.filter(({ blob }) => blob === 'fail4:1/layer1').map(({ status }) => status)).toEqual([
      200, 200, 200, 200,
    ]);
    const [, , , , , , last] = observeRecorded(recordedRun('e6-fail/c2-retry-after-eof-fail/1')).requests;
    expect([last?.blob, last?.status]).toEqual(['fail4:1/layer2', 0]);
    expect(
      observeRecorded(recordedRun('e6-stall/c2-hang-head-t6/1')).requests.map(({ status }) => status),
    ).toEqual([0]);
  });

  it('where a range began', () => {
    const { requests } = observeRecorded(recordedRun('e6-fail/c2-retry-after-eof-fail/1'));
    expect(requests.filter(({ offset }) => offset > 0).map(({ blob, offset }) => [blob, offset])).toEqual([
      ['fail4:1/layer3', 3448610],
      ['fail4:1/layer1', 3000000],
      ['fail4:1/layer0', 3243720],
    ]);
  });

  it('the error as a kubelet prints it: with the code, unless that is Unknown', () => {
    const errorOf = (name: string) => observeRecorded(recordedRun(name)).pulls[0]?.error;
    expect(errorOf('e6-fail/c2-403/1')).toMatch(/^failed to pull and unpack image "REG\/fail4:1": /);
    expect(errorOf('e6-fail/c2-404-manifest/1')).toMatch(
      /^rpc error: code = NotFound desc = failed to pull and unpack image /,
    );
    expect(errorOf('e6-stall/c2-stall-t10/1')).toMatch(/^rpc error: code = Canceled desc = /);
    expect(errorOf('e1-order/c2-eq8-n3/1')).toBeUndefined();
  });

  it('that a client gave up, which is no word of the runtime', () => {
    expect(observeRecorded(recordedRun('e6-stall/c1-stall/1')).pulls).toMatchObject([
      { pull: 'p0', ok: false, gaveUp: true, error: undefined },
      { pull: "p0'", ok: true, gaveUp: false },
    ]);
  });
});
