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
/** Of how many people it is known at once that they write. */
const WRITERS_MAX = 100;

/** Where notices go while the stream is up. */
type Line = {
  readonly domain: string;
  readonly self: number;
  readonly send: (stanza: Element) => void;
  /** Whether the user of this stream is still signed in. */
  readonly still: () => boolean;
};

export type Typing = {
  /** A tab says that its user writes, or has stopped. */
  tell(tabId: string, tid: string, state: Writing): void;
  onTabGone(tabId: string): void;
  open(line: Line): void;
  close(): void;
  /** True when the stanza was a notice that somebody writes, and nothing else. */
  take(stanza: Element): boolean;
  /** A message of theirs has come: what they wrote is there. */
  onMessage(uid: number): void;
};

/** Says who is writing (XEP-0085), to one side and from the other. Notices are for now: none is kept, none is repeated later. */
export function createTyping({ notice, now }: { readonly notice: NoticeDb; readonly now: () => number }): Typing {
  let line: Line | undefined;
  /** In which conversation each tab writes. */
  const writing = new Map<string, string>();
  const told = new Map<string, number>();
  /** Who writes to us, until when. */
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
    if (tid === undefined || [...writing.values()].includes(tid) || !told.delete(tid)) return;
    send(tid, 'paused');
  }

  async function store(change: () => Promise<unknown>, still: () => boolean): Promise<void> {
    await notice.transaction('rw', notice.typing, async () => {
      if (still()) await change();
    });
  }
  /** A lost row is a lost notice: nobody waits for it. */
  const write = (change: () => Promise<unknown>) => void store(change, line?.still ?? (() => false)).catch(() => {});

  /** Forgets who writes no longer without having said so, and the first ones of too many. */
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
    // One write for a while: they say it again before it ends.
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
      const last = told.get(tid);
      if (!line || (last !== undefined && now() - last < TYPING_REPEATED_MS / 2)) return;
      told.set(tid, now());
      send(tid, 'composing');
    },
    onTabGone: stop,
    open(next) {
      line = next;
      told.clear();
      heard.clear();
      // What an earlier stream has told is over.
      write(() => notice.typing.clear());
    },
    close() {
      line = undefined;
      told.clear();
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
