import { expect, it } from 'vitest';
import { patchChanges } from '../../../../scripts/kubelet-patches/patch-changes.mjs';

const source = (text: string) => `package kuberuntime

import "fmt"

// startContainer starts it: "Created".
func (m *manager) startContainer(name string) {
	klog.V(4).InfoS("Starting", "name", name)
	m.event(fmt.Sprintf("${text}", name))
}

var callback func(int) string
`;

it('finds the patch that changed a text, over comments, lines of the log and versions that cannot be had', () => {
  const sourceOf = (version: string) => {
    const patch = Number(version.split('.')[2]);
    if (patch === 5) return undefined;
    const text = source(patch < 6 ? 'Created container %s' : 'Created container: %v');
    const noise = patch < 3 ? text.replace('Starting', 'Starts').replace('starts it', 'begins') : text;
    return new Map([['pkg/kubelet/kuberuntime/kuberuntime_container.go', noise]]);
  };
  expect(patchChanges('1.30', 9, sourceOf)).toEqual([
    {
      since: '1.30.6',
      after: '1.30.4',
      name: 'manager.startContainer',
      file: 'pkg/kubelet/kuberuntime/kuberuntime_container.go',
      gone: ['Created container %s'],
      come: ['Created container: %v'],
    },
  ]);
});

it('finds every change of a release', () => {
  const sourceOf = (version: string) =>
    new Map([['a/b.go', source(`text ${Math.floor(Number(version.split('.')[2]) / 4)}`)]]);
  expect(patchChanges('1.30', 10, sourceOf).map(({ since }) => since)).toEqual(['1.30.4', '1.30.8']);
});
