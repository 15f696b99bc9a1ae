import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import type { Cards } from './cards.ts';

type Ports = Pick<Cards, 'refresh'> & { readonly app: AppDb; readonly chat: ChatDb };

/**
 * Names conversations that came without a name: in an archive of which only the own side is left, or where nobody has answered, no
 * message says what the peer is called. Each person is asked for once in the life of a core.
 */
export function createThreadNames({ app, chat, refresh }: Ports) {
  const asked = new Set<number>();
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
    const nameless = await chat.threads
      .filter(({ id, tid, linkedUser }) => {
        return linkedUser.nickName === '' && tid !== OFFICIAL_TID && tid !== LOCAL_OFFICIAL_TID && !asked.has(id);
      })
      .primaryKeys();
    for (const uid of nameless) {
      asked.add(uid);
      await name(uid);
    }
  };
}
