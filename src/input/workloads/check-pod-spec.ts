import { fieldName, shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path } from '../documents/source-document.ts';
import { nameError } from './pod-name.ts';
import type { Workload } from './workload.ts';

/**
 * Reports what the API server would refuse in a pod spec besides wrong types: duplicate names, rules without a policy, image volumes
 * without an image.
 */
export function checkPodSpec({ object, spec, specPath }: Workload, problems: Problems): void {
  const { document } = object;
  const checkName = (name: string, what: string, path: Path) => {
    const expected = nameError(name, 'label');
    const message = `${shownValue(name)} is not a name of a ${what} that an API server accepts`;
    if (expected !== undefined) problems.at({ document, path }, { code: 'NAME', message, expected });
  };
  const containers = new Set<string>();
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      if (containers.has(container.name)) {
        const message = `a second container named ${shownValue(container.name)} in one pod`;
        problems.at({ document, path: [...specPath, list, index, 'name'] }, { code: 'DUPLICATE', message, hint: 'rename one' });
      }
      containers.add(container.name);
      checkName(container.name, 'container', [...specPath, list, index, 'name']);
      if (container.image !== container.image.trim()) {
        const message = `${shownValue(container.image)} begins or ends with white space, which the API server refuses in a pod`;
        const path = [...specPath, list, index, 'image'];
        problems.at({ document, path }, { code: 'IMAGE', message, hint: `write it as ${shownValue(container.image.trim())}` });
      }
      if (container.restartPolicyRules?.length && !container.restartPolicy) {
        const path = [...specPath, list, index, 'restartPolicyRules'];
        const message = `${fieldName(path)} without a restartPolicy of the container`;
        problems.at(
          { document, path },
          { code: 'REQUIRED', message, expected: 'restartPolicy beside it, for exit codes that no rule names' },
        );
      }
    }
  }
  const volumes = new Set<string>();
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    const path = [...specPath, 'volumes', index];
    if (volumes.has(volume.name)) {
      const message = `a second volume named ${shownValue(volume.name)} in one pod`;
      problems.at({ document, path: [...path, 'name'] }, { code: 'DUPLICATE', message, hint: 'rename one' });
    }
    volumes.add(volume.name);
    checkName(volume.name, 'volume', [...path, 'name']);
    if (volume.image && !volume.image.reference) {
      const message = `${fieldName([...path, 'image', 'reference'])} is missing`;
      problems.at({ document, path: [...path, 'image', 'reference'] }, { code: 'REQUIRED', message, expected: "an image's name" });
    }
  }
}
