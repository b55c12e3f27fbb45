import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { lessInput } from '../../src/inputs/limits.ts';
import { type InputResult, pullsNothing, readInput } from '../../src/inputs/read-input.ts';
import { scenarioTemplate } from '../../src/inputs/scenario/scenario-template.ts';
import { tries } from '../tries.ts';
import { accepted, podYaml, scenarioYaml, stream } from './reading.ts';

const shop = readFileSync(new URL('fixtures/shop.yaml', import.meta.url), 'utf8');

describe('seed and horizon', () => {
  const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');

  test('are 1 and 15 minutes, the Scenario’s, or the options’', () => {
    const read = (fields: string, options = {}) => {
      const { seed, horizonMicros } = accepted(stream(pod, scenarioYaml(fields)), options).input;
      return [seed, horizonMicros];
    };
    expect(read('metadata: { name: x }')).toEqual([1, 900e6]);
    expect(read('seed: 7\nhorizon: 22h')).toEqual([7, 79_200e6]);
    expect(read('seed: 7\nhorizon: 22h', { seed: 8, horizon: '1s' })).toEqual([8, 1e6]);
  });

  test('two Scenarios are an error', () => {
    const result = readInput(
      [
        { name: 'a.yaml', text: stream(pod, scenarioYaml('seed: 1')) },
        { name: 'b.yaml', text: scenarioYaml('seed: 2') },
      ],
      {},
    );
    expect(result.ok || result.errors).toMatchObject([
      {
        ...{
          file: 'b.yaml',
          line: 2,
          column: 7,
          code: 'DUPLICATE',
          message: 'a second Scenario: a run has one',
        },
        hint: 'leave one out: the first is at a.yaml:7:7',
      },
    ]);
  });
});

test('what comes out is plain data: it survives JSON', () => {
  const { input } = accepted(stream(shop, scenarioTemplate));
  expect(JSON.parse(JSON.stringify(input))).toEqual(input);
});

test('every image of a pod is in images, every registry in registries, every node in nodes', () => {
  const { images, registries, nodes, pods } = accepted(shop).input;
  expect(Object.keys(images)).toEqual(
    expect.arrayContaining(['envoy:latest', 'localhost:5000/agent:latest', 'registry.example.com/web:v1']),
  );
  expect(Object.keys(registries)).toEqual([
    'docker.io',
    'localhost:5000',
    'prod-registry-k8s-io.s3.amazonaws.com',
    'production.cloudflare.docker.com',
    'registry.example.com',
    'registry.k8s.io',
  ]);
  for (const pod of pods) expect(nodes.map((node) => node.name)).toContain(pod.nodeName);
  for (const [name, image] of Object.entries(images)) expect(image.name).toBe(name);
});

describe('an input has its limits', () => {
  const read = (texts: readonly string[], request = {}) => {
    const result = readInput(
      texts.map((text, index) => ({ name: `${index}.yaml`, text })),
      request,
    );
    return result.ok ? [] : result.errors;
  };

  test('of characters', () => {
    const half = '#'.repeat(16 * 1024 * 1024);
    expect(read([half, `${half}#`])).toMatchObject([
      {
        code: 'TOO_LARGE',
        file: '0.yaml',
        message: '33554433 characters of input: at most 33554432 are read',
        hint: lessInput,
      },
    ]);
  });

  test('of what is there at all', () => {
    const expected = 'Kubernetes manifests, as YAML or JSON';
    const hint = expect.stringMatching(
      /^write a Pod or another workload into it, or name a file that has one, such as windlass run/,
    );
    expect(read([])).toEqual([
      { code: 'EMPTY', file: 'the input', message: 'nothing to read', expected, hint },
    ]);
    expect(readInput([{ name: '<stdin>', text: '---' }], {})).toMatchObject({
      errors: [
        {
          code: 'EMPTY',
          hint: 'run the command before the pipe by itself: what it wrote has no object in it',
        },
      ],
    });
    expect(read(['# nothing'])).toMatchObject([{ code: 'EMPTY', file: '0.yaml' }]);
    expect(read(['a: [1'])).not.toContainEqual(expect.objectContaining({ code: 'EMPTY' }));
  });
});

