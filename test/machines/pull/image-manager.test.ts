import { expect, it } from 'vitest';
import { profiles, v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { pullManager } from './pull-manager.ts';

// The image manager as a whole. The cases of image_manager_test.go are in test/seeds.

const pull = 'PullImage';

it('pulls once per pod though all want the same missing image: no look again after the wait (#125164)', () => {
  const manager = pullManager({ profile: v1_27, slotsMax: 2, pullMicros: 10_000_000 });
  for (let index = 0; index < 5; index++) manager.pullOf(`pod-${index}`)('root');
  manager.run(60_000_000);
  expect(manager.calls.filter((one) => one.call === pull)).toHaveLength(5);
  expect(manager.answers.map((one) => one.at)).toEqual([10, 10, 20, 20, 30]);
});

it('starts pulls at 0, 11, 32, 73, 154, 315, 616, 917 s, asked each second with pulls of 300 ms that fail', () => {
  const manager = pullManager({ profile: v1_36, slotsMax: 1, pullMicros: 300_000, pullError: 'boom' });
  const ask = manager.pullOf('uid-1');
  for (let second = 0; second < 1_000; second++) manager.at(second * 1_000_000, () => ask('root'));
  manager.run(1_000_000_000);
  expect(manager.calls.filter((one) => one.call === pull).map((one) => one.at)).toEqual([
    0, 11, 32, 73, 154, 315, 616, 917,
  ]);
});

it('backs off per pod and spelling: root, root:latest and the full name apart, two containers of a pod together', () => {
  const manager = pullManager({ profile: v1_36, slotsMax: Number.POSITIVE_INFINITY, pullError: 'boom' });
  const answersOf = (uid: string, image: string) => {
    manager.pullOf(uid)(image);
    return manager.answers.at(-1)?.answer;
  };
  expect(answersOf('uid-1', 'root')).toBe('ErrImagePull');
  expect(answersOf('uid-1', 'root')).toBe('ImagePullBackOff');
  expect(answersOf('uid-1', 'root:latest')).toBe('ErrImagePull');
  expect(answersOf('uid-1', 'docker.io/library/root')).toBe('ErrImagePull');
  expect(answersOf('uid-2', 'root')).toBe('ErrImagePull');
});

it('keeps doubling after a success in between: success does not reset the window', () => {
  const manager = pullManager({ profile: v1_36, slotsMax: 1, pullError: 'boom' });
  const ask = manager.pullOf('uid-1');
  const windows = () =>
    manager.observed.flatMap(({ observation }) =>
      observation.type === 'pull' ? (observation.windowMs ?? []) : [],
    );
  ask('root', 'Always');
  manager.run(10_000_000);
  manager.script.pullError = undefined;
  ask('root', 'Always');
  manager.run(20_000_000);
  manager.script.pullError = 'boom';
  ask('root', 'Always');
  expect(windows()).toEqual([10_000, 20_000]);
});

it('doubles for each of three failures of one key that end together: 10, 20, 40 s', () => {
  const manager = pullManager({
    profile: v1_36,
    slotsMax: Number.POSITIVE_INFINITY,
    pullError: 'boom',
    pullMicros: 1_000_000,
  });
  for (let index = 0; index < 3; index++) manager.pullOf('uid-1')('root');
  manager.run(2_000_000);
  const windows = manager.observed.flatMap(({ observation }) =>
    observation.type === 'pull' ? (observation.windowMs ?? []) : [],
  );
  expect(windows).toEqual([10_000, 20_000, 40_000]);
});

it.each(profiles)(
  '$release: qps 5 and burst 10 let 12 of 30 pulls through that come 20 ms apart',
  (profile) => {
    const manager = pullManager({
      profile,
      slotsMax: Number.POSITIVE_INFINITY,
      qps: 5,
      burst: 10,
      pullMicros: 10_000_000,
    });
    for (let index = 0; index < 30; index++)
      manager.at(index * 20_000, () => manager.pullOf(`pod-${index}`)(`image-${index}`));
    manager.run(5_000_000);
    expect(manager.calls.filter((one) => one.call === pull)).toHaveLength(12);
    expect(manager.answers.filter((one) => one.answer === 'ErrImagePull')).toHaveLength(18);
  },
);

it('takes the token when the pull before is done, with serial pulls (qps-serial-consumes-at-dequeue)', () => {
  const manager = pullManager({
    profile: v1_31,
    slotsMax: undefined,
    qps: 1,
    burst: 1,
    pullMicros: 1_000_000,
  });
  for (let index = 0; index < 4; index++) manager.pullOf(`pod-${index}`)(`image-${index}`);
  manager.run(10_000_000);
  expect(manager.answers.map((one) => one.answer)).toEqual(['', '', '', '']);
});

it('pulls a preloaded image too while another pod pulls it, with the credentials gate on', () => {
  const manager = pullManager({
    profile: v1_36,
    slotsMax: 5,
    verifiesCredentials: true,
    present: ['root:latest'],
    pullMicros: 1_000_000,
  });
  manager.pullOf('uid-1')('root', 'Always');
  manager.pullOf('uid-2')('root', 'IfNotPresent');
  manager.pullOf('uid-3')('root', 'Never');
  manager.pullOf('uid-4')('root:latest', 'IfNotPresent');
  expect(manager.answers.map(({ pull: name, answer }) => [name.slice(0, 5), answer])).toEqual([
    ['uid-3', 'ErrImageNeverPull'],
    ['uid-4', ''],
  ]);
  manager.run(2_000_000);
  manager.pullOf('uid-5')('root', 'Never');
  expect(manager.calls.filter((one) => one.call === pull)).toHaveLength(2);
  expect(manager.answers.at(-1)).toMatchObject({ answer: '' });
});
