import xml, { type Element } from '@xmpp/xml';
import { CHAT_LOGIN_TIMEOUT_MS } from '#contract/chat/rules.ts';
import type { UploadPurpose } from '#contract/core.ts';
import { UPLOAD_PATH } from '#contract/media/media.ts';
import { readPeopleNews } from '#contract/people/news.ts';
import { ALBUM_MAX, type ProfileChange, VIDEOS_MAX } from '#contract/people/people.ts';
import { writeVCard } from '#contract/people/vcard.ts';
import type { AppError } from '#contract/result.ts';
import type { Epoch } from '../account/epoch.ts';
import { createProfileCommands } from '../account/profile.ts';
import { refreshAccount } from '../account/refresh.ts';
import { expire, readSession } from '../account/session.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { Tabs } from '../core/tabs.ts';
import type { ApiQueueRow, AppDb, AppRow, NoticeDb, SessionRow } from '../db/schema.ts';
import { createLists } from '../discovery/lists.ts';
import { sendFile, type Uploaded } from '../media/send-file.ts';
import { createUploader } from '../media/uploader.ts';
import { createCards } from './cards.ts';
import { createPeopleCommands } from './commands.ts';
import { createMeeting } from './meeting.ts';
import { createPrices } from './prices.ts';
import { storePresence, storeRelations } from './store.ts';
import { type Ask, createPresenceWatch } from './watch.ts';

export type PeopleParts = {
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly epoch: Epoch;
  readonly api: Api;
  readonly queue: ApiQueue;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly tabs: Tabs;
  /** Base of the API and the upload host; '' is our own origin. */
  readonly apiUrl: string;
  readonly now: () => number;
};

const RELATION_ENDPOINTS = new Set(['changeRelation', 'changeFavourite', 'autoAddFriend']);

