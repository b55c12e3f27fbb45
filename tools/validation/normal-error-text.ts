/**
 * Returns a CRI error text without what differs from run to run: ports, hashes, names of snapshots, of mounts
 * and of directories, the query of a token's URL and the path before it; and without the file of a layer that
 * did not fit, as no recording says what files a layer has. `host` is the registry's, and becomes REG.
 */
export function normalErrorText(text: string, host: string): string {
  return text
    .replaceAll(host, 'REG')
    .replace(/127\.0\.0\.1:(?!5999)\w+->REG/g, '127.0.0.1:PORT->REG')
    .replace(/(?:\/v2)?\/token\?[^:\s]*(?=: )/g, '/token?QUERY')
    .replace(/\b[0-9a-f]{64}\b/g, 'HEX')
    .replace(/extract-[\w-]+ /g, 'extract-N ')
    .replace(/containerd-mount\d+/g, 'containerd-mountN')
    .replace(/containerd-mountN\/[^:\s]+(?=: no space left on device)/g, 'containerd-mountN/FILE')
    .replace(/snapshots\/\d+\/fs\/[^:\s]+(?=: no space left on device)/g, 'snapshots/N/fs/FILE')
    .replace(/snapshots\/\d+\//g, 'snapshots/N/')
    .replace(/[^\s":]*\/(io\.containerd\.|tmpmounts\/)/g, '…/$1');
}
