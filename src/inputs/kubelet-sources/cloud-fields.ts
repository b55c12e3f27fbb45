/** Fields of KubeletConfiguration by the names that Azure (AKS) and Google (GKE) have in their APIs. */
const fieldOfCloudName: Readonly<Record<string, string>> = {
  imageGcHighThreshold: 'imageGCHighThresholdPercent',
  imageGcLowThreshold: 'imageGCLowThresholdPercent',
  imageGcHighThresholdPercent: 'imageGCHighThresholdPercent',
  imageGcLowThresholdPercent: 'imageGCLowThresholdPercent',
  imageMinimumGcAge: 'imageMinimumGCAge',
  imageMaximumGcAge: 'imageMaximumGCAge',
  maxParallelImagePulls: 'maxParallelImagePulls',
  maxPodsPerNode: 'maxPods',
};

/** Returns the fields of a cloud's API that affect pulls, by their names there. */
export function cloudFields(
  value: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(value).filter(
    ([name, one]) => fieldOfCloudName[name] !== undefined && one !== undefined && one !== null,
  );
}

/** Returns the value of such a field: Google writes 64-bit numbers as texts. */
export function valueOfCloud(name: string, value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^\d{1,15}$/.test(value);
  return isNumber && !/Age$/.test(name) ? Number(value) : value;
}

/** Returns the field of KubeletConfiguration of such a name. */
export function fieldOfCloud(name: string): string {
  return fieldOfCloudName[name] ?? name;
}
