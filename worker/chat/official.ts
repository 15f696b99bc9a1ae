import { LOCAL_OFFICIAL_ID, LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { ChatDb, SessionRow } from '../db/schema.ts';

/**
 * Body of the welcome message. The prefix `i18n:` marks a translation key, which pages translate only in the local official conversation.
 */
const WELCOME = 'i18n:official.welcome';

/**
 * Creates the local official conversation with its welcome message (product 3.3), unless it exists. It is only on the device and not
 * reachable from the network.
 */
export async function welcome(
  db: ChatDb,
  session: SessionRow,
  now: number,
  /** Returns false once the user has signed out. */
  isCurrent: () => boolean = () => true,
): Promise<void> {
  await db.transaction('rw', [db.threads, db.messages], async () => {
    if (!isCurrent() || (await db.threads.get(LOCAL_OFFICIAL_ID))) return;
    const mid = `${LOCAL_OFFICIAL_TID}/welcome`;
    const jid = session.services.official;
    await db.messages.add({
      mid,
      tid: LOCAL_OFFICIAL_TID,
      date: now,
      stamp: now,
      archiveId: 0,
      from: jid,
      to: session.jid,
      nickName: '',
      os: '',
      pkgName: '',
      read: true,
      sensitiveInfo: 0,
      state: 'success',
      refusal: '',
      reached: 'none',
      type: 0,
      version: 1,
      payload: { kind: 'text', body: WELCOME },
      raw: '',
      textAction: '',
      out: false,
    });
    await db.threads.put({
      id: LOCAL_OFFICIAL_ID,
      tid: LOCAL_OFFICIAL_TID,
      mainJid: session.jid,
      linkedJid: jid,
      linkedUser: { jid, uid: LOCAL_OFFICIAL_ID, nickName: '' },
      unread: 0,
      lastDate: now,
      lastPlace: [now, 0],
      lastFacts: { kind: 'text', body: WELCOME },
      lastMid: mid,
      lastOut: false,
      lastState: 'success',
      lastIncoming: now,
      dividerMid: '',
    });
  });
}
