import { CHAT_LOGIN_TIMEOUT_MS } from '#contract/chat/rules.ts';
import { readPeopleNews } from '#contract/people/news.ts';
import type { ListName } from '#contract/people/people.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import { type Accepted, targetOf } from '../base/accepted.ts';
import type { Epoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import type { QueuedCall } from '../base/queued-call.ts';
import type { Tabs } from '../base/tabs.ts';
import type { ApiQueueRow, AppDb, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';
import { delay } from '../delay.ts';
import type { Ask } from '../xmpp/iq.ts';
import { createCards } from './cards.ts';
import { createPeopleCommands, type PeopleCommands } from './commands.ts';
import { createContactRequests } from './contact-requests.ts';
import { createThreadNames } from './name-threads.ts';
import { createPrices } from './prices.ts';
import { storePresence, storeRelations } from './store.ts';
import { undoRelation } from './undo-relation.ts';
import { createPresenceWatch } from './watch.ts';

/** The dependencies of the people part. */
export type PeopleParts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly notice: NoticeDb;
  readonly epoch: Epoch;
  readonly accepted: Pick<Accepted, 'mark'>;
  readonly api: Api;
  readonly queue: ApiQueue;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly tabs: Tabs;
  /** Fetches the first page of a list, or with `more` the next one. */
  readonly refreshList: (name: ListName, more: boolean) => Promise<unknown>;
  readonly now: () => number;
  /** The server announces a change of the own account, by any of its devices or by the operator. */
  readonly onOwnProfile: () => void;
};

/** The core part for people. */
export type People = CorePart<PeopleCommands> & {
  /** Called with the peer's uid when a call that was connected has ended. */
  onCallEnded(uid: number): void;
  /** Called with the peer's uid when the user closed the screen after a call that was connected. `talkedMs`: connected time. */
  onReceiptClosed(uid: number, talkedMs: number): void;
};

/** Creates the people part: profiles, relations, presence, prices and greetings. */
export function createPeople(parts: PeopleParts): People {
  const { app, chat, notice, epoch, accepted, api, queue, session, tabs, now } = parts;
  let ask: Ask | undefined;
  let gate = '';
  let isCurrent = epoch.guard();
  const askNow: Ask = async (stanza) => ask?.(stanza);
  let streamWaiters: (() => void)[] = [];
  const waitForStream = async () => {
    if (ask) return true;
    const next = new Promise<void>((resolve) => streamWaiters.push(resolve));
    await Promise.race([next, delay(CHAT_LOGIN_TIMEOUT_MS)]);
    return ask !== undefined;
  };

  const prices = createPrices({ app, api, now });
  const contactRequests = createContactRequests({
    app,
    chat: parts.chat,
    accepted,
    api,
    session,
    now,
    later: (ms, act) => void setTimeout(act, ms),
  });
  const watch = createPresenceWatch({
    wanted: tabs.people,
    gate: () => gate,
    store: (statuses) => void storePresence(notice, statuses, now(), isCurrent),
    onShown: (uids) => void prices.refresh(uids).catch(() => {}),
    askOtherwise: contactRequests.presenceOf,
  });
  const cards = createCards({
    app,
    notice,
    epoch,
    accepted,
    api,
    session,
    ask: askNow,
    currentStream: () => ask,
    waitForStream,
    now,
  });
  const nameThreads = createThreadNames({ app, chat, epoch, refresh: cards.refresh });
  /**
   * Fetches the user's relations to these people, the counters and the lists of requests and friends, after the gate announced a change or
   * the server refused one.
   */
  async function refreshRelations(uids: readonly number[]): Promise<void> {
    const isCurrent = epoch.guard();
    const changed = accepted.mark();
    const relative = await api.call('friendsRelative', { targetUid: [...uids] });
    if (!relative.ok) return;
    await app.transaction('rw', [app.relations, app.apiQueue, app.state], async () => {
      if (!isCurrent() || !(await app.state.get('session'))) return;
      await storeRelations(app, relative.value.relations, changed);
      const counts = await app.state.get('counts');
      const previous = counts?.key === 'counts' ? counts : {};
      await app.state.put({ ...previous, key: 'counts', ...relative.value.counts });
    });
    await Promise.all([parts.refreshList('requests', false), parts.refreshList('friends', false)]);
  }

  /** Fetches the current relation from the server after a refused change. */
  async function onRefused(row: ApiQueueRow): Promise<void> {
    const targetUid = targetOf(row);
    if (targetUid !== undefined) await refreshRelations([targetUid]);
  }

  const changed: QueuedCall = { undo: (row, later) => undoRelation(app, row, later), onRefused };
  return {
    commands: createPeopleCommands({
      app,
      chat,
      api,
      queue,
      session,
      cards,
      onProfile: (uid) => void contactRequests.onProfile(uid).catch(() => {}),
      showPeople: tabs.setShownPeople,
    }),
    queuedCalls: { changeRelation: changed, changeFavourite: changed, autoAddFriend: changed },
    onCallEnded: (uid) => void contactRequests.onCallEnded(uid).catch(() => {}),
    onReceiptClosed: (uid, talkedMs) => void contactRequests.onReceiptClosed(uid, talkedMs).catch(() => {}),
    onShownPeople: watch.changed,
    onStreamUp(stream) {
      contactRequests.onConnected();
      ask = stream.ask;
      for (const tell of streamWaiters) tell();
      streamWaiters = [];
      isCurrent = epoch.guard();
      void session().then((own) => {
        gate = own?.services.gate ?? '';
        if (ask === stream.ask) watch.open(stream.ask);
      });
    },
    onStreamDown() {
      ask = undefined;
      watch.close();
    },
    onCaughtUp: () => void nameThreads().catch((error) => console.warn('failed to name conversations', error)),
    onSigningOut() {
      ask = undefined;
      watch.stop();
    },
    onPush(stanza) {
      if (watch.take(stanza)) return true;
      const news = readPeopleNews(stanza, gate);
      if (news?.kind === 'relations') void refreshRelations(news.uids);
      if (news?.kind === 'profile') {
        for (const uid of news.uids) void cards.refresh(uid);
        void session().then((own) => {
          if (own && news.uids.includes(own.uid)) parts.onOwnProfile();
        });
      }
      return news !== undefined;
    },
  };
}
