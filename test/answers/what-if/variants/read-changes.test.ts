import { describe, expect, test } from 'vitest';
import { readChanges } from '../../../../src/answers/what-if/variants/read-changes.ts';
import { changesText, requestOfVariant } from '../../../../src/answers/what-if/variants/variant.ts';

function requestOf(text: string, common = {}) {
  const { changes, errors } = readChanges(text, '--a');
  expect(errors).toEqual([]);
  return requestOfVariant(common, { changes });
}

test('every kind of change goes into the entry of the request that a run has for it', () => {
  expect(
    requestOf('maxParallelImagePulls=5 evictionHard.imagefs.available=10% featureGates.ImageVolume=true'),
  ).toEqual({
    set: ['maxParallelImagePulls=5', 'evictionHard.imagefs.available=10%', 'featureGates.ImageVolume=true'],
  });
  expect(
    requestOf('link=1Gbit/s kubelet-version=1.31 runtime=containerd://1.6 nodes=20 node-profile=edge for=5m'),
  ).toEqual({
    link: '1Gbit/s',
    kubeletVersion: '1.31',
    runtime: 'containerd://1.6',
    nodes: 20,
    nodeProfile: 'edge',
    horizon: '5m',
  });
  expect(
    requestOf('max_concurrent_downloads=6 io.containerd.transfer.v1.local.max_concurrent_unpacks=2'),
  ).toEqual({
    runtimeConfig: ['max_concurrent_downloads=6', 'io.containerd.transfer.v1.local.max_concurrent_unpacks=2'],
  });
  expect(
    requestOf(`fault="registryDown registry=ghcr.io from=0s until=40s" pull-limit=docker.io=100/6h cold`),
  ).toEqual({
    faults: ['registryDown registry=ghcr.io from=0s until=40s'],
    pullLimits: ['docker.io=100/6h'],
    cold: true,
  });
});

test('changes come over what all variants have, and nothing of that is lost', () => {
  const common = {
    set: ['registryPullQPS=5'],
    link: '10MB/s',
    cold: true,
    faults: ['reboot at=3s'],
  } as const;
  expect(requestOf('link=20MB/s registryPullQPS=7 cold=false fault="kubeletRestart at=1s"', common)).toEqual({
    set: ['registryPullQPS=5', 'registryPullQPS=7'],
    link: '20MB/s',
    faults: ['reboot at=3s', 'kubeletRestart at=1s'],
  });
  expect(requestOf('', common)).toEqual(common);
});

test('a word that is no change is the name of a file', () => {
  const { changes, files } = readChanges("a.yaml 'my files/b.yaml' link=1Gbit/s", '--b');
  expect(files).toEqual(['a.yaml', 'my files/b.yaml']);
  expect(changesText({ changes, files })).toBe('a.yaml my files/b.yaml link=1Gbit/s');
  expect(changesText({ changes: [] })).toBe('as it is');
});

describe('what is wrong is told with the option, what was expected and what was meant', () => {
  test.each([
    [
      'maxParallelPulls=5',
      'UNKNOWN_FIELD',
      '"maxParallelPulls" is nothing that a run can be changed by',
      'did you mean maxParallelImagePulls?',
    ],
    [
      'max_concurent_downloads=5',
      'UNKNOWN_FIELD',
      '"max_concurent_downloads" is nothing',
      'did you mean max_concurrent_downloads?',
    ],
    ['node-profle=edge', 'UNKNOWN_FIELD', '"node-profle" is nothing', 'did you mean node-profile?'],
    ['qqqqqqqqqqq=5', 'UNKNOWN_FIELD', '"qqqqqqqqqqq" is nothing', undefined],
    [
      'runtime-config=max_concurrent_downloads=5',
      'UNKNOWN_FIELD',
      '"runtime-config" is nothing',
      'leave runtime-config= out',
    ],
    ['set=maxParallelImagePulls=5', 'UNKNOWN_FIELD', '"set" is nothing', 'leave set= out'],
    ['seed=5', 'UNKNOWN_FIELD', '"seed" is nothing', undefined],
    ['link=fast', 'OPTION', '"fast" is not a value of link', undefined],
    ['nodes=1e3', 'OPTION', '"1e3" is not a value of nodes', undefined],
    ['cold=maybe', 'OPTION', '"maybe" is not a value of cold', undefined],
    ['maxParallelImagePulls=', 'OPTION', '"" is not a value of maxParallelImagePulls', undefined],
    ['fault="open', 'OPTION', 'a quote is opened and not closed', undefined],
  ])('%s', (text, code, message, hint) => {
    const { errors } = readChanges(text, '--a');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      code,
      message: expect.stringContaining(message),
      file: expect.stringMatching(/^--a /),
    });
    expect(errors[0]?.hint).toBe(hint);
  });
});