test('what a pre-pull brings is an input by itself, and its sizes hold where the files say nothing', () => {
  const plan = {
    images: ['r.io/a:1', 'r.io/b:1'],
    parallel: false,
    policy: 'IfNotPresent',
    release: '1.36',
  } as const;
  const sizes = [{ name: 'r.io/a:1', bytes: 5_000 }];
  const result = readInput([], { prePull: { plan, sizes } });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  expect(Object.keys(result.input.images)).toEqual(['r.io/a:1', 'r.io/b:1']);
  expect(result.input.images['r.io/a:1']).toMatchObject({ source: 'catalogue' });
  expect(result.input.nodes[0]?.prePulls).toEqual([{ ...plan, atMicros: 0 }]);
  expect([result.warnings, pullsNothing(result.input)]).toEqual([[], false]);
});

describe('what is assumed is said', () => {
  const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
  const said = (...documents: readonly string[]) => accepted(stream(...documents)).input.assumptions;

  test('that there is one node, where nobody names one', () => {
    const sentence = 'One node, node-1 (the input has none).';
    expect(said(pod)).toContain(sentence);
    expect(said(pod, scenarioYaml('nodes: { named: { node-1: {} } }'))).not.toContain(sentence);
    expect(said(pod, scenarioYaml('nodes: { count: 2 }'))).not.toContain(sentence);
    expect(said(pod, 'apiVersion: v1\nkind: Node\nmetadata: { name: node-1 }\n')).not.toContain(sentence);
  });

  test('that pods go round, where there is where to go, and some go', () => {
    const round = expect.stringContaining('are spread evenly over the nodes');
    const fixed = podYaml('x', '{ nodeName: node-1, containers: [{ name: a, image: b }] }');
    expect(said(pod, scenarioYaml('nodes: { count: 2 }'))).toContainEqual(round);
    expect(said(fixed, scenarioYaml('nodes: { count: 2 }'))).not.toContainEqual(round);
    expect(said(pod).join()).not.toContain('spread evenly');
  });

  test('what a kubelet without sidecars makes of init containers, and how long they run', () => {
    const init = (policy: string) =>
      podYaml(
        'x',
        `{ initContainers: [{ name: i, image: b${policy} }], containers: [{ name: a, image: b }] }`,
      );
    const long =
      'Init containers run for 1s unless a Scenario says otherwise (initContainerDuration, containers).';
    const none = 'This kubelet has no sidecars: every init container runs to its end.';
    const of = (policy: string, version: string) =>
      said(init(policy), scenarioYaml(`nodes: { defaults: { kubeletVersion: "${version}" } }`)).filter(
        (sentence) => sentence === long || sentence === none,
      );
    expect([of('', '1.36'), of(', restartPolicy: Always', '1.36'), of('', '1.27')]).toEqual([
      [long],
      [],
      [none, long],
    ]);
    expect(said(pod, scenarioYaml('nodes: { defaults: { kubeletVersion: "1.27" } }'))).not.toContain(none);
  });

  test('what a rollout leaves out', () => {
    const web =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: a, image: b }] } } }\n';
    const rollout = expect.stringMatching(/^In a rollout a new pod takes the node of an old one/);
    expect(said(web, scenarioYaml('imageChanges: [{ match: web, at: 1s, image: c }]'))).toContainEqual(
      rollout,
    );
    expect(said(web, scenarioYaml('deletions: [{ match: web, at: 1s }]'))).not.toContainEqual(rollout);
  });

  test('how many sizes are drawn', () => {
    const two = podYaml('x', '{ containers: [{ name: a, image: b }, { name: c, image: d }] }');
    expect(said(pod)).toContain(
      'The sizes and layers of 1 of 1 image are estimated from their names (source: assumed).',
    );
    const split = accepted(two, { imageSizes: ['b=1MB', 'd=1MB'] }).input.assumptions;
    expect(split).toContain('The layers of 2 images of known size.');
    expect(split.join()).not.toContain('drawn');
    expect(said(scenarioYaml('nodes: { count: 1 }')).join()).not.toContain('Unpacked');
  });
});

