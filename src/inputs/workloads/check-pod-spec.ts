import { fieldName, shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { type Place, within } from '../documents/source-document.ts';
import { nameError } from './pod-name.ts';
import type { Workload } from './workload.ts';

/**
 * Reports what the API server would refuse in a pod spec besides wrong types: duplicate names, rules without
 * a policy, image volumes without an image.
 */
export function checkPodSpec({ object, spec, specPath }: Workload, problems: Problems): void {
  const whole = { document: object.document, path: specPath };
  const checkName = (name: string, what: string, place: Place) => {
    const expected = nameError(name, 'label');
    const message = `${shownValue(name)} is not a name of a ${what} that an API server accepts`;
    if (expected !== undefined) problems.at(place, { code: 'NAME', message, expected });
  };
  const containers = new Set<string>();
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const part = within(whole, list, index);
      if (containers.has(container.name)) {
        const message = `a second container named ${shownValue(container.name)} in one pod`;
        problems.at(within(part, 'name'), { code: 'DUPLICATE', message, hint: 'rename one' });
      }
      containers.add(container.name);
      checkName(container.name, 'container', within(part, 'name'));
      if (container.image !== container.image.trim()) {
        const message = `${shownValue(container.image)} begins or ends with white space, which the API server refuses in a pod`;
        const hint = `write it as ${shownValue(container.image.trim())}`;
        problems.at(within(part, 'image'), { code: 'IMAGE', message, hint });
      }
      if (container.restartPolicyRules?.length && !container.restartPolicy) {
        const place = within(part, 'restartPolicyRules');
        const message = `${fieldName(place.path)} without a restartPolicy of the container`;
        problems.at(place, {
          code: 'REQUIRED',
          message,
          expected: 'restartPolicy beside it, for exit codes that no rule names',
        });
      }
    }
  }
  const volumes = new Set<string>();
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    const part = within(whole, 'volumes', index);
    if (volumes.has(volume.name)) {
      const message = `a second volume named ${shownValue(volume.name)} in one pod`;
      problems.at(within(part, 'name'), { code: 'DUPLICATE', message, hint: 'rename one' });
    }
    volumes.add(volume.name);
    checkName(volume.name, 'volume', within(part, 'name'));
    if (volume.image && !volume.image.reference) {
      const place = within(part, 'image', 'reference');
      problems.at(place, {
        code: 'REQUIRED',
        message: `${fieldName(place.path)} is missing`,
        expected: "an image's name",
      });
    }
  }
}
