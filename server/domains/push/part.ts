import { and, eq, lt } from 'drizzle-orm';
import type { awayRows } from '../../../contract/push/endpoints.ts';
import { ok } from '../../../contract/result.ts';
import { localeOfDevice } from '../../../src/i18n/languages.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import { serverNow } from '../../platform/database/server-now.ts';
import type { EdgePorts } from '../../platform/edge/ports.ts';
import type { Replays } from '../../platform/http/callers.ts';
import { TOKEN_REVOKED } from '../account/tokens.ts';
import { batchWrites } from '../chat/archive/batch-writes.ts';
import { NO_PUSH_KEYS, openPushKeys, type PushKeys, pushKeysFile } from './keys.ts';
import { createPushBatcher } from './queue/batch.ts';
import { cancelSeenPushes, PUSH_DUE, type SeenTag } from './queue/enqueue.ts';
import { closedHost, pushJob } from './queue/tables.ts';
import { createSendPush } from './request.ts';
import { createSender, type PushSender } from './sender.ts';
import { dropToken, saveToken } from './tokens.ts';

/** The push domain: the endpoint of subscriptions, the edge's port for events of users whose app is closed, and the public key. */
export type PushPart = ApiPart<keyof typeof awayRows> & {
  readonly replays: Pick<Replays, 'fcmToken'>;
  readonly edge: Pick<EdgePorts, 'away'>;
  /** Returns the public key that browsers subscribe with; '' when pushes are disabled. */
  readonly pushKey: () => string;
};

const SWEEP_EVERY_MS = 60_000;

/**
 * Creates the push domain: notifications to closed apps. All pending pushes are in the database. Only the keys, the pauses of push
 * services, and running requests are in memory; a push whose process died is sent again.
 */
export function pushPart({ config, db, log, metrics }: ServerDeps): PushPart {
  const { contact, origins } = config.push;
  let keys: PushKeys = NO_PUSH_KEYS;
  let sender: PushSender | undefined;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const write = createPushBatcher(db);
  let written: Promise<unknown> = Promise.resolve();
  const markSeen = batchWrites(async (looked: readonly SeenTag[]) => {
    await cancelSeenPushes(db, looked);
    return looked.map(() => true);
  });
  return {
    name: 'away',
    pushKey: () => keys.current()?.publicKey ?? '',
    handlers: {
      async fcmToken({ db: via, uid, tokenHash, device }, { fcmToken }) {
        if (fcmToken === '') {
          await dropToken(via, tokenHash);
          return ok({});
        }
        const owner = { uid, tokenHash, lang: localeOfDevice(device), zone: device.timezoneId };
        return saveToken(via, owner, fcmToken, { keys, origins });
      },
    },
    replays: { fcmToken: async () => ok({}) },
    edge: {
      away: {
        request(event) {
          written = write(event).catch(warn('failed to store an event for a push'));
        },
        seen: (uid, tag, event) =>
          void markSeen({ uid, tag, ...(event !== undefined && { event }) }).catch(warn('failed to cancel a push')),
      },
    },
    channels: [
      {
        name: PUSH_DUE,
        onNews: (at) => sender?.wake(Number(at)),
        onGap: () => sender?.wake(),
      },
      { name: TOKEN_REVOKED, onNews: (hash) => sender?.revoked(hash) },
    ],
    jobs: [
      {
        // Deletes hosts whose time to be called with a closed app has passed. One statement per row: the trigger of each updates the
        // presence of its host, and rows of hosts are locked in order of uid.
        name: 'closed hosts',
        everyMs: SWEEP_EVERY_MS,
        async run(signal) {
          const old = await db.select({ uid: closedHost.uid }).from(closedHost).where(lt(closedHost.until, serverNow));
          for (const { uid } of old) {
            if (signal.aborted) return;
            await db.delete(closedHost).where(and(eq(closedHost.uid, uid), lt(closedHost.until, serverNow)));
          }
        },
      },
      {
        name: 'old pushes',
        everyMs: SWEEP_EVERY_MS,
        run: async () => void (await db.delete(pushJob).where(lt(pushJob.expiresAt, serverNow))),
      },
    ],
    async prepare() {
      if (contact !== '') keys = openPushKeys(pushKeysFile(config.dataDir), log);
    },
    listening() {
      if (contact === '' || config.role === 'edge') return;
      const { now } = serverClock;
      sender = createSender({ db, keys, send: createSendPush(contact, origins, now), log, metrics, now });
    },
    async close() {
      await written;
      await sender?.close();
      keys.close();
    },
  };
}
