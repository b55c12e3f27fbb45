import { expect, test } from 'vitest';
import { redactedFlag, redactedSetting } from '../../src/inputs/redacted-option.ts';
import { redactedRequest, runCommandLine } from '../../src/inputs/run-request.ts';
import { redactedWords } from '../../src/interfaces/cli/what-if/redacted-words.ts';

test.each([
  ['maxParallelImagePulls=5', 'maxParallelImagePulls=5'],
  ['evictionSoft={nodefs.available: 10%}', 'evictionSoft={nodefs.available: 10%}'],
  ['cgroupDriver=systemd', 'cgroupDriver=systemd'],
  ['staticPodURL=https://h/x', 'staticPodURL=…'],
  ['staticPodURLHeader.X-Key=abc', 'staticPodURLHeader.X-Key=…'],
  ['maxParalelImagePulls=3', 'maxParalelImagePulls=3'],
  ['staticPodUrlHeader=abc', 'staticPodUrlHeader=…'],
  ['maxPods', 'maxPods'],
])('--set %s is shown as %s', (option, shown) => {
  expect(redactedSetting(option)).toBe(shown);
});

test.each([
  ['--max-pods=50', '--max-pods=50'],
  ['max-pods=x', 'max-pods=x'],
  ['--max-parallel-image-pulls=3', '--max-parallel-image-pulls=3'],
  ['--manifest-url-header=Authorization:abc', '--manifest-url-header=…'],
  ['manifest-url-header: abc', 'manifest-url-header …'],
  ['--manifest-url-header abc', '--manifest-url-header=…'],
  ['--max-pods=1 --v=2 --cloud-config=abc', '--max-pods=1 --v=2 --cloud-config=…'],
])('--kubelet-flag %s is shown as %s', (option, shown) => {
  expect(redactedFlag(option)).toBe(shown);
});

test('a command line has no credentials, whoever made it', () => {
  const request = {
    mirrors: ['docker.io=https://u:pw@m.io'],
    set: ['staticPodURL=abc'],
    kubeletFlags: ['--manifest-url-header=X:abc'],
  };
  expect(redactedRequest(request)).toEqual({
    mirrors: ['docker.io=https://****@m.io'],
    set: ['staticPodURL=…'],
    kubeletFlags: ['--manifest-url-header=…'],
  });
  expect(runCommandLine(['a.yaml'], request)).not.toMatch(/abc|pw/);
  const words = [
    'sweep',
    'a.yaml',
    '--vary',
    'staticPodURL=abc|def',
    '--b',
    'staticPodURL=abc link=1Gbit/s',
    '--queue',
    'rediss:pw',
    '--set=staticPodURL=abc',
  ];
  expect(redactedWords(words)).toEqual([
    'sweep',
    'a.yaml',
    '--vary',
    'staticPodURL=…',
    '--b',
    'staticPodURL=… link=1Gbit/s',
    '--queue',
    'rediss:…',
    '--set=staticPodURL=…',
  ]);
});
