import { OFFICIAL_UID } from '#contract/account/rules.ts';
import type { chatCommands } from '#contract/chat/commands.ts';
import { isForwardable } from '#contract/chat/forward.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { DRAFT_MAX_CHARS, LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { localOfMid, localOfUid, midOf, stanzaIdOfMid, tidOfUid } from '#contract/ids.ts';
import { jidOfUid } from '#contract/jid.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { ServerClock } from '../base/clock.ts';
import type { Epoch } from '../base/epoch.ts';
import type { Tabs } from '../base/tabs.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import { applyAnswers } from '../db/writes/answers.ts';
import {
  addOutboxRow,
  type Client,
  moveToEnd,
  outgoingRow,
  type StoredOutboxRow,
  writeOutgoing,
} from '../db/writes/outgoing.ts';
import { findThread, withLastMessage } from '../db/writes/thread.ts';
import { recomputedThread } from './clear.ts';
import { stepDelivery } from './delivery.ts';
import { openAsRead } from './open-as-read.ts';
import { payloadOf } from './sent.ts';
import { forgetDraft, markDraft } from './sent-drafts.ts';

/** The dependencies of the conversation commands. */
export type ChatPorts = {
  readonly chat: ChatDb;
  readonly app: AppDb;
  readonly epoch: Epoch;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly clock: ServerClock;
  readonly tabs: Tabs;
  readonly client: Client;
  readonly newId: () => string;
  /** Takes rows that are already stored in the outbox and sends them. */
  readonly handOver: (stored: readonly StoredOutboxRow[]) => void;
};

type ChatCommands = Omit<
  CommandsOf<typeof chatCommands>,
  'clearMessages' | 'setTyping' | 'takeShare' | 'dropShare' | 'retractMessage' | 'editMessage' | 'reactToMessage'
>;
/** Error handler: a draft that could not be marked or deleted must not make the send command fail. */
const ignoreFailure = () => undefined;

type To = { readonly tid: string; readonly stanzaId: string; readonly replyTo?: string };

