import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectGarbage,
  commitBlob,
  commitManifest,
  completePull,
  createContentStore,
  dropPull,
  removeImages,
  requestManifest,
} from '../../../../src/rules/runtime/images/content-store.ts';
import type { Image } from '../../../../src/rules/runtime/images/image.ts';
import {
  findHolders,
  holdingsOfImage,
  imageHoldings,
  lostHoldings,
  type PeerDirectory,
  wantedHolding,
  withHoldings,
} from '../../../../src/rules/runtime/peers/peer-holdings.ts';

const image = (name: string, ref: string, ...digests: readonly string[]): Image => ({
  name,
  ref,
  index: false,
  configBytes: 0,
  layers: digests.map((digest) => ({ digest, bytes: 10, unpackedBytes: 20 })),
  source: 'scenario',
});
const web = image('web:1', 'sha256:w', 'base', 'web');
const job = image('job:1', 'sha256:j', 'base', 'job');

describe('what a node can give', () => {
  it('is asked for by the tag in any spelling, by the id of the image, and by the digests of layers', () => {
    expect(holdingsOfImage(web)).toEqual(['docker.io/library/web:1', 'sha256:w', 'base', 'web']);
    expect(wantedHolding({ image: 'docker.io/web:1', digest: '' })).toBe('docker.io/library/web:1');
    expect(wantedHolding({ image: 'index.docker.io/library/web:1' })).toBe('docker.io/library/web:1');
    expect(wantedHolding({ image: 'web:1', digest: 'sha256:w' })).toBe('sha256:w');
  });

  it('is lost with the last image that has it', () => {
    const both = createContentStore([web, job]);
    expect(lostHoldings(both, removeImages(both, ['web:1']))).toEqual([
      'docker.io/library/web:1',
      'sha256:w',
      'web',
    ]);
    expect(lostHoldings(both, removeImages(both, ['web:1', 'job:1'])).toSorted()).toEqual(
      [...new Set([...holdingsOfImage(web), ...holdingsOfImage(job)])].toSorted(),
    );
    expect(lostHoldings(both, both)).toEqual([]);
  });

  it('stays of an image that has another name', () => {
    const twice = createContentStore([web, { ...web, name: 'web:2' }]);
    expect(lostHoldings(twice, removeImages(twice, ['web:1']))).toEqual(['docker.io/library/web:1']);
  });

  it('is lost with the garbage of a pull that failed', () => {
    const half = commitBlob(
      commitManifest(requestManifest(createContentStore([]), 'one', web), 'one'),
      'one',
      0,
    );
    const dropped = dropPull(half, 'one');
    expect(lostHoldings(dropped, collectGarbage(dropped))).toEqual(['base']);
    expect(lostHoldings(half, completePull(half, 'one'))).toEqual([]);
    expect(imageHoldings(web)).toEqual(['docker.io/library/web:1', 'sha256:w']);
  });
});

const changes = fc.array(
  fc.record({
    node: fc.constantFrom('node-1', 'node-2', 'node-3'),
    held: fc.subarray(['a', 'b', 'c']),
    lost: fc.subarray(['a', 'b', 'c']),
  }),
);

it('has the nodes of each item, each once, in the order in which they got it', () => {
  fc.assert(
    fc.property(changes, (all) => {
      let directory: PeerDirectory;
      const plain = new Map<string, Set<string>>();
      for (const { node, held, lost } of all) {
        directory = withHoldings(directory, node, { held, lost });
        for (const name of lost) plain.get(name)?.delete(node);
        for (const name of held) plain.set(name, (plain.get(name) ?? new Set()).add(node));
      }
      for (const name of ['a', 'b', 'c'])
        expect(findHolders(directory, name)).toEqual([...(plain.get(name) ?? [])]);
    }),
  );
});

it('has no entry for an item without a node', () => {
  const one = withHoldings(undefined, 'node-1', { held: ['a'], lost: [] });
  expect(withHoldings(one, 'node-1', { held: [], lost: ['a', 'b'] })).toBeUndefined();
});
