import { expect, it } from 'vitest';
import {
  type CredentialsAnswer,
  credentialProvidersReducer,
} from '../../../machines/kubelet/credential-providers.ts';
import type { CredentialProviderRules } from '../../../src/rules/kubelet/credentials/credential-provider.ts';
import { stage } from '../stage.ts';

// provide() and ExecPlugin() of pkg/credentialprovider/plugin/plugin.go (v1.36.3)

const seconds = 1_000_000;

function providers(rules: Partial<CredentialProviderRules> & { takes?: number; error?: string }) {
  const world = stage();
  const { takes = 2 * seconds, error = null, ...more } = rules;
  const actor = world.start(credentialProvidersReducer, {
    name: 'credential-providers',
    recorder: world.recorder,
    clock: world.clock,
    providers: [
      {
        name: 'ecr',
        cacheMicros: 0,
        cacheKeyType: 'Image',
        faults: [{ id: 'faults/1', fromMicros: 0, untilMicros: null, takesMicros: takes, error }],
        ...more,
      },
    ],
  });
  const ask = (who: string, repository = 'registry.example/app') =>
    actor.send({
      type: 'CREDENTIALS.ASKED',
      provider: 'ecr',
      repository,
      requester: world.listen<CredentialsAnswer>(who),
    });
  return { ...world, ask };
}

it('runs the program once for pulls of one image that ask together', () => {
  const world = providers({});
  world.ask('one');
  world.run(1 * seconds);
  world.ask('another');
  world.run(2 * seconds - 1);
  expect(world.messagesTo('another')).toEqual([]);
  world.run(2 * seconds);
  expect([world.messagesTo('one'), world.messagesTo('another')]).toEqual([
    [{ type: 'CREDENTIALS.ANSWERED', fault: 'faults/1' }],
    [{ type: 'CREDENTIALS.ANSWERED', fault: 'faults/1' }],
  ]);
});

it('runs the program for each image that is asked for meanwhile, although the answer is for the registry', () => {
  const world = providers({ cacheKeyType: 'Registry', cacheMicros: 60 * seconds });
  world.ask('one');
  world.run(1 * seconds);
  world.ask('another', 'registry.example/db');
  world.run(2 * seconds);
  expect(world.messagesTo('another')).toEqual([]);
  world.run(3 * seconds);
  expect(world.messagesTo('another')).toHaveLength(1);
  world.ask('a third', 'registry.example/cache');
  expect(world.messagesTo('a third')).toEqual([{ type: 'CREDENTIALS.ANSWERED', fault: undefined }]);
});

it.each([
  ['Image', 'registry.example/app', true],
  ['Image', 'registry.example/db', false],
  ['Registry', 'registry.example/db', true],
  ['Registry', 'other.example/app', false],
  ['Global', 'other.example/app', true],
] as const)('an answer for %s holds for %s: %s', (cacheKeyType, repository, holds) => {
  const world = providers({ cacheKeyType, cacheMicros: 60 * seconds });
  world.ask('one');
  world.run(2 * seconds);
  world.ask('another', repository);
  expect(world.messagesTo('another')).toHaveLength(holds ? 1 : 0);
});

it('keeps an answer up to the last moment of its time', () => {
  const world = providers({ cacheMicros: 60 * seconds });
  world.ask('one');
  world.run(62 * seconds);
  world.ask('another');
  expect(world.messagesTo('another')).toHaveLength(1);
  world.run(62 * seconds + 1);
  world.ask('a third');
  expect(world.messagesTo('a third')).toEqual([]);
});

it('ends a program after a minute, and runs it again for the next question', () => {
  const world = providers({ takes: 90 * seconds, cacheMicros: 60 * seconds });
  world.ask('one');
  world.run(60 * seconds - 1);
  expect(world.messagesTo('one')).toEqual([]);
  world.run(60 * seconds);
  expect(world.messagesTo('one')).toEqual([
    {
      type: 'CREDENTIALS.FAILED',
      error:
        'error execing credential provider plugin ecr for image registry.example/app: context deadline exceeded: ',
      fault: 'faults/1',
    },
  ]);
  world.ask('another');
  expect(world.messagesTo('another')).toEqual([]);
});

it('gives the error of a program that fails', () => {
  const world = providers({ error: 'no such role' });
  world.ask('one');
  world.run(2 * seconds);
  expect(world.messagesTo('one')).toMatchObject([
    {
      error:
        'error execing credential provider plugin ecr for image registry.example/app: exit status 1: no such role',
    },
  ]);
});
