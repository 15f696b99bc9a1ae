import { Client } from 'pg';
import type { Logger } from '../prosody/supervisor.ts';

/** Any numbers that nobody else uses as advisory locks. */
const LOCKS = { components: 7_114_001, 'demo hosts': 7_114_002 };
const RETRY_MS = 1_000;

export type Leadership = { close(): Promise<void> };

/**
 * Among the server processes behind one PostgreSQL, the one whose connection holds the lock runs the work; another takes
 * over within about a second of its death. `begin` and `end` may be called several times, in turns.
 */
export function followLeadership(
  connectionString: string,
  log: Logger,
  role: { begin(): void; end(): void },
  work: keyof typeof LOCKS = 'components',
): Leadership {
  let closing = false;
  let leading = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function attempt(): Promise<void> {
    try {
      client ??= await connected();
      const { rows } = await client.query<{ won: boolean }>('SELECT pg_try_advisory_lock($1) AS won', [LOCKS[work]]);
      if (rows[0]?.won && !closing) {
        leading = true;
        log.info({}, `this process runs the ${work}`);
        role.begin();
        return;
      }
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'no leadership lock');
      client = undefined;
    }
    retryLater();
  }

  function retryLater(): void {
    clearTimeout(timer);
    if (!closing) timer = setTimeout(attempt, RETRY_MS);
  }

  async function connected(): Promise<Client> {
    const fresh = new Client({ connectionString });
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    await fresh.connect();
    return fresh;
  }

  function lost(which: Client): void {
    if (client !== which) return;
    client = undefined;
    if (leading) role.end();
    leading = false;
    retryLater();
  }

  void attempt();
  return {
    async close() {
      closing = true;
      clearTimeout(timer);
      if (leading) role.end();
      leading = false;
      const held = client;
      client = undefined;
      await held?.end().catch(() => undefined);
    },
  };
}
