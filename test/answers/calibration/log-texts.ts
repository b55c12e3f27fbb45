// Texts of containerd 1.7.27 (internal/cri/instrument, image_pull.go); 1.6.20 has the first and the third at
// level info.
export const called = (image: string, second: number) =>
  `time="${at(second)}" level=info msg="PullImage \\"${image}\\""`;
export const read = (reference: string, bytes: number, second: number) =>
  `time="${at(second)}" level=info msg="stop pulling image ${reference}: active requests=0, bytes read=${bytes}"`;
export const pulled = (image: string, size: number, took: string, second: number) =>
  `time="${at(second)}" level=info msg="Pulled image \\"${image}\\" with image id \\"sha256:1\\", repo tag \\"${image}\\", repo digest \\"${image}@sha256:2\\", size \\"${size}\\" in ${took}"`;
export const returned = (image: string, second: number) =>
  `time="${at(second)}" level=info msg="PullImage \\"${image}\\" returns image reference \\"sha256:1\\""`;
export const failed = (image: string, second: number) =>
  `time="${at(second)}" level=error msg="PullImage \\"${image}\\" failed" error="failed to pull and unpack image: not found"`;

export function at(second: number): string {
  return new Date(Date.UTC(2026, 10, 21, 10) + second * 1_000).toISOString();
}
