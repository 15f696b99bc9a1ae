import { sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../contract/account/rules.ts';
import { anchor, profile } from '../../server/domains/people/tables.ts';
import { openWallets } from '../../server/domains/wallet/ledger.ts';
import { account } from '../../server/platform/database/account.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import { FIRST_OF_CROWD, hostOfCrowd } from './crowd.ts';
import { DEMO_ANCHORS } from './people.ts';

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const BATCH = 2_000;

/**
 * Adds the first `count` generated hosts that do not exist yet, in one transaction, and returns how many were added. They have no login.
 * Called by `npm run seed`.
 */
export async function seedCrowd(db: Database, count: number): Promise<number> {
  const thisYear = new Date().getUTCFullYear();
  return db.transaction(async (tx) => {
    let added = 0;
    for (let from = 0; from < count; from += BATCH) {
      const hosts = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => hostOfCrowd(from + n, thisYear));
      const made = await tx
        .insert(account)
        .values(hosts.map(({ uid, nickName, bDay }) => ({ uid, nickName, role: ROLE_ANCHOR, birthDate: bDay })))
        .onConflictDoNothing()
        .returning({ uid: account.uid });
      const fresh = new Set(made.map(({ uid }) => uid));
      const rows = hosts.filter(({ uid }) => fresh.has(uid));
      if (rows.length === 0) continue;
      added += rows.length;
      const gender = 'female' as const;
      await tx
        .insert(profile)
        .values(rows.map(({ uid, country, lang, bDay, about }) => ({ uid, gender, country, lang, bDay, about })));
      await openWallets(
        tx,
        rows.map(({ uid }) => uid),
      );
      await tx.insert(anchor).values(
        rows.map(({ uid, price, rank, paidMinutesRecent, isSilver, minutesHere }) => ({
          uid,
          price,
          rank,
          paidMinutesRecent,
          isSilver,
          createdAt: sql`now() - make_interval(mins => ${minutesHere})`,
        })),
      );
    }
    await sharePortraits(tx);
    return added;
  });
}

/**
 * Gives each generated host without a picture the picture and videos of a demo host, once that one has a picture. Runs after seeding the
 * crowd and after each import of portraits.
 */
export async function sharePortraits(tx: Pick<Database, 'execute'>): Promise<void> {
  const [first] = DEMO_ANCHORS;
  if (!first) return;
  await tx.execute(sql`
    update ${profile} as crowd set avatar_url = host.avatar_url, videos = host.videos
    from ${profile} as host
    where crowd.uid >= ${FIRST_OF_CROWD} and crowd.uid < ${FIRST_OF_CROWD * 2}
      and host.uid = ${first.uid}::bigint + crowd.uid % ${DEMO_ANCHORS.length}
      and crowd.avatar_url = '' and host.avatar_url <> ''`);
}
