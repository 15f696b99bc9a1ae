import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { superviseServer } from '../../../tools/dev/supervise-server.ts';
import { startChatters } from '../load/chatters.ts';
import { freshDatabase } from '../postgres/database.ts';
import { copyDemoMedia } from '../postgres/kept-cluster.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 120_000;
/** Messages that each user must have sent between two kills. */
const MESSAGES_BETWEEN = 2;

/** Kills a supervised server repeatedly while users chat; reports what happened to their messages. */
export async function killUnderChatters(options: { kills: number; people: number; databaseUrl?: string }) {
  const dataDir = temporaryFolder('killing');
  copyDemoMedia(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const told: string[] = [];
  const server = await superviseServer(
    {
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        DIST_DIR: join(dataDir, 'nothing'),
        DATABASE_URL: options.databaseUrl ?? (await freshDatabase('demo')),
        DEMO: 'on',
        DEMO_HOSTS: 'off',
        RATE_LIMITS: 'off',
      },
      logFile: join(dataDir, 'server.log'),
    },
    (line) => told.push(line),
  );
  try {
    const chatters = await startChatters(url, options.people);
    const progress = async () => {
      const before = chatters.taken();
      await until(() => chatters.taken().every((taken, index) => taken >= (before[index] ?? 0) + MESSAGES_BETWEEN));
    };
    let slowestMs = 0;
    for (let kill = 0; kill < options.kills; kill += 1) {
      await progress();
      const pid = server.pid();
      const start = performance.now();
      process.kill(pid, 'SIGKILL');
      await until(() => server.pid() !== 0 && server.pid() !== pid);
      slowestMs = Math.max(slowestMs, performance.now() - start);
    }
    await progress();
    return { ...(await chatters.stop()), told, slowestMs };
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('The server or the people did not come back');
    await wait(LOOK_MS);
  }
}
