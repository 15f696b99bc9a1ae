import { needLogin } from '#contract/errors.ts';
import { NO_RELATION, type Relation, type RelationAction } from '#contract/people/people.ts';
import { fail, ok, type Result, unreachable } from '#contract/result.ts';
import { queued } from '../api/enqueue.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { applyAction, befriended, LISTS_OF_RELATION } from './relation.ts';

/** A change of a relation or a favourite, or a report, as queued for the server. */
export type RelationChange = { readonly uid: number } & (
  | { readonly endpoint: 'changeRelation'; readonly data: { readonly action: RelationAction } }
  | { readonly endpoint: 'autoAddFriend'; readonly data: object }
  | { readonly endpoint: 'changeFavourite'; readonly data: { readonly favourite: boolean } }
  | { readonly endpoint: 'report'; readonly data: object }
);

/** Returns the relation to show while the change is queued; also applies the later changes again when an earlier one is undone. */
export function relationAfter(before: Relation, change: RelationChange): Relation {
  switch (change.endpoint) {
    case 'changeRelation':
      return applyAction(before, change.data.action);
    case 'autoAddFriend':
      return befriended(before);
    case 'changeFavourite':
      return { ...before, favourite: change.data.favourite };
    case 'report':
      return before;
    default:
      return unreachable(change);
  }
}

/**
 * Writes the changed relation, as shown, the lists and counters that depend on it, and the queued call in one transaction, so that a crash
 * loses all or none. Fails without a session and for the own uid.
 */
export function storeRelation(
  app: AppDb,
  session: () => Promise<SessionRow | undefined>,
  change: RelationChange,
): Promise<Result<null>> {
  return app.transaction('rw', [app.relations, app.lists, app.state, app.apiQueue], async () => {
    const { uid, endpoint, data } = change;
    // Inside the transaction, so that a sign-out happens before or after it.
    const own = await session();
    if (!own) return fail(needLogin);
    if (uid === own.uid) return fail({ code: 'bad-request', detail: 'uid: your own' } as const);
    const before: Relation = (await app.relations.get(uid)) ?? { uid, ...NO_RELATION };
    const after = relationAfter(before, change);
    await app.relations.put(after);
    await moveBetweenLists(app, before, after);
    await app.apiQueue.add(queued(own, endpoint, { targetUid: uid, ...data }, before));
    return ok(null);
  });
}

/** Updates lists and counters after a change of a relation. Runs inside the caller's transaction over lists and state. */
export async function moveBetweenLists(app: AppDb, before: Relation, after: Relation): Promise<void> {
  const counts = await app.state.get('counts');
  const numbers = counts?.key === 'counts' ? { ...counts } : undefined;
  for (const name of Object.keys(LISTS_OF_RELATION) as (keyof typeof LISTS_OF_RELATION)[]) {
    const [was, is] = [LISTS_OF_RELATION[name](before), LISTS_OF_RELATION[name](after)];
    if (was === is) continue;
    const list = await app.lists.get(name);
    const others = list?.uids.filter((uid) => uid !== after.uid) ?? [];
    if (list) await app.lists.put({ ...list, uids: is ? [after.uid, ...others] : others });
    if (numbers) numbers[name] = Math.max(0, numbers[name] + (is ? 1 : -1));
  }
  if (numbers) await app.state.put(numbers);
}
