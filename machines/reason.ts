import type { Reason } from '../src/rules/kubelet/upstream/reason.ts';
import type { UpstreamPlace } from '../src/rules/kubelet/upstream/upstream-lines.ts';

/** Returns why the kubelet takes a transition, as the part of the transition that says it: its `meta`. */
export function because(words: string, upstream: UpstreamPlace): { readonly meta: Reason } {
  return { meta: { because: words, upstream } };
}
