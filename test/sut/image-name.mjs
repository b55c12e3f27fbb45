import { hasUpperCase } from './go-text.mjs';

const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const label = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const digestLengths = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/** @param {boolean} withAddresses whether a host may be an IPv6 address @returns {RegExp} */
function reference(withAddresses) {
  const name = `${label}(?:\\.${label})*`;
  const host = withAddresses ? `(?:${name}|\\[[a-fA-F0-9:]+\\])` : name;
  return new RegExp(
    `^(?:(${host}(?::[0-9]+)?)/)?(${part}(?:/${part})*)(?::(\\w[\\w.-]{0,127}))?(?:@(${digest}))?$`,
  );
}

const withAddresses = reference(true);
const withoutAddresses = reference(false);

/**
 * Reads an image name as distribution/reference does.
 * @param {string} image as written
 * @param {{ modern: boolean, boundsWholeName: boolean }} release
 * @param {(name: string) => boolean} mutated
 * @returns {{ error: string } | { tagged: string, bare: string }} the name with the default tag, and without
 *   tag and digest
 */
export function parseImageName(image, { modern, boundsWholeName }, mutated) {
  const error = (/** @type {string} */ why) => ({
    error: `couldn't parse image ${modern ? 'name' : 'reference'} QUOTED: ${why}`,
  });
  if (/^[a-f0-9]{64}$/.test(image) && !mutated('hexadecimal-name-accepted'))
    return error(`invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`);
  const { domain, rest } = splitDomain(image, modern);
  const remote = rest.split(':')[0] ?? '';
  if (hasUpperCase(remote)) {
    return error(
      `invalid reference format: repository name ${modern ? `(${remote}) ` : ''}must be lowercase`,
    );
  }
  const match = (modern ? withAddresses : withoutAddresses).exec(`${domain}/${rest}`);
  if (match === null) return error('invalid reference format');
  const [, host, path = '', tag, sum] = match;
  if (mutated('upper-case-host-refused') && hasUpperCase(host ?? ''))
    return error('invalid reference format');
  if (mutated('long-tag-refused') && (tag ?? '').length > 127) return error('invalid reference format');
  if (path.length + (boundsWholeName ? (host ?? '').length + 1 : 0) > 255)
    return error('repository name must not be more than 255 characters');
  if (sum !== undefined) {
    const [algorithm = '', hex = ''] = sum.split(':');
    const length = digestLengths.get(algorithm);
    if (length === undefined) return error('unsupported digest algorithm');
    if (hex.length !== length) return error('invalid checksum digest length');
    if (hex.toLowerCase() !== hex) return error('invalid checksum digest format');
  }
  const suffix = `${tag === undefined ? '' : `:${tag}`}${sum === undefined ? '' : `@${sum}`}`;
  const isTagged =
    suffix === ''
      ? mutated('port-is-a-tag') && /:[0-9]+\//.test(image)
      : !mutated('tag-beside-digest') || tag !== undefined;
  return {
    tagged: isTagged ? image : `${image}:latest`,
    bare: image.slice(0, image.length - suffix.length),
  };
}

/** @param {string} image @param {boolean} modern */
function splitDomain(image, modern) {
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(slash, 0));
  const isHost = /[.:]/.test(first) || first === 'localhost' || (modern && hasUpperCase(first));
  if (slash < 0 || !isHost) return { domain: 'docker.io', rest: slash < 0 ? `library/${image}` : image };
  const domain = first === 'index.docker.io' ? 'docker.io' : first;
  const rest = image.slice(slash + 1);
  return { domain, rest: domain === 'docker.io' && !rest.includes('/') ? `library/${rest}` : rest };
}
