import type { ListName } from '#contract/people/people.ts';
import { app, notice } from '../open.ts';
import type { OnlineUserRow, PersonRow } from '../schema.ts';
import { blockedUids } from './people.ts';

/** The uids of a list without the people's data, so that a list of ten thousand loads only the visible people. */
export type ListIndex = {
  readonly name: ListName;
  readonly uids: readonly number[];
  /** When the first page arrived, ms; undefined before. */
  readonly fetchedAt: number | undefined;
  readonly hasMore: boolean;
  /** True for the list of the silver club while the club is closed. */
  readonly closed: boolean;
};

/** Returns the uids of a list in the server's order, without blocked people. */
export async function readListIndex(name: ListName): Promise<ListIndex> {
  const [list, blocked] = await Promise.all([app.lists.get(name), blockedUids()]);
  return {
    name,
    uids: list?.uids.filter((uid) => !blocked.has(uid)) ?? [],
    fetchedAt: list?.fetchedAt,
    hasMore: list !== undefined && list.nextCursor !== '',
    closed: list?.closed ?? false,
  };
}

/** The data of a person that a card of the wall shows. */
export type ShownPerson = {
  readonly person: PersonRow;
  readonly status: OnlineUserRow['status'];
  readonly liked: boolean;
};

/** Returns the data of those people that are known on this device. */
export async function readShown(uids: readonly number[]): Promise<ShownPerson[]> {
  const wanted = [...uids];
  const [people, relations, presence] = await Promise.all([
    app.people.bulkGet(wanted),
    app.relations.bulkGet(wanted),
    notice.onlineUsers.bulkGet(wanted),
  ]);
  return people.flatMap((person, index) =>
    person ? [{ person, status: presence[index]?.status ?? 'offline', liked: relations[index]?.liked ?? false }] : [],
  );
}
