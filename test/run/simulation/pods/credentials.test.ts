import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { protectedImagesNeedCredentials } from '../../../../src/run/invariants/kubelet/protected-images-need-credentials.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { runYaml } from '../run-yaml.ts';

const runOf = (yaml: string): readonly TraceRecord[] => runYaml(yaml).records;

const image = 'registry.example/team/app:1';
const password = 'hunter2';

function secret(name: string, ...users: string[]): string {
  const keys = ['registry.example/team/app', 'registry.example/team', 'registry.example'];
  const auths = Object.fromEntries(
    users.map((username, index) => [keys[index] ?? '', { username, password }]),
  );
  return `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name} }\ntype: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '${JSON.stringify({ auths })}' }\n---\n`;
}

function pod(name: string, secretName = '', policy = 'IfNotPresent'): string {
  const secrets = secretName === '' ? '' : `imagePullSecrets: [{ name: ${secretName} }], `;
  const containers = `containers: [{ name: app, image: '${image}', imagePullPolicy: ${policy} }]`;
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { ${secrets}${containers} }\n---\n`;
}

function scenario(more = '', faults = ''): string {
  return `apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 5m
registries: { registry.example: { private: { 'team/*': [alice] } } }
images: [{ name: '${image}', size: 10MB }]
arrivals: { interval: 30s }
${more}
${faults}
`;
}

function settings(policy: string): string {
  return `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nimagePullCredentialsVerificationPolicy: ${policy}\n---\n`;
}

/** What came of each pod's first call, and with what the runtime was called. */
function told(records: readonly TraceRecord[], name: string) {
  const own = records.filter((record) => 'actor' in record && record.actor.endsWith(`/${name}/app`));
  const result = own.find((record) => record.type === 'result');
  return {
    tried: own.flatMap((record) =>
      record.type === 'runtime' && record.op === 'PullImage'
        ? [record.credential?.identity ?? 'nothing']
        : [],
    ),
    returned: own.flatMap((record) =>
      record.type === 'runtime-return' ? [record.error?.match(/40[13] \w+/)?.[0] ?? 'pulled'] : [],
    ),
    error: result?.type === 'result' ? result.error : undefined,
    check: result?.type === 'result' ? result.credentialCheck : undefined,
  };
}

// EnsureImageExists, PullManager and PullImage of kuberuntime (v1.36.3)
describe('a run with pull secrets', () => {
  it('tries one credential after the other, in one pull, and records the one that opens', () => {
    const records = runOf(secret('both', 'bob', 'alice') + pod('a', 'both') + scenario());
    expect(told(records, 'a')).toEqual({
      tried: ['credential-1', 'credential-2'],
      returned: ['403 Forbidden', 'pulled'],
      error: '',
      check: undefined,
    });
    expect(records.filter((record) => record.type === 'pull' && record.state === 'pulling')).toHaveLength(1);
  });

  it('lets a pod use a present image with the same or an equal secret, and sends others to the registry', () => {
    const pods =
      pod('a', 'mine') +
      pod('b', 'mine') +
      pod('c', 'copy') +
      pod('d') +
      pod('e', 'other') +
      pod('f', '', 'Never');
    const records = runOf(
      secret('mine', 'alice') + secret('copy', 'alice') + secret('other', 'bob') + pods + scenario(),
    );
    expect(told(records, 'b')).toMatchObject({ tried: [], error: '', check: 'credentialRecordFound' });
    expect(told(records, 'c')).toMatchObject({ tried: [], error: '', check: 'credentialRecordFound' });
    expect(told(records, 'd')).toMatchObject({
      returned: expect.arrayContaining(['401 Unauthorized']),
      error: 'ErrImagePull',
      check: 'mustAuthenticate',
    });
    expect(told(records, 'e')).toMatchObject({
      returned: expect.arrayContaining(['403 Forbidden']),
      error: 'ErrImagePull',
      check: 'mustAuthenticate',
    });
    expect(told(records, 'f')).toMatchObject({
      tried: [],
      error: 'ErrImageNeverPull',
      check: 'mustAuthenticate',
    });
    expect(checkInvariants(records)).toEqual([]);
  });

  it('gives the image to anybody under NeverVerify, and after an allowlist names it', () => {
    const pods = pod('a', 'mine') + pod('b');
    expect(
      told(runOf(settings('NeverVerify') + secret('mine', 'alice') + pods + scenario()), 'b'),
    ).toMatchObject({
      error: '',
      check: 'credentialPolicyAllowed',
    });
    const listed = settings('NeverVerifyAllowlistedImages').replace(
      '\n---\n',
      '\npreloadedImagesVerificationAllowlist: [registry.example/team/*]\n---\n',
    );
    expect(told(runOf(listed + secret('mine', 'alice') + pods + scenario()), 'b').check).toBe(
      'credentialPolicyAllowed',
    );
    expect(
      told(runOf(settings('NeverVerifyAllowlistedImages') + secret('mine', 'alice') + pods + scenario()), 'b')
        .check,
    ).toBe('mustAuthenticate');
  });

  it.each([
    ['completed', 'mustAuthenticate'],
    ['lost', 'credentialRecordFound'],
  ] as const)(
    'after a kubelet restart in the middle of a pull, %s, a pod with the secret meets %s',
    (pulls, check) => {
      const faults = `faults: [{ kind: kubeletRestart, at: 900ms, pulls: ${pulls} }]`;
      const pods = pod('a', 'mine') + pod('b', 'mine');
      const records = runOf(secret('mine', 'alice') + pods + scenario('', faults));
      const first = records.find(
        (record) =>
          record.type === 'result' && (pulls === 'lost' ? record.actor.includes('/b/') : record.at > 1000),
      );
      expect(first).toMatchObject({ credentialCheck: check });
      expect(protectedImagesNeedCredentials.check(records)).toEqual([]);
    },
  );

  it('lets the node’s own credentials open an image for all its pods', () => {
    const node = 'nodes: { defaults: { credentials: { registry.example: alice } } }';
    const records = runOf(pod('a') + pod('b') + scenario(node));
    expect(records.find((record) => record.type === 'runtime-return')).toMatchObject({
      credential: { source: 'node' },
    });
    expect(told(records, 'b')).toMatchObject({ error: '', check: 'credentialRecordFound' });
  });

  it('reports a missing pull secret at each sync from 1.28 on, and pulls without it', () => {
    const missing = (version: string) =>
      runOf(pod('a', 'gone') + scenario(`nodes: { defaults: { kubeletVersion: "${version}" } }`)).filter(
        (record) => record.type === 'event' && record.reason === 'FailedToRetrieveImagePullSecret',
      );
    expect(missing('1.36')[0]).toMatchObject({
      eventType: 'Warning',
      message:
        'Unable to retrieve some image pull secrets (gone); attempting to pull the image may not succeed.',
    });
    expect(missing('1.36').length).toBeGreaterThan(1);
    expect(missing('1.27')).toEqual([]);
  });

  // to 1.32 PullImage of kuberuntime reads the secrets; from 1.33 on the image manager does
  it('fails with the raw error of a broken secret without an event in 1.36, and as an ordinary pull before', () => {
    const broken = `apiVersion: v1\nkind: Secret\nmetadata: { name: broken }\ntype: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '{"auths":{"r":{"auth":"eA=="}}}' }\n---\n`;
    const text = 'unable to parse auth field, must be formatted as base64(username:password)';
    const told = (version: string) =>
      runOf(
        broken + pod('a', 'broken') + scenario(`nodes: { defaults: { kubeletVersion: "${version}" } }`),
      ).flatMap((record) => (record.type === 'event' ? [`${record.reason}: ${record.message}`] : []));
    expect(told('1.36')).toContain(`Failed: Error: ${text}`);
    expect(told('1.36').some((event) => event.startsWith('Pulling'))).toBe(false);
    expect(told('1.31')).toContain(`Failed: Failed to pull image "${image}": ${text}`);
  });

  it('keeps every secret value out of the trace', () => {
    const records = runOf(secret('mine', 'alice') + pod('a', 'mine') + scenario());
    for (const value of [password, 'alice']) expect(JSON.stringify(records)).not.toContain(value);
  });
});
