import { expect, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { newOpenId, type User } from '../../harness/api.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { type FakeBrowser, type PushService, startPushService } from '../../harness/servers/push-service.ts';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;
export type Closed = { readonly user: User; readonly browser: FakeBrowser };
export type ClosedApps = Awaited<ReturnType<typeof startClosedApps>>;

/** Starts a whole server with a push service, and users whose app is closed. */
export async function startClosedApps(
  postgresUrl: string,
  more: Pick<NonNullable<Parameters<typeof startWholeBackend>[1]>, 'gateway'> = {},
) {
  const service: PushService = await startPushService();
  const backend: Backend = await startWholeBackend(postgresUrl, { ...more, env: { PUSH_HOSTS: service.origin } });
  const database: OpenDatabase = openDatabase(backend.databaseUrl, () => undefined);
  const { pushKey } = await backend.call('websiteConfig', {});

  const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
    (await backend.pool.query<T>(text, [...values])).rows;
  const guest = async (): Promise<User> =>
    (await backend.call('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
  async function subscribe(user: User): Promise<FakeBrowser> {
    const browser = service.subscribe(pushKey);
    await backend.call('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
    return browser;
  }
  /** Makes delayed pushes due now, as if time had passed. */
  async function hurry(uid: number): Promise<void> {
    await backend.pool.query(
      'update push_job set due_at = now() where uid = $1 and due_at is not null and sending is null',
      [uid],
    );
    await backend.pool.query(`select pg_notify('push_due', '0')`);
  }

  return {
    service,
    backend,
    db: database.db,
    rows,
    guest,
    subscribe,
    hurry,
    async person(): Promise<Closed> {
      const user = await guest();
      return { user, browser: await subscribe(user) };
    },
    /** Resolves when no push of this account is due any more; delayed ones are made due now. */
    settled: (uid: number) =>
      vi.waitFor(async () => {
        await hurry(uid);
        expect(await rows('select tag from push_job where uid = $1 and due_at is not null', [uid])).toEqual([]);
      }, PATIENCE),
    pushesTo: (browser: FakeBrowser) => service.received.filter((push) => push.browser === browser),
    /** Waits until the stream of `uid` is stored, for all processes. */
    isNoted: (uid: number) =>
      vi.waitFor(
        async () => expect(await rows('select 1 from online_stream where uid = $1', [uid])).not.toEqual([]),
        PATIENCE,
      ),
    /** Closes the stream and waits until the server has removed it. */
    async leave(client: RawClient, uid: number): Promise<void> {
      client.close();
      await vi.waitFor(
        async () => expect(await rows('select 1 from online_stream where uid = $1', [uid])).toEqual([]),
        PATIENCE,
      );
    },
    async close(): Promise<void> {
      await database.close();
      await backend.close();
      await service.close();
    },
  };
}