describe('no input makes it crash or hang', () => {
  const check = (result: InputResult) => {
    if (result.ok) expect(JSON.parse(JSON.stringify(result.input))).toEqual(result.input);
    else {
      expect(result.errors.length).toBeGreaterThan(0);
      for (const error of result.errors) expect(formatInputError(error)).toContain(error.file);
    }
  };
  const read = (text: string, options = {}) => {
    const begun = process.cpuUsage();
    const result = readInput([{ name: 'in.yaml', text }], options);
    // Thousands of times what one takes, and of this process alone, whatever else the machine does.
    expect(process.cpuUsage(begun).user, text).toBeLessThan(20e6);
    check(result);
  };

  test('text of any kind', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => read(text)));
  });

  test('pieces of YAML in any order', () => {
    const piece = fc.constantFrom(
      '- ',
      'a: ',
      '[',
      ']',
      '{',
      '}',
      '\n',
      '  ',
      '"',
      "'",
      '&a ',
      '*a',
      '<<: ',
      '---\n',
      '|\n',
      '>',
      '# ',
      '!!',
      '? ',
      ',',
      ': ',
      '\t',
      '\r\n',
      '\u2028',
      'kind: ',
      'Pod',
      'v1',
      '%YAML 1.1\n',
      '~',
      '0x',
      '.inf',
      '-',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => read(pieces.join(''))),
      { numRuns: tries.law },
    );
  });

  const odd = fc.oneof(
    fc.constantFrom(
      null,
      true,
      -1,
      0,
      1.5,
      1e21,
      '',
      'x',
      [],
      {},
      [null],
      { a: 1 },
      '*',
      '../..',
      '__proto__',
      'constructor',
      Number.MAX_SAFE_INTEGER,
    ),
    fc.string({ maxLength: 5 }),
    fc.object({ maxDepth: 2, maxKeys: 3 }),
  );

  test('objects of the kinds that are read, with odd values in them', () => {
    const kind = fc.constantFrom(
      'v1 Pod',
      'v1 List',
      'v1 PodList',
      'v1 Node',
      'apps/v1 Deployment',
      'apps/v1 StatefulSet',
      'apps/v1 DaemonSet',
      'batch/v1 Job',
      'batch/v1 CronJob',
      'windlass.dev/v1alpha1 Scenario',
      'windlass.dev/v1alpha1 ImageCatalog',
      'kubelet.config.k8s.io/v1beta1 KubeletConfiguration',
      'node.k8s.io/v1 RuntimeClass',
    );
    const field = fc.constantFrom(
      'metadata',
      'spec',
      'status',
      'items',
      'images',
      'nodes',
      'faults',
      'arrivals',
      'registries',
      'containers',
      'maxPods',
      'featureGates',
      'handler',
    );
    const fields = fc.dictionary(field, odd, { maxKeys: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(kind, fields), { minLength: 1, maxLength: 3 }), (objects) => {
        const documents = objects.map(([name, given]) => {
          const [apiVersion, kindName] = name.split(' ');
          return JSON.stringify({ apiVersion, kind: kindName, ...given });
        });
        read(documents.join('\n---\n'));
      }),
      { numRuns: tries.law },
    );
  });

  test('good manifests with a value, a line or a character changed', () => {
    const source = fc.constantFrom(
      shop,
      scenarioTemplate + '---\n' + podYaml('x', '{ containers: [{ name: a, image: b }] }'),
    );
    const fraction = fc.double({ min: 0, max: 0.999999, noNaN: true });
    const change = fc.tuple(fc.constantFrom('value', 'line', 'character', 'swap'), fraction, fraction, odd);
    fc.assert(
      fc.property(source, fc.array(change, { minLength: 1, maxLength: 4 }), (text, changes) => {
        read(
          changes.reduce(
            (changed, [how, where, other, value]) =>
              mutate(changed, how, where, other, JSON.stringify(value)),
            text,
          ),
        );
      }),
      { numRuns: tries.machine },
    );
  });

  test('options of any kind', () => {
    const texts = fc.array(
      fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom(
          'maxPods=[',
          'featureGates=3',
          'featureGates.=true',
          '__proto__=1',
          'maxPods=&a [*a]',
          'b=1MB',
        ),
      ),
      { maxLength: 3 },
    );
    const text = fc.string({ maxLength: 10 });
    fc.assert(
      fc.property(
        fc.record(
          { set: texts, imageSizes: texts, kubeletVersion: text, runtime: text, platform: text },
          { requiredKeys: [] },
        ),
        (options) => read(podYaml('x', '{ containers: [{ name: a, image: b }] }'), options),
      ),
      { numRuns: tries.machine },
    );
  });
});

function mutate(text: string, how: string, where: number, other: number, value: string): string {
  const lines = text.split('\n');
  const line = Math.floor(where * lines.length);
  const second = Math.floor(other * lines.length);
  const at = Math.floor(where * text.length);
  if (how === 'character') return text.slice(0, at) + value.slice(0, 1) + text.slice(at + 1);
  if (how === 'value') lines[line] = (lines[line] ?? '').replace(/: .*$/, `: ${value}`);
  else if (how === 'line') lines.splice(line, 1);
  else [lines[line], lines[second]] = [lines[second] ?? '', lines[line] ?? ''];
  return lines.join('\n');
}
