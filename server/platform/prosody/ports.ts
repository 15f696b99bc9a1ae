import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * First of the ports that `freePort` tries. The range is below the ephemeral ports (RFC 6335: 49152 and above; Linux: 32768 and above),
 * which any outgoing connection may take between the check and the use, and above the ports that browsers block.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_000;
const TRIES = 100;

/** Returns a TCP port of the loopback interface on which no program listens at the moment, for a child process. */
export async function freePort(): Promise<number> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`Found no free port in ${TRIES} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
