import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { MediaKind } from '../../../contract/media/media.ts';
import {
  CHAT_BYTES_PER_ACCOUNT,
  CHAT_PICTURES_PER_DAY,
  CHAT_SHORT_VIDEOS_PER_DAY,
  CHAT_VIDEOS_PER_DAY,
  CHAT_VOICES_PER_DAY,
  LENGTH_SLACK_MS,
  SHORT_VIDEO_MAX_MS,
} from '../../../contract/media/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Database } from '../../platform/database/connect.ts';
import { media } from './tables.ts';
import { countInFlight } from './upload/quota.ts';

type Counted = 'picture' | 'shortVideo' | 'video' | 'sound';
const A_DAY = {
  picture: CHAT_PICTURES_PER_DAY,
  shortVideo: CHAT_SHORT_VIDEOS_PER_DAY,
  video: CHAT_VIDEOS_PER_DAY,
  sound: CHAT_VOICES_PER_DAY,
} as const satisfies Record<Counted, readonly [number, number]>;

const isShort = (ms: number) => ms <= SHORT_VIDEO_MAX_MS + LENGTH_SLACK_MS;
/**
 * The quotas that a file counts towards. The length of a clip is unknown (`ms` undefined) until it is decoded: before, the clip is
 * refused only when all of its possible quotas are used up.
 */
const countedAs = (kind: MediaKind, ms: number | undefined): readonly Counted[] => {
  if (kind !== 'clip') return [kind];
  return ms === undefined ? ['shortVideo', 'video', 'sound'] : [isShort(ms) ? 'shortVideo' : 'video'];
};

/**
 * The quotas of all accounts for files in messages: counts uploads in progress beside the stored files, and answers whether another file
 * of a kind is refused.
 */
export type ChatQuota = {
  /** Counts an upload in progress; call the returned function when it is stored or refused. */
  begin(uid: number): () => void;
  /**
   * Returns whether a file of this kind is refused, because the bytes of the account, or the files of the kind in the last 24 hours,
   * are used up. The upload itself must already be counted by `begin`. `ms`: the length of a clip, if known.
   */
  isUsedUp(uid: number, kind: MediaKind, ms?: number): Promise<boolean>;
};

/**
 * Opens the quota of files in messages: per account, the bytes of all stored files, and the number of each kind in the last 24 hours;
 * hosts have higher limits. Uploads in progress in this process count as files too, because otherwise many concurrent uploads would exceed
 * the limit before the first is stored.
 */
export function openChatQuota(db: Pick<Database, 'select'>): ChatQuota {
  const inFlight = countInFlight();

  return {
    begin: inFlight.begin,
    async isUsedUp(uid: number, kind: MediaKind, ms?: number): Promise<boolean> {
      const isToday = sql`${media.createdAt} > ${new Date(Date.now() - DAY_MS).toISOString()}`;
      const clips = sql`${isToday} and ${media.kind} = 'clip' and ${media.ms}`;
      const shortMs = SHORT_VIDEO_MAX_MS + LENGTH_SLACK_MS;
      const [found] = await db
        .select({
          role: account.role,
          bytes: sql`coalesce(sum(${media.bytes}) filter (where ${media.goneAt} is null), 0)`.mapWith(Number),
          picture: sql`count(*) filter (where ${isToday} and ${media.kind} = 'picture')`.mapWith(Number),
          shortVideo: sql`count(*) filter (where ${clips} <= ${shortMs})`.mapWith(Number),
          video: sql`count(*) filter (where ${clips} > ${shortMs})`.mapWith(Number),
          sound: sql`count(*) filter (where ${isToday} and ${media.kind} = 'sound')`.mapWith(Number),
        })
        .from(account)
        .leftJoin(
          media,
          and(
            eq(media.ownerUid, account.uid),
            eq(media.purpose, 'chat'),
            or(isNull(media.goneAt), gt(media.createdAt, new Date(Date.now() - DAY_MS))),
          ),
        )
        .where(eq(account.uid, uid))
        .groupBy(account.uid);
      if (found === undefined) return true;
      const roleIndex = found.role === ROLE_ANCHOR ? 1 : 0;
      const others = inFlight.of(uid) - 1;
      const isFull = (counted: Counted) => found[counted] + others >= A_DAY[counted][roleIndex];
      return found.bytes >= CHAT_BYTES_PER_ACCOUNT[roleIndex] || countedAs(kind, ms).every(isFull);
    },
  };
}
