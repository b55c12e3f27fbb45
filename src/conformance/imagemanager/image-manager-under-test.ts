import type { SystemUnderTest } from '../system-under-test.ts';
import type { ConformanceTrace } from './conformance-trace.ts';
import type { Script } from './script.ts';

/** A system that takes scripts of the image manager and returns their traces. */
export type ImageManagerUnderTest = SystemUnderTest<Script, ConformanceTrace>;
