import { DAY_MS } from '#contract/durations.ts';
import type { ListName } from '#contract/people/people.ts';
import { app } from '../open.ts';
import type { CardRow, ListRow, PersonRow, RelationRow, UploadRow } from '../schema.ts';

/** A list with the data of its people, as far as it was read. */
export type PeopleList = {
  readonly people: readonly PersonRow[];
  /** When the first page arrived, ms; undefined before. */
  readonly fetchedAt: number | undefined;
  readonly hasMore: boolean;
};

/** Time for which a skipped card stays hidden, ms. */
const SKIPPED_FOR_MS = DAY_MS;

/** Returns the people whom the user blocked; no list shows them. */
export async function blockedUids(): Promise<ReadonlySet<number>> {
  const blocked = new Set<number>();
  await app.relations.filter((relation) => relation.blocked).each(({ uid }) => blocked.add(uid));
  return blocked;
}

async function peopleOf(list: ListRow | undefined, hidden: ReadonlySet<number>): Promise<PeopleList> {
  const uids = list?.uids.filter((uid) => !hidden.has(uid)) ?? [];
  const people = await app.people.bulkGet(uids);
  return {
    people: people.filter((person) => person !== undefined),
    fetchedAt: list?.fetchedAt,
    hasMore: list !== undefined && list.nextCursor !== '',
  };
}

/** Returns a list in the server's order, as far as it was read, without blocked people. */
export const readList = async (name: ListName): Promise<PeopleList> =>
  peopleOf(await app.lists.get(name), await blockedUids());

/** Returns the swipe feed without people who were blocked, liked, or skipped in the last SKIPPED_FOR_MS. `now`: ms. */
export async function readFeed(now: number): Promise<PeopleList> {
  const hidden = new Set(await blockedUids());
  await app.skipped
    .where('at')
    .above(now - SKIPPED_FOR_MS)
    .each(({ uid }) => hidden.add(uid));
  await app.relations.filter((relation) => relation.liked).each(({ uid }) => hidden.add(uid));
  return peopleOf(await app.lists.get('swipe'), hidden);
}

/** Returns a person's row of `app.people`, which lists and profiles fill; undefined if neither has fetched this person. */
export const readPerson = (uid: number): Promise<PersonRow | undefined> => app.people.get(uid);
/** Returns the cached profile data of a person; undefined until the profile was opened. */
export const readCard = (uid: number): Promise<CardRow | undefined> => app.cards.get(uid);
/** Returns the user's relation to a person, including queued changes; undefined if unknown. */
export const readRelation = (uid: number): Promise<RelationRow | undefined> => app.relations.get(uid);
/** Returns the relations to people whom the user blocked, for the list of blocked people. */
export const readBlocked = (): Promise<RelationRow[]> => app.relations.filter(({ blocked }) => blocked).toArray();
/** Returns the uploads, oldest first. */
export const readUploads = (): Promise<UploadRow[]> => app.uploads.orderBy('queuedAt').toArray();
