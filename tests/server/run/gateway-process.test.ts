import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { readPid } from '../../../server/platform/process/leftovers.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { gatewayKeys, readGatewayKeys, superviseGateway } from '../../../tools/dev/gateway-process.ts';
import { isAlive } from '../../harness/browser/product.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

test('the demo gateway preserves its keys, is restarted with the old log preserved when it dies, and ends when it is stopped', async () => {
  const dataDir = temporaryFolder('gateway');
  const port = await freePort();
  const lines: string[] = [];
  expect(readGatewayKeys(dataDir)).toBeUndefined();
  const databaseUrl = await freshDatabase(inject('postgresUrl'));
  const kept = await superviseGateway({ dataDir, databaseUrl, port, url: '', serverPort: 1 }, (line) =>
    lines.push(line),
  );
  try {
    const file = join(dataDir, 'gateway-demo.json');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(gatewayKeys(dataDir)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    const { GATEWAY_KEY } = gatewayKeys(dataDir);
    const list = () =>
      fetch(`http://localhost:${port}/v1/sessions?since=0`, { headers: { authorization: `Bearer ${GATEWAY_KEY}` } });
    expect(await (await list()).json()).toEqual({ sessions: [], next: '' });
    const pid = readPid(join(dataDir, 'gateway-demo.pid')) ?? 0;
    const logFile = join(dataDir, 'logs', 'gateway-demo.log');
    writeFileSync(logFile, 'the reason of the end\n', { flag: 'a' });
    process.kill(pid, 'SIGKILL');
    await until(
      async () =>
        !isAlive(pid) &&
        (await list().then(
          ({ ok }) => ok,
          () => false,
        )),
    );
    expect(readFileSync(`${logFile}.1`, 'utf8')).toContain('the reason of the end');
    expect(lines).toEqual(['the demo gateway ended, it starts again']);
    await kept.stop();
    expect(isAlive(readPid(join(dataDir, 'gateway-demo.pid')) ?? 0)).toBe(false);
  } finally {
    await kept.stop();
    removeFolder(dataDir);
  }
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 25_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('timed out waiting');
    await wait(20);
  }
}
