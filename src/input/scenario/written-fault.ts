import type { Path, Place } from '../documents/source-document.ts';
import type { FaultDocument } from './fault-rows.ts';

/** A fault that its shape has accepted, and the place of its fields: in the Scenario, or in a `--fault` option. */
export interface WrittenFault {
  readonly fault: FaultDocument;
  readonly place: (path: Path, on?: Place['on']) => Place;
}
