const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the instant `atMs` after the trace's epoch, in whole seconds of UTC: `Sat, 01 Jan 2000 00:00:05 +0000`. Mirrors Go's time.RFC1123Z. */
export function rfc1123(epoch: string, atMs: number): string {
  const date = new Date(Date.parse(epoch) + Math.floor(atMs / 1000) * 1000);
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  const day = `${days[date.getUTCDay()]}, ${twoDigits(date.getUTCDate())} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${time} +0000`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
