import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { noticeCommands } from '#contract/notices/commands.ts';
import { type NoticeItem, readNotice } from '#contract/notices/item.ts';
import { NOTICES_ON_DEVICE_MAX, NOTICES_PAGE } from '#contract/notices/rules.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { CorePart } from '../base/part.ts';
import { guardAccount, guardAccountOf } from '../base/session-row.ts';
import type { AppDb, NoticeDb, SessionRow } from '../db/schema.ts';

/** The dependencies of the notification list. */
export type NoticesPorts = {
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
};
/** The core part for the in-app notification list. */
export type Notices = CorePart<CommandsOf<typeof noticeCommands>>;

/** Creates the notification list. Live entries are pushed by the gate; missed ones are fetched at each connect. */
export function createNotices({ app, notice, api, session }: NoticesPorts): Notices {
  let gate = '';
  /** The account of the stream that receives live entries. */
  let self: number | undefined;
  let fetching: Promise<Result<null>> | undefined;

  /** Adds entries that are not stored yet and deletes the oldest above NOTICES_ON_DEVICE_MAX. */
  async function keep(isStillSignedIn: () => Promise<boolean>, items: readonly NoticeItem[]): Promise<void> {
    if (!(await isStillSignedIn())) return;
    const added = await notice.transaction('rw', notice.notices, async () => {
      const known = await notice.notices
        .where('key')
        .anyOf(items.map(({ key }) => key))
        .keys();
      const rows = items.filter(({ key }) => !known.includes(key)).map((item) => ({ ...item, read: false }));
      const ids = await notice.notices.bulkAdd(rows, { allKeys: true });
      const over = (await notice.notices.count()) - NOTICES_ON_DEVICE_MAX;
      if (over > 0) await notice.notices.bulkDelete(await notice.notices.orderBy('at').limit(over).primaryKeys());
      return ids;
    });
    // Signed out during the write: the wipe may have run before these rows were added, so they are deleted.
    if (!(await isStillSignedIn())) await notice.notices.bulkDelete(added);
  }

  async function fetchAll(): Promise<Result<null>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    for (;;) {
      const row = await app.state.get('notices');
      const since = row?.key === 'notices' ? row.since : 0;
      const answer = await api.call('anchorOnlineNotice', { since });
      if (!answer.ok) return answer;
      const { notices, next } = answer.value;
      await keep(isStillSignedIn, notices);
      if (!(await isStillSignedIn())) return fail(needLogin);
      if (next > since) await app.state.put({ key: 'notices', since: next });
      if (notices.length < NOTICES_PAGE) return ok(null);
    }
  }

  function refresh(): Promise<Result<null>> {
    fetching ??= fetchAll().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  return {
    commands: {
      refreshNotices: refresh,
      async readNotices() {
        await notice.notices.filter(({ read }) => !read).modify({ read: true });
        return ok(null);
      },
    },
    onStreamUp({ session: { services, uid } }) {
      gate = services.gate;
      self = uid;
      refresh().catch((error: unknown) => console.warn('failed to fetch the notification list', error));
    },
    onPush(stanza) {
      const item = gate === '' ? undefined : readNotice(stanza, gate);
      if (item === undefined) return false;
      const isStillSignedIn = guardAccountOf(app, self);
      void keep(isStillSignedIn, [item]).catch((error: unknown) =>
        console.warn('failed to store a notification', error),
      );
      return true;
    },
  };
}
