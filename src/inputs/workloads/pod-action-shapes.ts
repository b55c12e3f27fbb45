import { z } from 'zod';
import { lazy } from '../../rules/values/memoize.ts';
import { ownObject } from '../documents/own-object.ts';
import { writtenImageShape } from '../images/image-name.ts';
import { durationShape } from '../scenario/quantity-shapes.ts';

const match = z
  .string()
  .min(1)
  .max(500)
  .describe(
    'The pods that are meant: Deployment/web, Pod/web-0, or a name alone; namespace/ may stand before; * stands for any text',
  );
const at = durationShape.describe('When it happens, from the start of the run');
const image = writtenImageShape.describe('As it would be written in the pod');

/** `kubectl delete pod` at a time. */
const deletionShape = lazy(() =>
  ownObject({
    match,
    at,
    recreate: z
      .boolean()
      .optional()
      .describe(
        'Whether another pod takes its place (default: true for pods of a Deployment and the like, by their controller; false for others)',
      ),
    recreatedAfter: durationShape
      .optional()
      .describe(
        'Until the new pod is bound to the node (default 100ms), from the deletion on, or, for a StatefulSet and a DaemonSet, from its end on',
      ),
    gracePeriod: durationShape
      .optional()
      .describe("--grace-period; at least 1s (default: the pod's terminationGracePeriodSeconds)"),
  }),
);

/** `kubectl debug` at a time. */
const ephemeralContainerShape = lazy(() =>
  ownObject({
    match,
    at,
    name: z.string().min(1).optional().describe('Of the container (default debugger)'),
    image,
    policy: z
      .enum(['Always', 'IfNotPresent', 'Never'])
      .optional()
      .describe('imagePullPolicy (default: as the API server chooses it by the tag)'),
  }),
);

/** `kubectl set image` at a time, of pods or of what makes them. */
const imageChangeShape = lazy(() =>
  ownObject({
    match,
    at,
    container: z
      .string()
      .min(1)
      .optional()
      .describe('The container (default: all of the pod, init containers too)'),
    image,
  }),
);

const some = <T extends z.ZodType>(shape: T, what: string) =>
  z.array(shape).max(1_000).optional().describe(what);

/** The Scenario's fields about what people do to pods. */
export const podActionFields = lazy(() => ({
  deletions: some(deletionShape(), 'Pods that are deleted (kubectl delete pod)'),
  ephemeralContainers: some(
    ephemeralContainerShape(),
    'Containers that are added to pods that run (kubectl debug)',
  ),
  imageChanges: some(
    imageChangeShape(),
    'Images that are changed (kubectl set image): in a pod that is named in place; a workload that is named gets new pods, as its strategy says',
  ),
}));
