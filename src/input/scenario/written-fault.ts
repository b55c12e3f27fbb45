import type { Path, Place } from '../documents/source-document.ts';
import type { FaultDocument } from './fault-rows.ts';

/** A fault as its shape has accepted it, and where its fields stand: in the Scenario, or in a `--fault` option. */
export interface WrittenFault {
  readonly fault: FaultDocument;
  readonly place: (path: Path, on?: Place['on']) => Place;
}
