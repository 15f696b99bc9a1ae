import { eq, inArray, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { ROLE_USER } from '../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import { STORY_STEPS_MAX } from '../../../contract/discovery/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { serverClock } from '../../platform/clock.ts';
import { account } from '../../platform/database/account.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import { enqueueServiceMessages, type ServiceMessage } from '../chat/service-outbox/enqueue.ts';
import { archive } from '../chat/tables.ts';
import { favourite } from '../people/tables.ts';
import { isBlockedPair } from '../people/target.ts';
import { story, storySeen, storySent } from './tables.ts';

const EVERY_MS = 300_000;
const AT_ONCE = 500;

/** Job that sends due stories as messages every 5 minutes, by `sendDueStories`. */
export const sendStories = (db: Database): Job => ({
  name: 'send stories',
  everyMs: EVERY_MS,
  async run() {
    await sendDueStories(db, serverClock.now());
  },
});

/**
 * Sends viewers who have the app open, at most 500 in a call of this function, the newest active story that was neither sent to them nor
 * watched to its end. Its host is a favourite, or they exchanged messages before today, and neither blocked the other (`isBlockedPair`). At
 * most one per account and day (UTC), however often it is called; returns how many were sent. `now` in ms.
 */
export const sendDueStories = (db: Database, now: number): Promise<number> =>
  db.transaction(async (tx) => {
    const day = Math.floor(now / DAY_MS);
    const due = await claim(tx, day);
    if (due.length === 0) return 0;
    const uids = due.map(({ uid }) => uid);
    const rows = await tx
      .select({
        uid: storySent.uid,
        id: story.id,
        anchorUid: story.anchorUid,
        cover: story.cover,
        steps: sql<number>`jsonb_array_length(${story.steps})`,
        seen: sql<number>`coalesce((select ${storySeen.step} from ${storySeen}
          where ${storySeen.storyId} = ${story.id} and ${storySeen.uid} = ${storySent.uid}), 1)`,
      })
      .from(storySent)
      .innerJoin(story, eq(story.id, storySent.storyId))
      .where(sql`${storySent.day} = ${day} and ${inArray(storySent.uid, uids)}`);
    await enqueueServiceMessages(tx, 'official', rows.map(messageOf));
    return rows.length;
  });

type Due = { readonly uid: number };

/** Inserts today's story for each due account; a concurrent process skips these accounts. */
async function claim(tx: Transaction, day: number): Promise<readonly Due[]> {
  const { rows } = await tx.execute(sql`
    insert into ${storySent} (uid, day, story_id)
    select distinct on (who.uid) who.uid, ${day}::int, ${story.id}
    from (select distinct ${onlineStream.uid} as uid from ${onlineStream} where not ${onlineStream.brief}) who
    join ${account} on ${account.uid} = who.uid and ${account.role} = ${ROLE_USER}
    join ${story} on ${story.isActive} and ${story.cover} ~ '^/media/[0-9a-f]{32}$'
      and jsonb_array_length(${story.steps}) between 1 and ${STORY_STEPS_MAX}
    where not exists (select from ${storySent} sent where sent.uid = who.uid and sent.day = ${day})
      and not exists (select from ${storySent} sent where sent.uid = who.uid and sent.story_id = ${story.id})
      and not exists (select from ${storySeen} seen where seen.uid = who.uid and seen.story_id = ${story.id}
        and seen.step >= jsonb_array_length(${story.steps}))
      and not ${isBlockedPair(sql`who.uid`, story.anchorUid)}
      and (exists (select from ${favourite} kept where kept.uid = who.uid and kept.target_uid = ${story.anchorUid})
        or exists (select from ${archive} said where said.owner = who.uid and said.peer = ${story.anchorUid}
          and said.at < to_timestamp(${day * (DAY_MS / 1_000)})))
    order by who.uid, ${story.createdAt} desc
    limit ${AT_ONCE}
    on conflict do nothing
    returning uid::float8 as uid`);
  return rows as unknown as Due[];
}

type Row = Pick<typeof story.$inferSelect, 'id' | 'anchorUid' | 'cover'> & {
  readonly uid: number;
  readonly steps: number;
  readonly seen: number;
};

const messageOf = ({ uid, id, anchorUid, cover, steps, seen }: Row): ServiceMessage => ({
  to: uid,
  peer: anchorUid,
  stanzaId: nanoid(REQUEST_ID_LENGTH),
  payload: { kind: 'story_line_call', story: id, step: seen, steps, cover, about: anchorUid },
});
