import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { AwayAbout } from '#contract/away/kinds.ts';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { cutText } from '#contract/xml/characters.ts';
import { clientInfo, platformOf } from '../account/device.ts';
import { createServerClock } from '../base/clock.ts';
import { createEpoch } from '../base/epoch.ts';
import { readSession } from '../base/session-row.ts';
import { createTabs } from '../base/tabs.ts';
import { createHubLine } from '../calls/hub-line.ts';
import { createChatCommands } from '../chat/commands.ts';
import { openAsRead } from '../chat/open-as-read.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import { storeRelation } from '../people/store-relation.ts';
import type { RunBrief } from './brief.ts';

type Ports = { readonly app: AppDb; readonly chat: ChatDb; readonly brief: RunBrief };

/** What is done from a notification. */
export type Errands = {
  /** Whether it is with the server, waits for a line, or cannot be sent at all. */
  reply(tid: string, words: string): Promise<'sent' | 'waits' | 'refused'>;
  markRead(tid: string): Promise<void>;
  answerRequest(uid: number, action: 'accept' | 'refuse'): Promise<void>;
  /** Ends what rings: the call, or the wish for one. */
  refuseRing(about: AwayAbout, what: 'decline' | 'busy'): Promise<void>;
  /** Sends what waits; false when some still does. */
  flush(): Promise<boolean>;
};

const HEARD_WITHIN_MS = 5_000;

export function createErrands({ app, chat, brief }: Ports): Errands {
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const session = () => readSession(app);
  const commands = createChatCommands({
    app,
    chat,
    session,
    newId,
    epoch: createEpoch(),
    clock: createServerClock(Date.now),
    tabs: createTabs(navigator.locks),
    client: { os: platformOf(navigator.userAgent), pkgName: clientInfo.pkgName },
    // The short core, or the one that lives, reads it from the outbox.
    handOver: () => {},
  });
  const isWaiting = async (about: string) => (await chat.outbox.where('about').equals(about).count()) > 0;

  /** Waits for another core to send it. */
  async function heard(about: string): Promise<boolean> {
    const until = Date.now() + HEARD_WITHIN_MS;
    while (Date.now() < until) {
      if (!(await isWaiting(about))) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }

  return {
    async reply(tid, words) {
      const body = cutText(words, MESSAGE_MAX_CHARS).trim();
      if (body === '') return 'refused';
      // Made once for each tap: whatever is done again is done under it.
      const id = newId();
      let stored = await commands.sendText(tid, body, id);
      if (!stored.ok && stored.error.code === 'not-found') {
        // The first message of somebody, which this device has not read yet.
        await brief();
        stored = await commands.sendText(tid, body, id);
      }
      if (!stored.ok) return 'refused';
      const { mid } = stored.value;
      const end = await brief();
      if (end === 'busy' || end === 'superseded') await heard(mid);
      if (await isWaiting(mid)) return 'waits';
      const row = await chat.messages.where('mid').equals(mid).first();
      return row?.state === 'error' ? 'refused' : 'sent';
    },
    async markRead(tid) {
      // What has not arrived yet is read too: the tap was meant for all that the notification tells of.
      await brief();
      await openAsRead({ app, chat, newId }, tid);
      await brief();
    },
    async answerRequest(uid, action) {
      await storeRelation(app, session, { uid, endpoint: 'changeRelation', data: { action } });
      await brief();
    },
    async refuseRing({ sid }, what) {
      if (sid === undefined) return;
      const end = await brief({
        async ask({ request }, own) {
          const line = createHubLine();
          line.open(request, own.services.hub);
          const answer =
            what === 'decline'
              ? await line.ask('SessionTerminate', sid, { reason: 'decline', rejectType: 'on_call_refuse' })
              : await line.ask('Transmit', '', { kind: 'callback_reply', callback: sid, reply: 'busy' });
          // A refusal is an answer too: nobody rings any more.
          return answer.ok || answer.refusal !== undefined;
        },
      });
      if (end !== 'busy' && end !== 'superseded') return;
      // The core that lives is the one that rings.
      await app.state.put({ key: 'intent', id: newId(), at: Date.now(), act: what, sid });
      await brief();
    },
    async flush() {
      const end = await brief();
      return end === 'done' || end === 'busy' || end === 'idle' || end === 'stale';
    },
  };
}
