import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { NO_RELATION, type Relation } from '#contract/people/people.ts';
import { withFewMarks } from '#contract/text/few-marks.ts';
import { type Accepted, type AcceptedSince, targetOf } from '../base/accepted.ts';
import type { Epoch } from '../base/epoch.ts';
import { readSession } from '../base/session-row.ts';
import type { AppDb, NoticeDb, OnlineUserRow, PersonRow } from '../db/schema.ts';

/** A host in a list response. */
export type AnchorItem = Output<Endpoints['hotAnchors']>['anchors'][number];
/** A user in a list response. */
export type PersonItem = Output<Endpoints['friendList']>['people'][number];
/**
 * The databases for storing people from list responses, and two guards against outdated responses. `epoch`: the user has signed out since
 * the request; `accepted`: the server has accepted a change of the relation since the request.
 */
export type PeopleStore = {
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly epoch: Epoch;
  readonly accepted: Pick<Accepted, 'mark'>;
};

const UNKNOWN = { videoUrl: '', lang: '', about: '', price: 0, isNew: false, isSilver: false };

/** Stores hosts from a list response. Runs inside the caller's transaction over people, relations, apiQueue and state. */
export async function storeAnchors(
  app: AppDb,
  anchors: readonly AnchorItem[],
  fetchedAt: number,
  changed: AcceptedSince,
): Promise<void> {
  const rows = anchors.map(
    ({ status: _live, liked: _liked, favourite: _favourite, ...anchor }): PersonRow => ({
      ...anchor,
      nickName: cleanNick(anchor.nickName),
      about: withFewMarks(anchor.about),
      role: ROLE_ANCHOR,
      fetchedAt,
    }),
  );
  await app.people.bulkPut(rows);
  const before = await app.relations.bulkGet(anchors.map(({ uid }) => uid));
  const relations = anchors.map(({ uid, liked, favourite }, index) => ({
    ...(before[index] ?? { uid, ...NO_RELATION }),
    liked,
    favourite,
  }));
  // No rows are stored for neutral relations: blocks are found by reading all rows, and a list may have ten thousand
  // hosts.
  await storeRelations(
    app,
    relations.filter(({ liked, favourite }, index) => liked || favourite || before[index]),
    changed,
  );
}

/** Stores people of a list. Fields that only the hosts' lists have stay unchanged. */
export async function storePeople(app: AppDb, people: readonly PersonItem[], fetchedAt: number): Promise<void> {
  const before = await app.people.bulkGet(people.map(({ uid }) => uid));
  await app.people.bulkPut(
    people.map(({ status: _live, ...person }, index) => ({
      ...UNKNOWN,
      ...before[index],
      ...person,
      ...blurOf(before[index], person.avatarUrl),
      nickName: cleanNick(person.nickName),
      fetchedAt,
    })),
  );
}

/** Returns the known placeholder picture if the avatar is unchanged, else an empty one. */
export const blurOf = (before: PersonRow | undefined, avatarUrl: string): Pick<PersonRow, 'avatarBlur'> => ({
  avatarBlur: before?.avatarUrl === avatarUrl ? (before.avatarBlur ?? '') : '',
});

/**
 * Stores relations from the server, except those with a local change that is queued or was accepted since the request
 * (`changed`): the change is newer.
 */
export async function storeRelations(
  app: AppDb,
  relations: readonly Relation[],
  changed: AcceptedSince,
): Promise<void> {
  const waiting = await waitingTargets(app);
  await app.relations.bulkPut(relations.filter(({ uid }) => !waiting.has(uid) && !changed(uid)));
}

async function waitingTargets(app: AppDb): Promise<ReadonlySet<number>> {
  const targets = new Set<number>();
  const own = (await readSession(app))?.uid;
  await app.apiQueue.each((row) => {
    const target = row.uid === own ? targetOf(row) : undefined;
    if (target !== undefined) targets.add(target);
  });
  return targets;
}

/** Stores presence from a list or the gate, unless the user has signed out since the request (`isCurrent`). */
export async function storePresence(
  notice: NoticeDb,
  statuses: Iterable<readonly [number, OnlineUserRow['status']]>,
  at: number,
  isCurrent: () => boolean,
): Promise<void> {
  await notice.transaction('rw', notice.onlineUsers, async () => {
    if (isCurrent()) await notice.onlineUsers.bulkPut(Array.from(statuses, ([id, status]) => ({ id, status, at })));
  });
}
