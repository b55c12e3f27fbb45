import { isRequestFault } from '../../rules/runtime/fault.ts';
import type { FaultInput, FaultWindow } from '../../run/simulation-input.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantHint, meantQuestion } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import type { Place } from '../documents/source-document.ts';
import { imageName, registryHost } from '../images/image-name.ts';
import { few } from '../nodes/plan-nodes.ts';
import type { RestartSettings } from '../nodes/restart-settings.ts';
import type { WrittenFault } from './fault-option.ts';
import { type FaultDocument, ownFieldsOf } from './fault-rows.ts';
import { micros } from './quantity-shapes.ts';

/** The names to which faults may refer. */
interface FaultTargets {
  readonly nodes: readonly string[];
  readonly registries: readonly string[];
  /** Names with the default tag. */
  readonly images: readonly string[];
}

/**
 * Returns the run's faults for the simulation. A fault of an image becomes one for each spelling that the
 * pods use.
 */
export function readFaults(
  faults: readonly WrittenFault[],
  targets: FaultTargets,
  settings: RestartSettings,
  problems: Problems,
): FaultInput[] {
  return faults.flatMap(({ fault, place }, index) => {
    const at = (field: string): Place => place([field]);
    const window = windowOf(fault);
    if ('node' in fault && fault.node !== undefined && !targets.nodes.includes(fault.node)) {
      const hint = meantHint(fault.node, targets.nodes);
      const message = `there is no node ${shownValue(fault.node)}`;
      problems.at(at('node'), {
        code: 'UNKNOWN_NODE',
        message,
        expected: `one of ${few(targets.nodes)}`,
        hint,
      });
    }
    const registry =
      'registry' in fault && fault.registry !== undefined ? registryHost(fault.registry) : undefined;
    if (registry !== undefined && !targets.registries.includes(registry)) {
      noteUnused('registry', registry, targets.registries, at('registry'), problems);
    }
    const written = 'image' in fault ? fault.image : undefined;
    const ofRestart = settings.get(index);
    const more = ofRestart === undefined ? {} : { settings: ofRestart };
    if (written === undefined) return [{ ...translate(fault, window, registry, undefined), ...more }];
    const canonical = imageName(written)?.canonical;
    const images = targets.images.filter(
      (name) => canonical !== undefined && imageName(name)?.canonical === canonical,
    );
    if (images.length === 0) noteUnused('image', written, targets.images, at('image'), problems);
    // A fault of single requests counts them, however the pods write the image.
    const meant = isRequestFault(fault) ? images.slice(0, 1) : images;
    return meant.map((image) => translate(fault, window, registry, image));
  });
}

/**
 * A Scenario may be written for other manifests too; an option is for this run, which would not be the one
 * that was asked for.
 */
function noteUnused(
  what: 'registry' | 'image',
  name: string,
  names: readonly string[],
  place: Place,
  problems: Problems,
): void {
  const message = `no pod uses the ${what} ${shownValue(name)}`;
  if (place.document.option === undefined || names.length === 0) {
    problems.warn(`${message}: this fault changes nothing${meantQuestion(name, names)}`, place);
    return;
  }
  const code = what === 'registry' ? 'UNKNOWN_REGISTRY' : 'UNKNOWN_IMAGE';
  const hint = meantHint(name, names) ?? 'a fault of a Scenario, which may be for other manifests too';
  problems.at(place, { code, message, expected: `one of ${few(names)}`, hint });
}

function windowOf(fault: FaultDocument): FaultWindow {
  const fromMicros = micros(('at' in fault ? fault.at : undefined) ?? fault.from ?? '0s');
  const untilMicros =
    fault.for !== undefined
      ? fromMicros + micros(fault.for)
      : fault.until === undefined
        ? null
        : micros(fault.until);
  return { fromMicros, untilMicros };
}

function translate(
  fault: FaultDocument,
  window: FaultWindow,
  host: string | undefined,
  name: string | undefined,
): FaultInput {
  const registry = host === undefined ? {} : { registry: host };
  const node = 'node' in fault && fault.node !== undefined ? { node: fault.node } : {};
  const image = name === undefined ? {} : { image: name };
  // Each row reads the fields of its kind of fault.
  return {
    ...window,
    kind: fault.kind,
    ...registry,
    ...node,
    ...image,
    ...requestsOf(fault),
    ...ownFieldsOf(fault),
  } as FaultInput;
}

/** Returns which requests are affected by a fault of single requests. */
function requestsOf(fault: FaultDocument) {
  if (!isRequestFault(fault)) return {};
  const { layer, times } = fault;
  const request = 'request' in fault ? fault.request : undefined;
  return {
    ...(layer === undefined ? {} : { layer }),
    ...(times === undefined ? {} : { times }),
    ...(request === undefined ? {} : { requests: [request].flat() }),
  };
}
