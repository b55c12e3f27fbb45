// The pages of the site may load what is beside them and nothing else: each says so itself, since a plain host
// sends no headers.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a content security policy into each page that has none, with the hashes of its own scripts.
 *
 * @param {string} folder
 */
export function addPolicies(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const file = join(folder, name);
    const html = readFileSync(file, 'utf8');
    if (html.includes('http-equiv="Content-Security-Policy"')) continue;
    const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`;
    writeFileSync(
      file,
      html.replace(/<head>|<head [^>]*>/, (head) => head + policy),
    );
  }
}

function policyOf(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(inline)].join(' '),
    // Colours of code and widths of tables stand in the elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
