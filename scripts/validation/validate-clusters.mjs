// Holds the simulator against pulls of large images on real clusters: `npm run validate:clusters`. Prints the part
// of docs/fidelity-runtime.md; exit code 1 where a goal is missed by pulls that have no reason.
import {
  agreementOfClusters,
  clustersSection,
  goals,
  replayedClusters,
  withoutReasons,
} from './clusters-section.mjs';

const clusters = replayedClusters();
console.log(clustersSection(clusters));
const { zeros, applications } = agreementOfClusters(withoutReasons(clusters));
const isMet =
  zeros.medianError <= goals.zeros.medianError &&
  zeros.withinThirty >= goals.zeros.within &&
  applications.medianError <= goals.applications.medianError &&
  applications.withinTwo >= goals.applications.within;
process.exitCode = isMet ? 0 : 1;
