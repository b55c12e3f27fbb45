import { expect, test } from 'vitest';
import { failWithoutPods, inputOrFail } from '../../../../src/interfaces/cli/files/input-or-fail.ts';
import { podYaml } from '../../../inputs/reading.ts';

const source = (text: string) => [{ name: 'in.yaml', text }];

test('an input that is wrong says where, and has the exit code of inputs', () => {
  expect(() => inputOrFail(source('kind: ['), {})).toThrow(/^the input is wrong\nin\.yaml:1:\d+: /);
  expect(() => inputOrFail(source('kind: ['), {})).toThrow(expect.objectContaining({ exitCode: 3 }));
});

test('an input without pods says what was left aside', () => {
  const service = inputOrFail(source('apiVersion: v1\nkind: Service\nmetadata: { name: web }\n'), {});
  expect(() => failWithoutPods(service)).toThrow(
    'the input is wrong\nno pods in the input: nothing would happen\n  try: add the manifests of your pods, such as windlass run deployment.yaml kubelet.yaml\nignored, because these kinds pull no images: 1 Service',
  );
  expect(
    failWithoutPods(inputOrFail(source(podYaml('web', '{ containers: [{ name: a, image: app }] }')), {})),
  ).toBeUndefined();
});
