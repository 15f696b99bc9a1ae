import { sql } from 'drizzle-orm';
import { ROLE_OFFICIAL, TOKEN_UNUSED_DAYS } from '../../../../contract/account/rules.ts';
import type { MediaKind } from '../../../../contract/media/media.ts';
import { PASS_KEPT_DAYS } from '../../../../contract/media/rules.ts';
import { account, deviceToken } from '../../../platform/database/account.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { accountSettings } from '../../people/tables.ts';
import { isReported } from '../reported.ts';
import { media, mediaLock, mediaPass, mediaShare } from '../tables.ts';

/**
 * A file of a message that an account may see. `isGone`: the file was deleted, and accounts that could see it get 410. `markedFor`: the
 * account that paid for it, if its owner wants paid pictures to show their buyer's number.
 */
export type AccessibleFile = {
  readonly kind: MediaKind;
  readonly isGone: boolean;
  readonly markedFor?: number;
};

/**
 * Returns the file of a message if the account of this media pass may see it: its own file, or one that it received in a message or
 * bought on a host's page, unless locked or revoked. Accounts of the official role may see reported files. Undefined otherwise, whether
 * the file exists or not, and for a pass that has expired or whose session has ended.
 * Runs one query, because every request for a file calls it.
 */
export async function mayRead(
  db: Pick<Database, 'execute'>,
  passHash: string,
  id: string,
): Promise<AccessibleFile | undefined> {
  const { rows } = await db.execute<{ kind: MediaKind; gone: boolean; marked: string | null }>(sql`
    select ${media.kind} as kind, ${media.goneAt} is not null as gone,
      (select ${mediaPass.uid} from ${accountSettings} as own
        where own.uid = ${media.ownerUid} and own.changed->'watermark' = 'true' and own.uid <> ${mediaPass.uid}
          and exists (select from ${mediaShare} as bought where bought.media_id = ${media.id} and bought.uid = ${mediaPass.uid}
            and bought.lock_id is not null)) as marked
    from ${mediaPass}
    join ${account} on ${account.uid} = ${mediaPass.uid}
    join ${deviceToken} on ${deviceToken.hash} = ${mediaPass.tokenHash}
    join ${media} on ${media.id} = ${id} and ${media.purpose} = 'chat'
    where ${mediaPass.hash} = ${passHash}
      and ${mediaPass.madeAt} > now() - make_interval(days => ${PASS_KEPT_DAYS})
      and ${deviceToken.revokedAt} is null
      and ${deviceToken.usedAt} > now() - make_interval(days => ${TOKEN_UNUSED_DAYS})
      and (${media.ownerUid} = ${mediaPass.uid} or exists (
        select from ${mediaShare}
        left join ${mediaLock} on ${mediaLock.id} = ${mediaShare.lockId}
        where ${mediaShare.mediaId} = ${media.id} and ${mediaShare.uid} = ${mediaPass.uid} and not ${mediaShare.ended}
          and (${mediaShare.lockId} is null or ${mediaLock.state} = 'opened'))
        or (${account.role} = ${ROLE_OFFICIAL} and ${isReported(sql`${media.id}`, sql`${media.ownerUid}`, { open: false })}))`);
  const [found] = rows;
  if (!found) return undefined;
  const { kind, gone: isGone, marked } = found;
  return { kind, isGone, ...(marked !== null && { markedFor: Number(marked) }) };
}
