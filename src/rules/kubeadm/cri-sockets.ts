import type { RuntimeCall, RuntimeResult } from './runtime-call.ts';

/** containerd, CRI-O and cri-dockerd on Linux, in the order in which kubeadm looks (constants_unix.go). */
export const knownCriSockets = [
  'unix:///var/run/containerd/containerd.sock',
  'unix:///var/run/crio/crio.sock',
  'unix:///var/run/cri-dockerd.sock',
] as const;

const [defaultCriSocket] = knownCriSockets;

/**
 * Returns the one socket that is there, containerd's where none is, and an error where there are several.
 * `found` is the first word of that error, which was capitalized up to v1.30. Mirrors `detectCRISocketImpl`
 * in util/runtime/runtime.go.
 */
export function detectCriSocket(
  { existing = [], known = knownCriSockets }: RuntimeCall,
  found: 'Found' | 'found',
): RuntimeResult {
  const existingSockets = known.filter((socket) => existing.includes(socket));
  if (existingSockets.length <= 1) return { value: existingSockets[0] ?? defaultCriSocket };
  const error = `${found} multiple CRI endpoints on the host. Please define which one do you wish to use by setting the 'criSocket' field in the kubeadm configuration file: ${existingSockets.join(', ')}`;
  return { value: '', error };
}