/** Creates the commands of conversations. Each resolves when its change is committed (law 3). */
export function createChatCommands(ports: ChatPorts): ChatCommands {
  const { chat, app } = ports;
  const threadOf = (tid: string) => chat.threads.where('tid').equals(tid).first();

  /** Writes the message and its outbox row in one transaction. `payloadAt` makes the payload for the server time `now`, ms. */
  async function post(
    { tid, stanzaId, replyTo = '' }: To,
    payloadAt: (now: number) => Promise<Result<Payload>>,
    beforeStored: (mid: string) => Promise<unknown> = async () => undefined,
  ): Promise<Result<{ readonly mid: string }>> {
    const isCurrent = ports.epoch.guard();
    const session = await ports.session();
    if (!session) return fail(needLogin);
    const now = ports.clock.now();
    const payload = await payloadAt(now);
    if (!payload.ok) return payload;
    if (tid === LOCAL_OFFICIAL_TID) return fail({ code: 'forbidden' });
    const mid = midOf(localOfUid(session.uid), stanzaId);
    await beforeStored(mid);
    const stored = await writeOutgoing(chat, { tid, mid, stanzaId }, isCurrent, (thread) => ({
      ...outgoingRow(session, ports.client, thread, mid, now, payload.value),
      ...(replyTo !== '' && { replyTo }),
    }));
    if (!stored) return fail({ code: 'not-found' });
    ports.handOver(stored);
    return ok({ mid });
  }

  const send: ChatCommands['send'] = async (tid, draft, stanzaId, replyTo) => {
    const posted = await post(
      { tid, stanzaId, replyTo },
      async (now) => {
        const gift = draft.kind === 'ask_gift' ? await app.gifts.get(draft.gift) : undefined;
        return payloadOf(draft, now, gift && { id: gift.id, price: gift.gemsPrice });
      },
      async (mid) =>
        draft.kind === 'text' && markDraft(app, { tid, mid, body: draft.body, replyTo }).catch(ignoreFailure),
    );
    // Not awaited: the page empties the input field itself.
    if (posted.ok && draft.kind === 'text') void forgetDraft(app, tid, posted.value.mid).catch(ignoreFailure);
    return posted;
  };

  return {
    async openThread(uid, nickName) {
      const isCurrent = ports.epoch.guard();
      const session = await ports.session();
      if (!session) return fail(needLogin);
      if (uid === session.uid) return fail({ code: 'forbidden' });
      const { domain, official } = session.services;
      const bare = uid === OFFICIAL_UID ? official : jidOfUid(uid, domain);
      const peer = { uid, local: tidOfUid(uid), bare, nickName: cleanNick(nickName) };
      await chat.transaction('rw', [chat.threads, chat.users], async () => {
        if (!isCurrent()) return;
        const thread = await findThread(chat, peer, session.jid);
        if (thread.lastDate === 0) thread.lastDate = ports.clock.now();
        await chat.threads.put(thread);
        await chat.users.put({ uid, jid: bare, nickName: thread.linkedUser.nickName, avatarUrl: '' });
      });
      return ok({ tid: peer.local });
    },

    async watchThread(tabId, tid) {
      ports.tabs.setConversation(tabId, tid);
      if (tid !== null) ports.handOver(await openAsRead(ports, tid));
      return ok(null);
    },

    send,

    sendText: (tid, body, stanzaId) => send(tid, { kind: 'text', body }, stanzaId, ''),

    forward: (mid, tid, stanzaId) =>
      post({ tid, stanzaId }, async () => {
        const row = await chat.messages.where('mid').equals(mid).first();
        const payload = row?.out && row.state === 'success' ? row.payload : undefined;
        if (!payload) return fail({ code: 'not-found' });
        return isForwardable(payload) ? ok(payload) : fail({ code: 'forbidden' });
      }),

    async retryMessage(mid) {
      const stored = await chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
        const row = await chat.messages.where('mid').equals(mid).first();
        const thread = row && (await threadOf(row.tid));
        if (!row || !thread || !row.out || row.state !== 'error') return undefined;
        const next = { ...row, state: stepDelivery(row.state, 'retried'), refusal: '' };
        await moveToEnd(chat, next);
        await chat.threads.put(await withLastMessage(chat, thread));
        await applyAnswers(chat, [next], localOfMid(mid));
        const stanzaId = stanzaIdOfMid(mid);
        const out = { kind: 'message', about: mid, tid: row.tid, stanzaId, to: thread.linkedJid } as const;
        return { row: await addOutboxRow(chat, out), message: next };
      });
      if (!stored) return fail({ code: 'not-found' });
      ports.handOver([stored]);
      return ok(null);
    },

    async discardMessage(mid) {
      const removed = await chat.transaction('rw', [chat.messages, chat.threads], async () => {
        const row = await chat.messages.where('mid').equals(mid).first();
        if (row?.id === undefined || row.state !== 'error') return false;
        await chat.messages.delete(row.id);
        const thread = await threadOf(row.tid);
        if (thread) await chat.threads.put(await withLastMessage(chat, thread));
        return true;
      });
      return removed ? ok(null) : fail({ code: 'not-found' });
    },

    async hideMessage(mid) {
      return chat.transaction('rw', [chat.messages, chat.threads, chat.outbox, chat.hidden], async () => {
        const row = await chat.messages.where('mid').equals(mid).first();
        if (row?.id === undefined) return fail({ code: 'not-found' } as const);
        // The message is still in the outbox: without its row it would never be sent.
        if ((await chat.outbox.where('about').equals(mid).count()) > 0) return fail({ code: 'conflict' } as const);
        await chat.messages.delete(row.id);
        await chat.hidden.put({ mid });
        const thread = await threadOf(row.tid);
        if (thread) await chat.threads.put(await recomputedThread(chat, thread));
        return ok(null);
      });
    },

    async saveDraft(tid, text, replyTo, said) {
      if (Math.max(text.length, said?.text.length ?? 0) > DRAFT_MAX_CHARS)
        return fail({ code: 'message-too-long', maxChars: DRAFT_MAX_CHARS });
      return app.transaction('rw', [app.drafts, app.state], async () => {
        // A page saves the draft when it closes, possibly because of a sign-out: without a session nothing is stored.
        if (!(await ports.session())) return fail({ code: 'need-login' } as const);
        const draftRow = { tid, text, ...(replyTo !== '' && { replyTo }), ...(said && text !== '' && { said }) };
        if (text === '' && replyTo === '') await app.drafts.delete(tid);
        else await app.drafts.put(draftRow);
        return ok(null);
      });
    },
  };
}
