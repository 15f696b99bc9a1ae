import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { Epoch } from '../base/epoch.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import type { Cards } from './cards.ts';

type Ports = Pick<Cards, 'refresh'> & { readonly app: AppDb; readonly chat: ChatDb; readonly epoch: Epoch };

/**
 * Creates the task that names conversations without a name: when the archive has only the user's own messages, none
 * states the peer's name. Each profile is fetched at most once per core and account.
 */
export function createThreadNames({ app, chat, epoch, refresh }: Ports) {
  const requestedUids = new Set<number>();
  let isCurrent = epoch.guard();
  async function name(uid: number): Promise<void> {
    const known = async () => (await app.people.get(uid))?.nickName ?? '';
    if ((await known()) === '') await refresh(uid);
    const nickName = await known();
    if (nickName === '') return;
    await chat.transaction('rw', chat.threads, async () => {
      const row = await chat.threads.get(uid);
      if (row?.linkedUser.nickName !== '') return;
      await chat.threads.put({ ...row, linkedUser: { ...row.linkedUser, nickName } });
    });
  }
  return async (): Promise<void> => {
    if (!isCurrent()) requestedUids.clear();
    isCurrent = epoch.guard();
    const nameless = await chat.threads
      .filter(({ id, tid, linkedUser }) => {
        return (
          linkedUser.nickName === '' && tid !== OFFICIAL_TID && tid !== LOCAL_OFFICIAL_TID && !requestedUids.has(id)
        );
      })
      .primaryKeys();
    for (const uid of nameless) {
      requestedUids.add(uid);
      await name(uid);
    }
  };
}
