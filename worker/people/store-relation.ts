import { needLogin } from '#contract/errors.ts';
import { NO_RELATION, type Relation } from '#contract/people/people.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { queued } from '../api/enqueue.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { LISTS_OF_RELATION } from './relation.ts';

export type RelationChange = {
  readonly uid: number;
  readonly apply: (before: Relation) => Relation;
  readonly endpoint: 'changeRelation' | 'autoAddFriend' | 'changeFavourite' | 'report';
  readonly data: object;
};

/** Writes the change as it is shown and the queued call in one transaction: a crash loses neither or both. */
export function storeRelation(
  app: AppDb,
  session: () => Promise<SessionRow | undefined>,
  { uid, apply, endpoint, data }: RelationChange,
): Promise<Result<null>> {
  return app.transaction('rw', [app.relations, app.lists, app.state, app.apiQueue], async () => {
    // Within the transaction: a sign-out comes before it or after it.
    const own = await session();
    if (!own) return fail(needLogin);
    if (uid === own.uid) return fail({ code: 'bad-request', detail: 'uid: your own' } as const);
    const before: Relation = (await app.relations.get(uid)) ?? { uid, ...NO_RELATION };
    const after = apply(before);
    await app.relations.put(after);
    await moveBetweenLists(app, before, after);
    await app.apiQueue.add(queued(own, endpoint, { targetUid: uid, ...data }));
    return ok(null);
  });
}

/** Lists and counts follow at once. Runs inside the caller's transaction over lists and state. */
async function moveBetweenLists(app: AppDb, before: Relation, after: Relation): Promise<void> {
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
