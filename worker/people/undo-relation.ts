import type { Relation } from '#contract/people/people.ts';
import { targetOf } from '../base/accepted.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';
import { moveBetweenLists, type RelationChange, relationAfter } from './store-relation.ts';

const ENDPOINTS: readonly string[] = ['changeRelation', 'autoAddFriend', 'changeFavourite', 'report'];

/**
 * Undoes a refused or discarded change of a relation: restores the state before it and reapplies the later queued changes. Runs inside the
 * caller's transaction over relations, lists, state and the queue.
 */
export async function undoRelation(app: AppDb, row: ApiQueueRow, later: readonly ApiQueueRow[]): Promise<void> {
  const uid = targetOf(row);
  const shown = uid === undefined ? undefined : await app.relations.get(uid);
  // A row of an older build lacks the previous state: it is fetched from the server.
  if (uid === undefined || !shown || row.before === undefined) return;
  let relation = row.before as Relation;
  for (const other of later) {
    if (targetOf(other) !== uid || !ENDPOINTS.includes(other.endpoint)) continue;
    const before = relation;
    await app.apiQueue
      .where('operationId')
      .equals(other.operationId)
      .modify((relation) => {
        relation.before = before;
      });
    relation = relationAfter(before, { uid, endpoint: other.endpoint, data: other.data } as RelationChange);
  }
  await app.relations.put(relation);
  await moveBetweenLists(app, shown, relation);
}
