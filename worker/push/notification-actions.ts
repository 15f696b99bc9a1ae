import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { PushSubject } from '#contract/push/kinds.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { clientInfo, platformOf } from '../account/device.ts';
import { createStoredClock } from '../base/clock.ts';
import { createEpoch } from '../base/epoch.ts';
import { readSession } from '../base/session-row.ts';
import { createTabs } from '../base/tabs.ts';
import { createHubLine } from '../calls/hub-line.ts';
import { createChatCommands } from '../chat/commands.ts';
import { openAsRead } from '../chat/open-as-read.ts';
import { withWords } from '../chat/shares.ts';
import { hasUnsentChanges } from '../db/reads/waiting.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import { delay } from '../delay.ts';
import { storeRelation } from '../people/store-relation.ts';
import type { RunBrief } from './brief.ts';

type Ports = { readonly app: AppDb; readonly chat: ChatDb; readonly brief: RunBrief };

/** The actions that the service worker performs from a notification. */
export type NotificationActions = {
  /**
   * Sends a reply. Resolves to whether the server has it, it waits for a connection, or it cannot be sent: a text that is too long, for
   * example, is added to the draft, where the user can shorten it.
   */
  reply(tid: string, words: string): Promise<'sent' | 'waits' | 'refused'>;
  markRead(tid: string): Promise<void>;
  answerRequest(uid: number, action: 'accept' | 'refuse'): Promise<void>;
  /** Declines the incoming call or the host's callback request. */
  refuseRing(about: PushSubject, response: 'decline' | 'busy'): Promise<void>;
  /**
   * Sends everything queued. Resolves to false when the service worker must try again later. True also when there is no account to send
   * for, and when another core or a newer build sends it.
   */
  flush(): Promise<boolean>;
};

/** Maximum time to wait until another core has sent a reply, ms. */
const HANDLED_WITHIN_MS = 5_000;

/** Creates the actions of notifications. Each runs headless sessions, in which its stored change or its request is sent. */
export function createNotificationActions({ app, chat, brief }: Ports): NotificationActions {
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const session = () => readSession(app);
  const clock = createStoredClock(app, session);
  const commands = createChatCommands({
    app,
    chat,
    session,
    newId,
    epoch: createEpoch(),
    clock,
    tabs: createTabs(navigator.locks),
    client: { os: platformOf(navigator.userAgent), pkgName: clientInfo.pkgName },
    // The headless session or the running core reads the row from the outbox.
    handOver: () => {},
  });
  const isWaiting = async (about: string) => (await chat.outbox.where('about').equals(about).count()) > 0;

  /** Waits until another core has sent the message; false when it has not within HANDLED_WITHIN_MS. */
  async function waitUntilSent(about: string): Promise<boolean> {
    const until = Date.now() + HANDLED_WITHIN_MS;
    while (Date.now() < until) {
      if (!(await isWaiting(about))) return true;
      await delay(100);
    }
    return false;
  }

  const keepAsDraft = (tid: string, words: string) =>
    app.transaction('rw', [app.drafts, app.state], async () => {
      if (await session()) await app.drafts.put(withWords(await app.drafts.get(tid), tid, words));
    });

  return {
    async reply(tid, words) {
      const body = words.trim();
      if (isBlank(body)) return 'refused';
      await clock.load();
      // One id per tap: every retry uses the same id.
      const id = newId();
      let stored = await commands.sendText(tid, body, id);
      if (!stored.ok && stored.error.code === 'not-found') {
        // `not-found`: the message of the notification is the first of this peer, and this device has not received it yet.
        await brief();
        stored = await commands.sendText(tid, body, id);
      }
      if (!stored.ok) {
        await keepAsDraft(tid, body);
        return 'refused';
      }
      const { mid } = stored.value;
      const end = await brief();
      if (end === 'busy' || end === 'superseded') await waitUntilSent(mid);
      if (await isWaiting(mid)) return 'waits';
      const row = await chat.messages.where('mid').equals(mid).first();
      return row?.state === 'error' ? 'refused' : 'sent';
    },
    async markRead(tid) {
      // Messages that have not arrived yet are fetched first, because the notification covered them.
      await brief();
      await openAsRead({ app, chat, newId }, tid);
      await brief();
    },
    async answerRequest(uid, action) {
      await storeRelation(app, session, { uid, endpoint: 'changeRelation', data: { action } });
      await brief();
    },
    async refuseRing({ sid }, response) {
      if (sid === undefined) return;
      const end = await brief({
        async ask({ request }, own) {
          const line = createHubLine();
          line.open(request, own.services.hub);
          const answer =
            response === 'decline'
              ? await line.ask('SessionTerminate', sid, { reason: 'decline', rejectType: 'on_call_refuse' })
              : await line.ask('Transmit', '', { kind: 'callback_reply', callback: sid, reply: 'busy' });
          // A refusal also ends the ringing: the call no longer exists.
          return answer.ok || answer.refusal !== undefined;
        },
      });
      if (end !== 'busy' && end !== 'superseded') return;
      // Another core is running and handles the call, so the decision is passed to it.
      await app.state.put({ key: 'intent', id: newId(), at: Date.now(), act: response, sid });
      await brief();
    },
    async flush() {
      const end = await brief();
      if (end === 'done') return !(await hasUnsentChanges(app, (await session())?.uid));
      return end === 'busy' || end === 'idle' || end === 'stale';
    },
  };
}
