import { queryOfList } from '#contract/people/host-filter.ts';
import type { ListName } from '#contract/people/people.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { AcceptedSince } from '../base/accepted.ts';
import { type PeopleStore, storeAnchors, storePeople, storePresence } from '../people/store.ts';
import { fetchList, type ListPage } from './fetch-list.ts';

/** The dependencies of the list fetcher. */
export type ListPorts = PeopleStore & { readonly api: Api; readonly now: () => number };

/** Fetches lists of people into the database. */
export type Lists = {
  /** Fetches the first page of a list, or with `more` the page after the last fetched one. */
  refresh(name: ListName, more: boolean): Promise<Result<null>>;
};

/** Creates the fetcher of lists of people. Concurrent requests for the same page share one call. */
export function createLists({ app, notice, epoch, accepted, api, now }: ListPorts): Lists {
  const requests = new Map<string, Promise<Result<null>>>();

  async function refresh(name: ListName, more: boolean): Promise<Result<null>> {
    const isCurrent = epoch.guard();
    const changed = accepted.mark();
    const before = await app.lists.get(name);
    // The list has been read to its end, or not at all yet.
    if (more && !before?.nextCursor) return before ? ok(null) : refresh(name, false);
    const cursor = more ? (before?.nextCursor ?? '') : '';
    const page = await fetchList(api, name, cursor);
    if (!page.ok) return page;
    // The list was restarted meanwhile: this page is dropped, and the next one of the new list is fetched.
    return (await keep(name, more ? cursor : undefined, page.value, isCurrent, changed))
      ? ok(null)
      : refresh(name, true);
  }

  /**
   * Stores a page. `after`: the cursor of the request; undefined for a first page, which replaces the list. Resolves
   * to false when the list was restarted meanwhile.
   */
  async function keep(
    name: ListName,
    after: string | undefined,
    page: ListPage,
    isCurrent: () => boolean,
    changed: AcceptedSince,
  ): Promise<boolean> {
    const { anchors, people, nextCursor, closed = false } = page;
    const found = [...anchors, ...people];
    const fetchedAt = now();
    // Presence is stored before the list, so that no person is briefly shown as offline.
    const statuses = found.map(({ uid, status }) => [uid, status] as const);
    await storePresence(notice, statuses, fetchedAt, isCurrent);
    // Returned, so that the request ends after the write: a later request for the next page then does not share this one.
    return app.transaction('rw', [app.state, app.lists, app.people, app.relations, app.apiQueue], async () => {
      // The user signed out meanwhile: nothing may be stored. The silver list is public.
      if (!isCurrent() || (name !== 'silver' && !(await app.state.get('session')))) return true;
      if (anchors.length > 0) await storeAnchors(app, anchors, fetchedAt, changed);
      if (people.length > 0) await storePeople(app, people, fetchedAt);
      const known = after === undefined ? undefined : await app.lists.get(name);
      if (after !== undefined && known?.nextCursor !== after) return false;
      const uids = [...new Set([...(known?.uids ?? []), ...found.map(({ uid }) => uid)])];
      const row = { name, uids, nextCursor, fetchedAt: known?.fetchedAt ?? fetchedAt };
      // Of the lists that search for hosts only the last one stays stored.
      if (queryOfList(name))
        await app.lists.filter((list) => list.name !== name && queryOfList(list.name) !== undefined).delete();
      await app.lists.put(closed ? { ...row, uids: [], closed } : row);
      return true;
    });
  }

  return {
    refresh(name: ListName, more: boolean): Promise<Result<null>> {
      const key = `${name} ${more}`;
      const known = requests.get(key);
      if (known) return known;
      const asking = refresh(name, more).finally(() => requests.delete(key));
      requests.set(key, asking);
      return asking;
    },
  };
}
