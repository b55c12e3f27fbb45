/**
 * Returns the architecture of an instance type by its name: Amazon writes `g` after the number of the generation
 * (`m7g.large`, `c6gn.xlarge`), Azure `p` among the letters of features (`Standard_D8ps_v5`), and Google's types with
 * Arm are series of their own. All others are amd64.
 */
export function machineArchitecture(instanceType: string): 'amd64' | 'arm64' {
  const name = instanceType.toLowerCase();
  const isArm =
    /^(?:a1|[a-z]+\d+g[a-z]*)(?:-[a-z]+)?\./.test(name) ||
    /^standard_[a-z]+\d+(?:-\d+)?[a-z]*p[a-z]*_v\d/.test(name) ||
    /^(?:t2a|c4a|n4a|a4x)-/.test(name);
  return isArm ? 'arm64' : 'amd64';
}
