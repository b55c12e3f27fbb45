/** Returns the version that a containerd says it has, as `1.7.35`. */
export function containerdVersion(path: string): string;
