/**
 * Machine types of Google Compute Engine: the GiB of memory for each vCPU, by series and kind. The number of vCPUs is in
 * the name. What a machine receives is not limited by its type, so that the link is not known.
 */
export const googleMemory: Readonly<Record<string, number>> = {
  'n1-standard': 3.75,
  'n1-highmem': 6.5,
  'n1-highcpu': 0.9,
  'e2-standard': 4,
  'e2-highmem': 8,
  'e2-highcpu': 1,
  'n2-standard': 4,
  'n2-highmem': 8,
  'n2-highcpu': 1,
  'n2d-standard': 4,
  'n2d-highmem': 8,
  'n2d-highcpu': 1,
  'c2-standard': 4,
  't2d-standard': 4,
};

export const googleTypesSource =
  'cobookman/og-gcp content/guide/compute_engine.md (N1), https://cloudtoolstack.com/learn/gcp-compute-machine-types';
