import { goQuote } from '../go/go-strings.ts';
import type { KubeletFieldValues } from './kubelet-field.ts';

const segment = '[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?';
const sysctlName = new RegExp(`^(?:${segment}[./])*${segment}$`);
const longestName = 253;

/**
 * The sysctls that a pod can have for itself. Mirrors `namespaceOf` in component-helpers'
 * node/util/sysctl/namespace.go (v0.37.2).
 */
const namespaced =
  /^(?:net\.|fs\.mqueue\.|user\.|kernel\.(?:domainname|sem|shm|shmall|shmmax|shmmni|shm_rmid_forced|msg|msgmax|msgmnb|msgmni)$)/;

/**
 * Returns the first error for which a kubelet does not start with these defaultPodSysctls. Mirrors what
 * `ValidateKubeletConfiguration` of 1.37.2 says of them, in the order of the file.
 */
export function podSysctlsError(of: KubeletFieldValues): string | undefined {
  const names = Object.keys(of.textsByName('defaultPodSysctls'));
  if (names.length === 0) return undefined;
  if (!of.isOn('DefaultPodSysctls')) {
    return 'DefaultPodSysctls feature gate is required for Kubelet configuration option defaultPodSysctls';
  }
  const checkedNames = new Set<string>();
  for (const name of names) {
    if (name.length > longestName || !sysctlName.test(name))
      return `${goQuote(name)} is not a valid sysctl name for defaultPodSysctls`;
    const dotted = withDots(name);
    if (!namespaced.test(dotted))
      return `${goQuote(name)} is not known to be namespaced for defaultPodSysctls`;
    if (checkedNames.has(dotted)) return `duplicate sysctl ${goQuote(dotted)} found in defaultPodSysctls`;
    checkedNames.add(dotted);
  }
  return undefined;
}

/**
 * `net/ipv4/conf/eno2.100/rp_filter` is `net.ipv4.conf.eno2/100.rp_filter`: the first sign that separates
 * says which one does.
 */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replace(/[./]/g, (sign) => (sign === '.' ? '/' : '.'));
}
