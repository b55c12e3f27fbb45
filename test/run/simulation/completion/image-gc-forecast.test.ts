import { expect, it } from 'vitest';
import { ImageGcForecast } from '../../../../src/run/simulation/completion/image-gc-forecast.ts';
import type { ActorRecord } from '../../../../src/trace/record.ts';
import { inputOf } from '../run-yaml.ts';

// A run may not settle while image GC or disk pressure can still act.

const input = (kubelet: string) =>
  inputOf(`
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: 1, defaults: { presentImages: ["old:1", "pause:1"], pinnedImages: ["pause:1"] } }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [ { name: app, image: "old:1" } ] }
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
${kubelet}`);

function forecast(kubelet: string) {
  const read = input(kubelet);
  const watched = new ImageGcForecast(read);
  const [spec] = read.pods;
  if (spec === undefined) throw new Error('no pod');
  const pod = { namespace: spec.namespace, name: spec.name, uid: spec.uid };
  let id = 0;
  const observe = (record: Record<string, unknown>) => {
    watched.observe({
      id: ++id,
      at: 0,
      actor: 'node-1',
      node: 'node-1',
      ...record,
    } as unknown as ActorRecord);
    return watched.canAct;
  };
  const podIs = (state: string) =>
    observe({
      type: 'pod',
      state,
      pod,
      node: 'node-1',
      containers: [{ name: 'app', image: 'old:1', kind: 'container', policy: '' }],
    });
  return { watched, observe, podIs, ref: read.images['old:1']?.ref ?? '' };
}

it('image GC can act while a disk is low, the node under pressure, or a round under way', () => {
  const { watched, observe } = forecast('');
  expect(watched.canAct).toBe(false);
  expect(observe({ actor: 'node-1/disk', type: 'disk', state: 'low' })).toBe(true);
  expect(observe({ actor: 'node-1/disk', type: 'disk', state: 'ample' })).toBe(false);
  expect(
    observe({
      actor: 'node-1/kubelet/eviction',
      type: 'condition',
      condition: 'DiskPressure',
      status: 'True',
    }),
  ).toBe(true);
  expect(
    observe({
      actor: 'node-1/kubelet/eviction',
      type: 'condition',
      condition: 'DiskPressure',
      status: 'False',
    }),
  ).toBe(false);
  expect(observe({ actor: 'node-1/kubelet/image-gc', type: 'imageGC', state: 'removed' })).toBe(true);
  expect(observe({ actor: 'node-1/kubelet/image-gc', type: 'imageGC', state: 'finished' })).toBe(false);
});

it('a kubelet that is gone collects nothing, and the next one sees no pressure until it has looked', () => {
  const { observe } = forecast('');
  observe({ actor: 'node-1/kubelet/image-gc', type: 'imageGC', state: 'removed' });
  observe({ actor: 'node-1/kubelet/eviction', type: 'condition', condition: 'DiskPressure', status: 'True' });
  expect(observe({ type: 'node', state: 'kubeletRestarted' })).toBe(false);
});

it('with a maximal age it can act while an image that is not pinned has no pod', () => {
  const { watched, observe, podIs, ref } = forecast('imageMaximumGCAge: 1h');
  expect(watched.canAct).toBe(true);
  expect(podIs('added')).toBe(false);
  expect(podIs('terminated')).toBe(false);
  expect(podIs('deleted')).toBe(true);
  expect(observe({ actor: 'node-1/images', type: 'image', state: 'removed', image: 'old:1', ref })).toBe(
    false,
  );
});

it('a maximal age may come with a restart', () => {
  const { observe } = forecast('');
  expect(observe({ type: 'node', state: 'kubeletRestarted', kubelet: { imageMaximumGCAgeMicros: 1 } })).toBe(
    true,
  );
});
