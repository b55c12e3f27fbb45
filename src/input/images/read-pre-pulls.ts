import type { PrePullPlan } from '../../kubeadm/pre-pull-plan.ts';
import { selectKubeadmRules } from '../../kubeadm/select-kubeadm-rules.ts';
import { defaultOf } from '../defaults.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path } from '../documents/source-document.ts';
import type { PrePullInput } from '../model.ts';
import type { BuiltNode } from '../nodes/node-plan.ts';
import { micros } from '../scenario/quantity-shapes.ts';

/**
 * What is pulled on a node beside its kubelet, with the names after the default tag: what the command asks for, and what the
 * Scenario says of this node, or of all. kubeadm's rules are those of the node's kubelet version.
 */
export function readPrePulls(built: BuiltNode, asked: PrePullPlan | undefined, problems: Problems): PrePullInput[] {
  const { plan, node, profile } = built;
  const selection = selectKubeadmRules(node.kubeletVersion);
  // kubeadm of releases older than those known here did the same one by one.
  const release = 'error' in selection ? '1.27' : selection.rules.release;
  const of = plan.named?.prePull === undefined ? 'defaults' : 'named';
  const written = plan.named?.prePull ?? plan.defaults?.prePull ?? [];
  const isList = Array.isArray(written);
  const fromScenario = (isList ? written : [written]).map(
    ({ at, images, parallel = false, policy = 'IfNotPresent' }, index): PrePullInput => {
      const path: Path = [of, ...(of === 'named' ? [plan.name] : []), 'prePull', ...(isList ? [index] : []), 'images'];
      const named = images.flatMap((name, place) => {
        const tagged = profile.applyDefaultImageTag(name);
        if ('image' in tagged) return [tagged.image];
        if (plan.scenario !== undefined) {
          const { document, path: above } = plan.scenario;
          const message = `${shownValue(name)} is no image name`;
          problems.at(
            { document, path: [...above, 'nodes', ...path, place] },
            { code: 'IMAGE_NAME', message, expected: 'a name such as redis:7.2' },
          );
        }
        return [];
      });
      return { atMicros: micros(at ?? defaultOf('prePullAt')), images: named, parallel, policy, release };
    },
  );
  return [...(asked === undefined ? [] : [{ ...asked, atMicros: 0 }]), ...fromScenario];
}
