import { sql } from 'drizzle-orm';
import { NO_RELATION, type Relation } from '../../../contract/people/people.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { block, favourite, friendRequest, friendship, personLike } from './tables.ts';

type Fact = { [K in Exclude<keyof Relation, 'uid'>]: K }[Exclude<keyof Relation, 'uid'>];

/** Loads the relation of `uid` to each of these accounts, in one query. The result has an entry for every requested uid, known or not. */
export async function relationsOf(
  db: Queries,
  uid: number,
  targetUids: readonly number[],
): Promise<Map<number, Relation>> {
  const relations = new Map(targetUids.map((target) => [target, { uid: target, ...NO_RELATION }]));
  if (targetUids.length === 0) return relations;
  const targets = sql`${sql.param([...targetUids])}::bigint[]`;
  const { rows } = await db.execute<{ other: string; fact: Fact }>(sql`
    select target_uid as other, 'liked' as fact from ${personLike} where uid = ${uid} and target_uid = any(${targets})
    union all
    select uid, 'likesMe' from ${personLike} where target_uid = ${uid} and uid = any(${targets})
    union all
    select target_uid, 'friend' from ${friendship} where uid = ${uid} and target_uid = any(${targets})
    union all
    select target_uid, 'requested' from ${friendRequest} where uid = ${uid} and target_uid = any(${targets})
    union all
    select uid, 'requestedMe' from ${friendRequest} where target_uid = ${uid} and uid = any(${targets})
    union all
    select target_uid, 'favourite' from ${favourite} where uid = ${uid} and target_uid = any(${targets})
    union all
    select blocked_uid, 'blocked' from ${block} where owner_uid = ${uid} and blocked_uid = any(${targets})`);
  for (const { other, fact } of rows) {
    // PostgreSQL's bigint arrives as text.
    const relation = relations.get(Number(other));
    if (relation) relations.set(relation.uid, { ...relation, [fact]: true });
  }
  return relations;
}

/** Loads the relation of `uid` to one account; all fields are false for an unknown one. */
export async function relationOf(db: Queries, uid: number, targetUid: number): Promise<Relation> {
  const relations = await relationsOf(db, uid, [targetUid]);
  return relations.get(targetUid) ?? { uid: targetUid, ...NO_RELATION };
}
