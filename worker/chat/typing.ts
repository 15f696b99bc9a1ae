import xml, { type Element } from '@xmpp/xml';
import { OFFICIAL_UID } from '#contract/account/rules.ts';
import { MESSAGE_NS } from '#contract/chat/message.ts';
import { TYPING_LASTS_MS, TYPING_REPEATED_MS } from '#contract/chat/rules.ts';
import { uidOfLocal } from '#contract/ids.ts';
import { bareJid, jidOfUid, uidOfDomainJid } from '#contract/jid.ts';
import type { NoticeDb } from '../db/schema.ts';

const STATES_NS = 'http://jabber.org/protocol/chatstates';
const STATES = ['active', 'composing', 'paused', 'inactive', 'gone'] as const;
type Writing = 'composing' | 'paused';
/** Maximum number of peers whose typing state is tracked at the same time. */
const WRITERS_MAX = 100;

/** The stream that typing notifications use while it is up. */
type TypingStream = {
  readonly domain: string;
  readonly self: number;
  readonly send: (stanza: Element) => void;
  /** Returns whether the account of this stream is still signed in. */
  readonly isCurrent: () => boolean;
};

/** Typing notifications (XEP-0085) in both directions. */
export type Typing = {
  /** Called when the user of a tab starts or stops typing. */
  tell(tabId: string, tid: string, state: Writing): void;
  onTabGone(tabId: string): void;
  open(line: TypingStream): void;
  close(): void;
  /** Returns whether the stanza was a pure typing notification, which is then handled. */
  take(stanza: Element): boolean;
  /** Called when a message of the peer arrived: the peer has stopped typing. */
  onMessage(uid: number): void;
};

/**
 * Sends and receives typing notifications (XEP-0085). They are volatile: none is retried, and a new stream clears all
 * received ones.
 */
export function createTyping({ notice, now }: { readonly notice: NoticeDb; readonly now: () => number }): Typing {
  let line: TypingStream | undefined;
  /** The conversation in which each tab's user is typing. */
  const writing = new Map<string, string>();
  /** When `composing` was last sent to each conversation, ms. */
  const lastSentAt = new Map<string, number>();
  /** Peers who are typing, with the time at which that expires, ms. */
  const heard = new Map<number, number>();

  function send(tid: string, state: Writing): void {
    const uid = uidOfLocal(tid);
    if (!line || uid === undefined || uid === OFFICIAL_UID) return;
    const to = jidOfUid(uid, line.domain);
    line.send(xml('message', { type: 'chat', to }, xml(state, { xmlns: STATES_NS })));
  }

  function stop(tabId: string): void {
    const tid = writing.get(tabId);
    writing.delete(tabId);
    if (tid === undefined || [...writing.values()].includes(tid) || !lastSentAt.delete(tid)) return;
    send(tid, 'paused');
  }

  async function store(change: () => Promise<unknown>, isCurrent: () => boolean): Promise<void> {
    await notice.transaction('rw', notice.typing, async () => {
      if (isCurrent()) await change();
    });
  }
  /** Failures are ignored: a lost typing notification does no harm. */
  const write = (change: () => Promise<unknown>) =>
    void store(change, line?.isCurrent ?? (() => false)).catch(() => {});

  /** Forgets expired peers and the oldest ones above the maximum; returns their uids. */
  function forgetOld(): readonly number[] {
    const gone = [...heard].flatMap(([uid, until], at) =>
      until <= now() || at < heard.size - WRITERS_MAX ? [uid] : [],
    );
    for (const uid of gone) heard.delete(uid);
    return gone;
  }

  function forget(uid: number): void {
    if (heard.delete(uid)) write(() => notice.typing.delete(uid));
  }

  function hear(uid: number, state: (typeof STATES)[number]): void {
    if (state !== 'composing') {
      forget(uid);
      return;
    }
    // At most one write per half period: the peer repeats `composing` before it expires.
    if ((heard.get(uid) ?? 0) - now() > TYPING_LASTS_MS / 2) return;
    const until = now() + TYPING_LASTS_MS;
    heard.delete(uid);
    heard.set(uid, until);
    const gone = forgetOld();
    write(() => Promise.all([notice.typing.bulkDelete([...gone]), notice.typing.put({ id: uid, until })]));
  }

  return {
    tell(tabId, tid, state) {
      if (writing.get(tabId) !== tid || state === 'paused') stop(tabId);
      if (state === 'paused') return;
      writing.set(tabId, tid);
      const last = lastSentAt.get(tid);
      if (!line || (last !== undefined && now() - last < TYPING_REPEATED_MS / 2)) return;
      lastSentAt.set(tid, now());
      send(tid, 'composing');
    },
    onTabGone: stop,
    open(next) {
      line = next;
      lastSentAt.clear();
      heard.clear();
      // Typing states of an earlier stream are outdated.
      write(() => notice.typing.clear());
    },
    close() {
      line = undefined;
      lastSentAt.clear();
    },
    take(stanza) {
      if (!line || !stanza.is('message') || stanza.attrs['type'] !== 'chat') return false;
      const state = STATES.find((name) => stanza.getChild(name, STATES_NS));
      if (!state || stanza.getChild('body') || stanza.getChild('x', MESSAGE_NS)) return false;
      const uid = uidOfDomainJid(bareJid(stanza.attrs['from'] ?? ''), line.domain);
      if (uid !== undefined && uid !== line.self) hear(uid, state);
      return true;
    },
    onMessage: forget,
  };
}
