import { isRequestFault } from '../../runtime/fault.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantHint, meantQuestion } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import type { Place } from '../documents/source-document.ts';
import { imageName, registryHost } from '../images/image-name.ts';
import type { FaultInput, FaultWindow } from '../model.ts';
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

/** Returns the run's faults for the simulation. A fault of an image becomes one for each spelling that the pods use. */
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
      problems.at(at('node'), { code: 'UNKNOWN_NODE', message, expected: `one of ${few(targets.nodes)}`, hint });
    }
    const registry = 'registry' in fault && fault.registry !== undefined ? registryHost(fault.registry) : undefined;
    if (registry !== undefined && !targets.registries.includes(registry)) {
      warnOf('registry', registry, targets.registries, at('registry'), problems);
    }
    const written = 'image' in fault ? fault.image : undefined;
    const ofRestart = settings.get(index);
    const more = ofRestart === undefined ? {} : { settings: ofRestart };
    if (written === undefined) return [{ ...translate(fault, window, registry, undefined), ...more }];
    const canonical = imageName(written)?.canonical;
    const images = targets.images.filter((name) => canonical !== undefined && imageName(name)?.canonical === canonical);
    if (images.length === 0) warnOf('image', written, targets.images, at('image'), problems);
    // A fault of single requests counts them, however the pods write the image.
    const meant = isRequestFault(fault) ? images.slice(0, 1) : images;
    return meant.map((image) => translate(fault, window, registry, image));
  });
}

function warnOf(what: string, name: string, names: readonly string[], place: Place, problems: Problems): void {
  const question = meantQuestion(name, names);
  problems.warn(`no pod uses the ${what} ${shownValue(name)}: this fault changes nothing${question}`, place);
}

function windowOf(fault: FaultDocument): FaultWindow {
  const fromMicros = micros(('at' in fault ? fault.at : undefined) ?? fault.from ?? '0s');
  const untilMicros = fault.for !== undefined ? fromMicros + micros(fault.for) : fault.until === undefined ? null : micros(fault.until);
  return { fromMicros, untilMicros };
}

function translate(fault: FaultDocument, window: FaultWindow, host: string | undefined, name: string | undefined): FaultInput {
  const registry = host === undefined ? {} : { registry: host };
  const node = 'node' in fault && fault.node !== undefined ? { node: fault.node } : {};
  const image = name === undefined ? {} : { image: name };
  // Each row reads the fields of its kind of fault.
  return { ...window, kind: fault.kind, ...registry, ...node, ...image, ...requestsOf(fault), ...ownFieldsOf(fault) } as FaultInput;
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
