import type { ListName } from '#contract/people/people.ts';
import { app, notice } from '../open.ts';
import type { OnlineUserRow, PersonRow } from '../schema.ts';
import { blockedUids } from './people.ts';

/** Who is on a list, without what is known of them: a wall of ten thousand reads only those in sight. */
export type ListIndex = {
  readonly name: ListName;
  readonly uids: readonly number[];
  /** When its first page came; undefined before the first. */
  readonly fetchedAt: number | undefined;
  readonly hasMore: boolean;
  /** Nobody can be on it now. */
  readonly closed: boolean;
};

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

/** What a card shows of somebody. */
export type Shown = {
  readonly person: PersonRow;
  readonly status: OnlineUserRow['status'];
  readonly liked: boolean;
};

/** Those of them who are known. */
export async function readShown(uids: readonly number[]): Promise<Shown[]> {
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
