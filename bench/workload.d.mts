/** What a kind of workload says of its images and of the world. */
export interface WorkloadKind {
  readonly layersOf: (index: number) => string;
  readonly scenario: (nodes: number) => string;
  readonly host?: string;
}
export const oneLayer: WorkloadKind;
export const fourLayers: WorkloadKind;
export function workload(nodes: number, podsPerNode: number, kind: WorkloadKind): string;
