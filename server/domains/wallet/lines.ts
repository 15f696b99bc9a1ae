import { sql } from 'drizzle-orm';
import type { SubjectType, WalletLine } from '../../../contract/wallet/records.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Currency } from './tables.ts';

/** Most lines are one or two movements. */
const MOVEMENTS_PER_LINE = 3;

export type LinesPage = {
  readonly lines: WalletLine[];
  /** Of the next older page; '' after the oldest line. */
  readonly nextCursor: string;
  /** Of the wallet, as it was when the page was read. */
  readonly balance: number;
};

type Movement = {
  readonly id: number;
  readonly at: number;
  readonly amount: number;
  readonly after: number;
  readonly transferId: number;
  readonly subject: SubjectType;
  readonly subjectId: string;
};
/** Movements of one subject that follow each other, newest first. */
type Group = [Movement, ...Movement[]];

/** Lines of a wallet, newest first: from the newest one on, or from a cursor. One that was not ours begins nowhere. */
export async function readLines(
  db: Queries,
  uid: number,
  currency: Currency,
  cursor: string,
  limit: number,
): Promise<LinesPage> {
  const batch = limit * MOVEMENTS_PER_LINE + 1;
  const groups: Group[] = [];
  let before = cursor === '' ? Number.MAX_SAFE_INTEGER : /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
  let balance: number | undefined;
  // A line is whole when the first movement of the next older one was seen.
  for (let isEnd = false; !isEnd && groups.length <= limit; ) {
    const found = await readMovements(db, uid, currency, before, batch);
    // As of the newest lines: later batches may have seen more.
    balance ??= found.balance;
    for (const movement of found.movements) {
      const last = groups.at(-1);
      if (last?.[0].subject === movement.subject && last[0].subjectId === movement.subjectId) last.push(movement);
      else groups.push([movement]);
    }
    isEnd = found.movements.length < batch;
    before = found.movements.at(-1)?.id ?? 0;
  }
  const shown = groups.slice(0, limit);
  const peerOf = await readPeers(db, uid, shown);
  return {
    lines: shown.map((group) => lineOf(group, peerOf(group))),
    nextCursor: groups.length > limit ? `${shown.at(-1)?.at(-1)?.id ?? ''}` : '',
    balance: balance ?? 0,
  };
}

function lineOf(group: Group, peer: WalletLine['peer']): WalletLine {
  const [{ id, at, after, subject, subjectId }] = group;
  return { id, at, after, subject, subjectId, peer, amount: group.reduce((sum, { amount }) => sum + amount, 0) };
}

/** In one statement, so that the balance is that of the newest movement. */
async function readMovements(db: Queries, uid: number, currency: Currency, before: number, batch: number) {
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select wallet.amount as balance, moved.*
    from wallet left join lateral (
      select posting.id, posting.amount as moved, posting."after", posting.transfer_id,
        transfer.subject_type, transfer.subject_id, extract(epoch from transfer.created_at) * 1000 as at
      from posting join transfer on transfer.id = posting.transfer_id
      where posting.uid = wallet.uid and posting.currency = wallet.currency and posting.id < ${before}::bigint
      order by posting.id desc limit ${batch}
    ) as moved on true
    where wallet.uid = ${uid} and wallet.currency = ${currency}
    order by moved.id desc`);
  const movements = rows.flatMap((row): Movement[] =>
    row['id'] === null
      ? []
      : [
          {
            id: Number(row['id']),
            at: Math.floor(Number(row['at'])),
            transferId: Number(row['transfer_id']),
            amount: Number(row['moved']),
            after: Number(row['after']),
            subject: row['subject_type'] as SubjectType,
            subjectId: row['subject_id'] ?? '',
          },
        ],
  );
  return { balance: Number(rows[0]?.['balance'] ?? 0), movements };
}

/** Who else is in a line: by the call or the lock that it was for, else by the other wallet that it moved. */
async function readPeers(db: Queries, uid: number, groups: readonly Group[]) {
  const idsOf = (wanted: SubjectType) =>
    sql.param([...new Set(groups.flatMap(([{ subject, subjectId }]) => (subject === wanted ? [subjectId] : [])))]);
  const transfers = sql.param(
    groups.flatMap(([{ subject, transferId }]) => (subject === 'call' || subject === 'media' ? [] : [transferId])),
  );
  const { rows } = await db.execute<{ key: string; uid: string; nick_name: string }>(sql`
    select peer.key, account.uid, account.nick_name
    from (
      select 'call ' || sid as key, case caller when ${uid}::bigint then callee else caller end as uid
        from call where sid = any(${idsOf('call')}::text[])
      union all
      select 'media ' || id, case from_uid when ${uid}::bigint then to_uid else from_uid end
        from media_lock where id = any(${idsOf('media')}::text[])
      union all
      select transfer_id::text, uid from posting
        where transfer_id = any(${transfers}::bigint[]) and uid > 0 and uid <> ${uid}::bigint
    ) as peer join account on account.uid = peer.uid`);
  const peers = new Map(rows.map((row) => [row.key, { uid: Number(row.uid), nickName: row.nick_name }]));
  return ([{ subject, subjectId, transferId }]: Group) =>
    peers.get(`${subject} ${subjectId}`) ?? peers.get(`${transferId}`) ?? null;
}
