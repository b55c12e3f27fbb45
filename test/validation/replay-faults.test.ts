import { describe, expect, it } from 'vitest';
import { replayFaults } from '../../tools/validation/replay/replay-faults.ts';
import { replayRun } from '../../tools/validation/replay/replay-run.ts';
import { registryHost, replaySetup } from '../../tools/validation/replay/replay-setup.ts';
import { experiments, recordedFile, recordedRun } from './recorded-file.ts';

describe('the rules of a recorded registry become faults', () => {
  it.each([
    ['e1-order/c1-eq8-n1/1', []],
    ['e6-fail/c2-200-bearer/1', []],
    [
      'e6-fail/c2-401-bearer-token401/1',
      [
        {
          kind: 'badStatus',
          status: 401,
          requests: ['token'],
          message: 'unauthorized: incorrect username or password',
        },
      ],
    ],
    [
      'e6-fail/c2-403/1',
      [{ kind: 'badStatus', status: 403, requests: ['tag', 'manifest', 'index'], message: 'denied' }],
    ],
    [
      'e6-fail/c1-404-layer/1',
      [{ kind: 'badStatus', status: 404, requests: ['layer'], layer: 1, message: 'blob unknown' }],
    ],
    [
      'e6-fail/c2-429-head-x5/1',
      [
        {
          kind: 'badStatus',
          status: 429,
          requests: ['tag'],
          times: 5,
          message:
            'toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit',
        },
      ],
    ],
    [
      'e6-fail/c1-503-head-x1/1',
      [{ kind: 'badStatus', status: 503, requests: ['tag', 'manifest', 'index'], times: 1, emptyBody: true }],
    ],
    ['e6-fail/c2-corrupt-layer/1', [{ kind: 'wrongDigest', requests: ['layer'], layer: 1 }]],
    [
      'e6-fail/c2-eof-layer-all-0bytes/1',
      [{ kind: 'cutBody', requests: ['layer'], layer: 1, afterBytes: 0, pauseMicros: 20_000 }],
    ],
    ['e6-fail/c2-resetconn-head-x1/1', [{ kind: 'connectionReset', requests: ['tag'], times: 1 }]],
    [
      'e6-retry/c2-gap1/1',
      [
        {
          kind: 'connectionReset',
          requests: ['layer'],
          layer: 6,
          times: 1,
          afterBytes: 3_000_000,
          pauseMicros: 20_000,
        },
      ],
    ],
    [
      'e6-stall/c2-stall-t10/1',
      [{ kind: 'stalledBody', requests: ['layer'], layer: 1, times: 1, afterBytes: 2_000_000 }],
    ],
    ['e6-stall/c2-hang-config-t6/1', [{ kind: 'unanswered', requests: ['config'], times: 1 }]],
  ])('of %s', (name, faults) => {
    expect(replayFaults(recordedRun(name))).toEqual(faults);
  });

  it('of every run', () => {
    for (const run of experiments.flatMap(recordedFile))
      expect(() => replayFaults(run), run.header.run).not.toThrow();
  });

  it('that knows no ranges is one of the registry, and the fault beside it is still found', () => {
    const run = recordedRun('e6-fail/c2-eof-layer-x1-mid/1');
    const [cut] = run.header.registry.rules ?? [];
    const rules = [
      ...(cut === undefined ? [] : [cut]),
      { match: cut?.match ?? '', kind: 'norange' as const },
    ];
    const events = run.events.flatMap((event) =>
      event.ev === 'http' && event.blob.endsWith('layer3') ? [{ ...event, fault: 'norange' }] : [event],
    );
    const withoutRanges = {
      ...run,
      header: { ...run.header, registry: { ...run.header.registry, rules } },
      events,
    };
    expect(replayFaults(withoutRanges)).toEqual(replayFaults(run));
    expect(replaySetup(withoutRanges).registries[registryHost]?.ranges).toBe(false);
    expect(replaySetup(run).registries[registryHost]?.ranges).toBeUndefined();
    expect(
      replayRun(withoutRanges).records.filter((record) => record.type === 'request' && record.status === 206),
    ).toEqual([]);
    expect(
      replayRun(run).records.filter((record) => record.type === 'request' && record.status === 206),
    ).toHaveLength(1);
  });

  it('but a rule for what nobody has seen is refused', () => {
    const run = recordedRun('e6-fail/c2-403/1');
    const withRule = (match: string) => ({
      ...run,
      header: { ...run.header, registry: { ...run.header.registry, rules: [{ match, status: 500 }] } },
    });
    expect(() => replayFaults(withRule('tags/list'))).toThrow('no way to replay a rule for tags/list');
    expect(() => replayFaults(withRule('blobs/sha256:00'))).toThrow('no request for a blob was hit');
  });
});
