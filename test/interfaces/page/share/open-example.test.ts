import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageSession } from '../../../../src/interfaces/page/page-session.ts';
import { exampleFragment, readExampleLink } from '../../../../src/interfaces/page/share/example-link.ts';
import { openExamples } from '../../../../src/interfaces/page/share/open-example.ts';
import type { RunClient } from '../../../../src/interfaces/page/worker/run-client.ts';
import type { RunContents } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { emptyRun } from '../machines/sample-runs.ts';

describe('a link to an example', () => {
  test('is read as it was written', () => {
    const link = {
      example: 'gc-thrash',
      shown: { node: 'node-1', actor: 'node-1/kubelet/a b&c=d/pulls/app#2' },
      atMs: 1500.25,
    };
    expect(readExampleLink(exampleFragment(link))).toEqual(link);
    expect(readExampleLink(exampleFragment({ example: 'a' }))).toEqual({ example: 'a' });
  });

  test('may have other keys, a time that is none, and an actor without a node: these are ignored', () => {
    expect(readExampleLink('#zoom=1-2&example=a&at=soon&actor=x')).toEqual({ example: 'a' });
    expect(readExampleLink('#example=a&at=-1')).toEqual({ example: 'a' });
  });

  test.each(['', '#', '#run1=abc', '#zoom=1'])('is not %j', (fragment) => {
    expect(readExampleLink(fragment)).toBeUndefined();
  });
});

describe('the page opened by a link', () => {
  let changed: () => void;
  beforeEach(() => {
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
      changed = listener;
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const example = (name: string) => ({
    name,
    title: name,
    story: [],
    sources: [{ name: `${name}.yaml`, text: name }],
  });

  function opened(hash: string) {
    const address = { hash };
    const runs: ((run: RunContents) => void)[] = [];
    const asked: unknown[] = [];
    const client = {
      run: (request: unknown) => {
        asked.push(request);
        return new Promise<RunContents>((resolve) => runs.push(resolve));
      },
      drop: () => {},
    } as unknown as RunClient;
    const session = createPageSession(client);
    openExamples(address, session, [example('one'), example('two')]);
    const finish = async (run: number) => {
      runs.at(-1)?.(emptyRun(run, 10_000));
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { address, session, asked, finish };
  }

  test('runs the example, and then shows the actor and the moment', async () => {
    const { session, asked, finish } = opened('#example=two&node=node-1&actor=node-1%2Fkubelet&at=2500');
    expect(asked).toEqual([{ kind: 'simulate', sources: [{ name: 'two.yaml', text: 'two' }], settings: {} }]);
    await finish(1);
    expect(session.selection.getSnapshot().context.actor).toEqual({
      node: 'node-1',
      actor: 'node-1/kubelet',
    });
    expect(session.playback.getSnapshot().context.playheadMs).toBe(2500);
  });

  test('shows the next example when the address changes', async () => {
    const { address, session, asked, finish } = opened('#example=two&at=2500');
    await finish(1);
    address.hash = '#example=one';
    changed();
    await finish(2);
    expect(asked).toHaveLength(2);
    expect(session.page.getSnapshot().context.input.sources).toEqual([{ name: 'one.yaml', text: 'one' }]);
    expect(session.playback.getSnapshot().context.playheadMs).toBe(0);
  });

  test('shows no moment of the example once other files are opened', async () => {
    const { session, finish } = opened('#example=two&at=2500');
    session.send({ type: 'INPUT.CHOSEN', sources: [{ name: 'mine.yaml', text: '' }] });
    await finish(1);
    expect(session.playback.getSnapshot().context.playheadMs).toBe(0);
  });

  test('says which examples there are, where it names none of them', () => {
    const { session } = opened('#example=three');
    expect(session.page.getSnapshot().context.errors).toEqual([
      'there is no example three: expected one, two',
    ]);
  });

  test('opens nothing without a link', () => {
    const { session, asked } = opened('');
    expect(asked).toEqual([]);
    expect(session.page.getSnapshot().value).toBe('empty');
  });
});
