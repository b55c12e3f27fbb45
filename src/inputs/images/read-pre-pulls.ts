import type { PrePullPlan } from '../../rules/kubeadm/pre-pull-plan.ts';
import { selectKubeadmRules } from '../../rules/kubeadm/select-kubeadm-rules.ts';
import type { PrePullInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { type Path, within } from '../documents/source-document.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { noImageName } from './image-name.ts';

/**
 * Returns the pulls on a node without its kubelet, with the default tag in names: those of the command, and
 * those of the Scenario for this node or for all. kubeadm's rules are those of the node's kubelet version.
 */
export function readPrePulls(
  built: BuiltNode,
  asked: PrePullPlan | undefined,
  problems: Problems,
): PrePullInput[] {
  const { plan, node, profile } = built;
  const selection = selectKubeadmRules(node.kubeletVersion);
  // kubeadm of older releases pulled in the same way, one image after the other.
  const release = 'error' in selection ? '1.27' : selection.rules.release;
  const of = plan.named?.prePull === undefined ? 'defaults' : 'named';
  const written = plan.named?.prePull ?? plan.defaults?.prePull ?? [];
  const isList = Array.isArray(written);
  const fromScenario = (isList ? written : [written]).map(
    ({ at, images, parallel = false, policy = 'IfNotPresent' }, index): PrePullInput => {
      const path: Path = [
        of,
        ...(of === 'named' ? [plan.name] : []),
        'prePull',
        ...(isList ? [index] : []),
        'images',
      ];
      const named = images.flatMap((name, place) => {
        const tagged = profile.applyDefaultImageTag(name);
        if ('image' in tagged) return [tagged.image];
        problems.at(within(plan.scenario, 'nodes', ...path, place), noImageName(name));
        return [];
      });
      return { atMicros: micros(at ?? defaultOf('prePullAt')), images: named, parallel, policy, release };
    },
  );
  return [...(asked === undefined ? [] : [{ ...asked, atMicros: 0 }]), ...fromScenario];
}
