import { goQuote } from '../go/go-strings.ts';
import type { KubeletRule } from './kubelet-field.ts';

const postQuantum = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'];
const algorithms = ['ECDSA-P256', 'ECDSA-P384', 'RSA-2048', 'RSA-3072', 'RSA-4096', ...postQuantum];

/** Versions of TLS that ML-DSA is too new for; an empty one is 1.2. */
const tooOldTls = ['', 'VersionTLS10', 'VersionTLS11', 'VersionTLS12'];

const isKnown: KubeletRule = {
  since: '1.38',
  says: (of, field) => {
    const algorithm = of.value(field);
    if (algorithm === undefined || algorithms.includes(String(algorithm))) return undefined;
    return `${field} ${goQuote(String(algorithm))} is not a supported algorithm`;
  },
};

const hasTls: KubeletRule = {
  also: ['tlsMinVersion'],
  since: '1.38',
  says: (of, field) => {
    const algorithm = of.text(field);
    const version = of.text('tlsMinVersion');
    if (!postQuantum.includes(algorithm) || !tooOldTls.includes(version)) return undefined;
    return `tlsMinVersion ${goQuote(version)} is incompatible with ${field} ${goQuote(algorithm)}, ML-DSA requires VersionTLS13`;
  },
};

/**
 * What `ValidateKubeletConfiguration` has to say of the algorithms of certificate keys, in its order and words
 * (1.38.0-beta.0).
 */
export const certificateKeyRules: readonly (readonly [field: string, rule: KubeletRule])[] = [
  ['clientCertificateKeyAlgorithm', isKnown],
  ['serverCertificateKeyAlgorithm', isKnown],
  ['serverCertificateKeyAlgorithm', hasTls],
];