/** Everything that the core does about people, put together. */
export function createPeople(parts: PeopleParts) {
  const { app, notice, epoch, api, queue, session, tabs, now } = parts;
  let ask: Ask | undefined;
  let gate = '';
  let still = epoch.hold();
  const askNow: Ask = async (stanza) => ask?.(stanza);
  let heardOfStream: (() => void)[] = [];
  const streamCame = async () => {
    if (ask) return false;
    const next = new Promise<void>((resolve) => heardOfStream.push(resolve));
    await Promise.race([next, new Promise((resolve) => setTimeout(resolve, CHAT_LOGIN_TIMEOUT_MS))]);
    return ask !== undefined;
  };

  const prices = createPrices({ app, api, now });
  const meeting = createMeeting({ app, api, session });
  const watch = createPresenceWatch({
    wanted: tabs.people,
    gate: () => gate,
    store: (statuses) => void storePresence(notice, statuses, now(), still),
    onShown: (uids) => void prices.refresh(uids).catch(() => {}),
    askOtherwise: meeting.presenceOf,
  });
  const lists = createLists({ app, notice, epoch, api, now });
  const cards = createCards({ app, notice, epoch, api, session, ask: askNow, streamCame, now });
  const uploader = createUploader({
    ...{ app, session, now, send: sendFile, uploadUrl: `${parts.apiUrl}${UPLOAD_PATH}` },
    keep: keepUpload,
    onKept: () => queue.kick(),
    onTokenRefused: (token) => expire(app, token),
  });

  /** In the transaction of the uploader: the file that arrived and its place in the profile, both or neither. */
  async function keepUpload(purpose: UploadPurpose, { url, thumbUrl }: Uploaded): Promise<void> {
    const profile = (await app.state.get('profile')) as Extract<AppRow, { key: 'profile' }> | undefined;
    const { albums = [], videos = [] } = profile ?? {};
    const commands = createProfileCommands({ app, queue: { kick() {} }, session });
    if (purpose === 'avatar') await commands.updateProfile({ avatarUrl: url });
    else if (purpose === 'album') await commands.updateProfile({ albums: [...albums, url].slice(-ALBUM_MAX) });
    else {
      const video = { thumbnail: thumbUrl, videoUrl: url, checksum: url.slice(url.lastIndexOf('/') + 1) };
      await commands.updateProfile({ videos: [...videos, video].slice(-VIDEOS_MAX) });
    }
  }

  /** Asks the server how we stand to people, when it changed or is not what was hoped for. */
  async function relearn(uids: readonly number[]): Promise<void> {
    const still = epoch.hold();
    const relative = await api.call('friendsRelative', { targetUid: [...uids] });
    if (!relative.ok) return;
    await app.transaction('rw', [app.relations, app.apiQueue, app.state], async () => {
      if (!still() || !(await app.state.get('session'))) return;
      await storeRelations(app, relative.value.relations);
      const counts = await app.state.get('counts');
      const kept = counts?.key === 'counts' ? counts : {};
      await app.state.put({ ...kept, key: 'counts', ...relative.value.counts });
    });
    await Promise.all([lists.refresh('requests', false), lists.refresh('friends', false)]);
  }

  return {
    watch,
    signedIn(): void {
      void refreshAccount(app, api);
      void meeting.greet('login');
    },
    met: (uid: number): void => void meeting.met(uid).catch(() => {}),
    commands: {
      ...createPeopleCommands({
        app,
        queue,
        session,
        lists,
        cards,
        now,
        onProfile: (uid) => void meeting.greet('profile', uid),
        showPeople: (tab, uids) => tabs.show(tab, uids),
      }),
      ...uploader.commands,
    },
    /** Somebody is signed in and may be heard. */
    start: () => uploader.kick(),
    /** Before a sign-out: nothing more is sent or heard for them. */
    leave(): void {
      uploader.cancel();
      ask = undefined;
      watch.leave();
    },
    /** Another core goes on from here. */
    stepDown: () => uploader.stop(),
    /** A stream is up. */
    over(live: { readonly ask: Ask }): void {
      ask = live.ask;
      for (const tell of heardOfStream) tell();
      heardOfStream = [];
      still = epoch.hold();
      void session().then((own) => {
        gate = own?.services.gate ?? '';
        watch.over(live.ask);
      });
    },
    /** Takes a push of the gate; true when it was one. */
    take(stanza: Element): boolean {
      if (watch.take(stanza)) return true;
      const news = readPeopleNews(stanza, gate);
      if (news?.kind === 'relations') void relearn(news.uids);
      if (news?.kind === 'profile') for (const uid of news.uids) void cards.refresh(uid);
      return news !== undefined;
    },
    /** What was hoped for is taken back, and said: it may have been shown for days. */
    async disappointed(row: ApiQueueRow, error: AppError): Promise<void> {
      const { targetUid } = row.data as { targetUid?: number };
      const told = await app.transaction('rw', app.state, async () => {
        if (row.endpoint === 'logout' || (await readSession(app))?.uid !== row.uid) return false;
        await app.state.put({ key: 'undone', id: row.operationId, at: Date.now(), error });
        return true;
      });
      // Of somebody who has left: there is nothing here to take back.
      if (!told) return;
      if (row.endpoint === 'updateProfile') await refreshAccount(app, api);
      else if (RELATION_ENDPOINTS.has(row.endpoint) && targetUid !== undefined) await relearn([targetUid]);
    },
    /** The same card goes the way of XEP-0054 too, for whoever reads it there. */
    async taken(row: ApiQueueRow): Promise<void> {
      if (row.endpoint !== 'updateProfile') return;
      const { settings: _ours, ...change } = row.data as ProfileChange & { readonly settings?: unknown };
      // What was changed and no more: the rest may be newer on another device.
      if (Object.keys(change).length > 0 && (await session())?.uid === row.uid)
        await askNow(xml('iq', { type: 'set' }, writeVCard(change)));
    },
  };
}
