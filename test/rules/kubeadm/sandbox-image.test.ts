import { describe, expect, it } from 'vitest';
import { sandboxImageOfOutput, sandboxImageOfStatus } from '../../../src/rules/kubeadm/sandbox-image.ts';

// SandboxImage of cmd/kubeadm/app/util/runtime/runtime.go, v1.30.14: the output of crictl info.
it('of crictl’s output is what is left without blanks', () => {
  expect(sandboxImageOfOutput({ ok: true, output: '\n registry.k8s.io/pause:3.9 \n' })).toEqual({
    value: 'registry.k8s.io/pause:3.9',
  });
  expect(sandboxImageOfOutput({ ok: true, output: ' \n' })).toEqual({
    value: '',
    error: 'the detected sandbox image is empty',
  });
  expect(sandboxImageOfOutput({ ok: true })).toMatchObject({ error: 'the detected sandbox image is empty' });
});

// SandboxImage of v1.31.14 and v1.36.3: json.Unmarshal of the verbose status.
describe('of the CRI’s status', () => {
  const of = (config: string, refusesEmpty = true) =>
    sandboxImageOfStatus({ ok: true, info: { config } }, refusesEmpty);

  it.each([
    ['{"sandboxImage":"pause:3.10"}', 'pause:3.10'],
    ['{"SANDBOXIMAGE":"pause:3.10"}', 'pause:3.10'],
    ['{"other":{"sandboxImage":"x"},"sandboxImage":" pause:3.10 "}', ' pause:3.10 '],
    ['{"sandboxImage":"one","SandboxImage":"two"}', 'two'],
    ['{"sandboxImage":"one","SandboxImage":"two","sandboxImage":"three"}', 'three'],
    ['{"sandboxImage":"one","SandboxImage":null}', 'one'],
    ['{"sandboxImage":"\\ud800x"}', '\ufffdx'],
  ])('%s is %j', (config, value) => {
    expect(of(config)).toEqual({ value });
  });

  it('is refused where there is none, since 1.36; 1.31 takes an empty one', () => {
    for (const config of ['{}', 'null', '{"sandboxImage":""}']) {
      expect(of(config)).toEqual({ value: '', error: "no 'sandboxImage' field in CRI info config" });
      expect(of(config, false)).toEqual({ value: '' });
    }
  });

  it.each([
    ['[]', 'json: cannot unmarshal array into Go value of type runtime.config'],
    ['"x"', 'json: cannot unmarshal string into Go value of type runtime.config'],
    ['true', 'json: cannot unmarshal bool into Go value of type runtime.config'],
    ['1', 'json: cannot unmarshal number into Go value of type runtime.config'],
    [
      '{"sandboxImage":[1],"SandboxImage":2}',
      'json: cannot unmarshal array into Go struct field config.sandboxImage of type string',
    ],
    [
      '{"sandboxImage":{}}',
      'json: cannot unmarshal object into Go struct field config.sandboxImage of type string',
    ],
  ])('%s is no config', (config, error) => {
    expect(of(config)).toEqual({ value: '', error: `failed to unmarshal CRI info config: ${error}` });
  });

  it('is missing with the whole status, as Go prints it', () => {
    const conditions = [
      { type: 'RuntimeReady', status: true },
      { type: 'NetworkReady', status: false, reason: 'NetworkPluginNotReady', message: 'cni "x"' },
    ];
    expect(sandboxImageOfStatus({ ok: true, conditions, info: { b: '2', a: '1' } }, true)).toEqual({
      value: '',
      error:
        `no 'config' field in CRI info: status:{conditions:{type:"RuntimeReady" status:true} ` +
        `conditions:{type:"NetworkReady" reason:"NetworkPluginNotReady" message:"cni \\"x\\""}} info:{key:"a" value:"1"} info:{key:"b" value:"2"}`,
    });
  });
});

it('is refused by kubeadm 1.38 in the words of Go 1.27', () => {
  const error = (config: string, go: '1.26' | '1.27') =>
    sandboxImageOfStatus({ ok: true, info: { config } }, true, go).error;
  const begin = 'failed to unmarshal CRI info config: ';
  expect(error('{"a":"\t"}', '1.27')).toBe(`${begin}invalid character '\\t' in string`);
  expect(error('{"SANDBOXIMAGE":1}', '1.26')).toContain('config.sandboxImage of type string');
  expect(error('{"SANDBOXIMAGE":1}', '1.27')).toContain('config.SANDBOXIMAGE of type string');
});
