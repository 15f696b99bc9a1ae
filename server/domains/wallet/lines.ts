import { sql } from 'drizzle-orm';
import type { SubjectType, WalletLine } from '../../../contract/wallet/records.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Currency } from './tables.ts';

/** Batch size per requested entry: most entries consist of one or two postings. */
const MOVEMENTS_PER_LINE = 3;

/** A page of wallet entries; consecutive transfers with one subject are one entry. */
export type LinesPage = {
  readonly lines: WalletLine[];
  /** Cursor of the next older page; '' after the oldest entry. */
  readonly nextCursor: string;
  /** Balance of the wallet when the page was read. */
  readonly balance: number;
};

/** A posting with its transfer. */
type Movement = {
  readonly id: number;
  readonly at: number;
  readonly amount: number;
  readonly after: number;
  readonly transferId: number;
  readonly subject: SubjectType;
  readonly subjectId: string;
};
/** Consecutive postings with the same subject, newest first: one entry. */
type Group = [Movement, ...Movement[]];

/**
 * Reads a page of a wallet's entries, newest first, for the user or the operator: from the newest one (cursor '') or from a cursor. An
 * invalid cursor returns no entries.
 */
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
  // An entry is complete once the first posting of the next older one was read.
  for (let isEnd = false; !isEnd && groups.length <= limit; ) {
    const found = await readMovements(db, uid, currency, before, batch);
    // The balance is that of the first batch: later ones may include newer postings.
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

/** Reads postings and the balance in one statement, so that the balance includes exactly the newest posting. */
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

/** Finds the other user of each entry: a party of its call or lock, otherwise the owner of the other wallet of its transfer. */
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
