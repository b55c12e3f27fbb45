// Preloaded into a command (`node --import`): says on fd 3 what it has used, as it ends, or with
// TELL_AT_FIRST_WRITE before it writes to stdout for the first time.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync } = fs;
let isTold = false;

function tell() {
  if (isTold) return;
  isTold = true;
  const { user, system } = process.cpuUsage();
  writeSync(
    3,
    JSON.stringify({ seconds: (user + system) / 1e6, mib: process.resourceUsage().maxRSS / 1024 }),
  );
}

process.on('exit', tell);
if (process.env.TELL_AT_FIRST_WRITE !== undefined) {
  fs.writeSync = (fd, ...rest) => {
    if (fd === process.stdout.fd) tell();
    return writeSync(fd, ...rest);
  };
  syncBuiltinESMExports();
}
