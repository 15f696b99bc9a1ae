// Health check of a container: fails while the server is not ready, and kills a server that accepts connections but does not answer, because
// Docker and Podman restart only containers that end. It needs `init: true`, as a container's first process cannot be killed from inside.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `/readyz` answers within a second, whatever hangs behind it. */
const ANSWER_MS = Number(process.argv[2] ?? 15_000);
const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));

try {
  const answer = await fetch(`http://127.0.0.1:${process.env['PORT'] ?? 4600}/readyz`, {
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  process.exit(answer.ok ? 0 : 1);
} catch (error) {
  // A refused connection is a server that starts or ends.
  if (error instanceof Error && error.name === 'TimeoutError') killServer();
  process.exit(1);
}

function killServer() {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) > 1)) {
    if (!isServer(pid)) continue;
    process.kill(Number(pid), 'SIGKILL');
    console.log(`killed the server ${pid}: no answer within ${ANSWER_MS / 1_000} s`);
  }
}

/** Whether a process is the server of this folder. @param {string} pid */
function isServer(pid) {
  try {
    const [, script] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return script === 'server/main.ts' && readlinkSync(`/proc/${pid}/cwd`) === ROOT;
  } catch {
    // It has ended, or belongs to another account.
    return false;
  }
}
