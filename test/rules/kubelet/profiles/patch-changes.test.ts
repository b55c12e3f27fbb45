import { expect, it } from 'vitest';
import { patchChanges, versionChanges } from '../../../../scripts/kubelet-patches/patch-changes.mjs';

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

it('finds what differs between versions of two releases, and says where one of them cannot be had', () => {
  const texts = new Map([
    ['1.37.2', 'in turn'],
    ['1.38.0-beta.0', 'side by side'],
  ]);
  const sourceOf = (version: string) => {
    const text = texts.get(version);
    return text === undefined ? undefined : new Map([['a/b.go', source(text)]]);
  };
  expect(versionChanges('1.37.2', '1.38.0-beta.0', sourceOf)).toEqual([
    {
      since: '1.38.0-beta.0',
      after: '1.37.2',
      name: 'manager.startContainer',
      file: 'a/b.go',
      gone: ['in turn'],
      come: ['side by side'],
    },
  ]);
  expect(versionChanges('1.37.2', '1.38.0', sourceOf)).toBeUndefined();
});
