import { randomUUID } from 'node:crypto';
import xml, { type Element } from '@xmpp/xml';
import { LRUCache } from 'lru-cache';
import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '../../contract/api/rules.ts';
import { QUICK_REACTIONS } from '../../contract/chat/kind-rules.ts';
import { languageOf } from '../../contract/chat/language.ts';
import { type Envelope, writeMark, writeMessage } from '../../contract/chat/message.ts';
import { type Payload, writeSent } from '../../contract/chat/payload.ts';
import type { TextLanguage } from '../../contract/chat/text-languages.ts';
import { jidOfUid } from '../../contract/jid.ts';
import {
  DEMO_HOST_REACTS_EVERY,
  DEMO_HOST_READS_AFTER_MS,
  DEMO_HOST_TYPES_MS,
  DEMO_HOST_TYPES_PER_CHAR_MS,
} from '../accounts/rules.ts';
import { afterAct, type ConversationProgress, NO_PROGRESS } from './acts.ts';
import { between, oneOf } from './chance.ts';
import type { HostConnection } from './line.ts';
import { pickPhrase, type Scene, type Words, wordsOf } from './phrases.ts';
import type { ReceivedMessage } from './received-message.ts';
import { type Reply, type ReplyPorts, replyTo, thanksIn } from './reply.ts';

const CHAT_STATES = 'http://jabber.org/protocol/chatstates';
const PEOPLE_REMEMBERED = 500;

/** Conversations of one simulated host with all users. */
export type Chat = {
  /** Answers a message of a user: marks it as received, later as read, reacts now and then, and replies. */
  said(uid: number, envelope: Pick<Envelope, 'id'>, heard: ReceivedMessage): void;
  /** Thanks for a gift. */
  given(uid: number): void;
  /** Sends the reason why a call was refused. */
  excuse(uid: number, mood: 'busy' | 'declines'): void;
  /** Writes first, because of the user's last action. */
  greet(uid: number, scene: Scene): void;
  /** Drops all pending answers. */
  end(): void;
};
/** Dependencies of a host's conversations. */
export type ChatOptions = ReplyPorts & {
  readonly line: Pick<HostConnection, 'send'>;
  readonly uid: number;
  readonly domain: string;
  /** Speed relative to a person; default 1. */
  readonly tempo?: number;
  /** Language of a user's profile; '' if it has none. */
  profileLanguage(uid: number): Promise<string>;
};

/** State of the conversation with one user. */
type Person = {
  lang: TextLanguage | undefined;
  /** The last text of the host. */
  last: string;
  turns: ConversationProgress;
  /** Sent a gift that was not thanked for yet. */
  gave: boolean;
  /** Number of the latest message to answer; older ones are dropped. */
  latest: number;
  /** Timer of the reading or typing delay. */
  pending: NodeJS.Timeout | undefined;
};

/**
 * Runs a host's conversations: reads a message after a delay, types for a while, and answers in the language of the message, else of the
 * user's profile.
 */
export function converse(options: ChatOptions): Chat {
  const { line, uid: own, domain, chance, profileLanguage, now, tempo = 1 } = options;
  const people = new LRUCache<number, Person>({
    max: PEOPLE_REMEMBERED,
    dispose: ({ pending }) => clearTimeout(pending),
  });
  let ended = false;

  function personOf(uid: number): Person {
    const known = people.get(uid);
    if (known) return known;
    const fresh: Person = { lang: undefined, last: '', turns: NO_PROGRESS, gave: false, latest: 0, pending: undefined };
    people.set(uid, fresh);
    return fresh;
  }

  const send = (stanza: Element) => line.send(stanza);
  const compose = (to: string) =>
    send(xml('message', { type: 'chat', to, id: randomUUID() }, xml('composing', { xmlns: CHAT_STATES })));

  function write(to: number, payload: Payload, identify: string): void {
    const [first, second] = own < to ? [own, to] : [to, own];
    const fixed = { thread: `${first}-${second}`, os: 'web', pkgName: 'demo', nick: '', textAction: 'reply' } as const;
    send(
      writeMessage({ ...fixed, id: nanoid(REQUEST_ID_LENGTH), to: jidOfUid(to, domain), payload, identify }, writeSent),
    );
  }

  const react = (uid: number, of: string) =>
    write(uid, { kind: 'reaction', of, emoji: [oneOf(chance, QUICK_REACTIONS)] }, '');

  /**
   * Answers after a delay. Messages that arrive meanwhile replace this one, so that several in a row get one answer. `make` may be slow:
   * its result is dropped if a newer message needs an answer by then.
   */
  function answer(uid: number, waitMs: number, make: (person: Person) => Promise<Reply>, identify = ''): void {
    const person = personOf(uid);
    person.latest += 1;
    const turn = person.latest;
    const isLatest = () => !ended && turn === person.latest;
    const after = (ms: number, act: () => void) => {
      clearTimeout(person.pending);
      person.pending = setTimeout(act, ms / tempo);
    };
    after(waitMs, async () => {
      const reply = await make(person).catch(() => undefined);
      if (!reply || !isLatest()) return;
      compose(jidOfUid(uid, domain));
      const chars = reply.payloads.reduce((sum, payload) => sum + bodyOf(payload).length, 0);
      after(between(chance, DEMO_HOST_TYPES_MS) + chars * DEMO_HOST_TYPES_PER_CHAR_MS, () => {
        for (const payload of reply.payloads) write(uid, payload, identify);
        if (reply.isThanks) person.gave = false;
        person.last = bodyOf(reply.payloads[0]) || person.last;
        person.turns = reply.act === undefined ? reply.turns : afterAct(reply.turns, reply.act, now());
      });
    });
  }

  async function languageFor(uid: number, person: Person, text: string): Promise<TextLanguage> {
    const profile = person.lang ?? (await profileLanguage(uid).catch(() => ''));
    person.lang = languageOf(text, profile);
    return person.lang;
  }

  /** Thanks for a gift; this takes precedence over an answer to a message. */
  async function thank(uid: number, person: Person): Promise<Reply> {
    const payloads = thanksIn(await languageFor(uid, person, ''), person.last, chance);
    return { payloads, turns: person.turns, isThanks: true };
  }

  const speak = (uid: number, list: (words: Words) => readonly [string, ...string[]], identify?: string) =>
    answer(
      uid,
      0,
      async (person) => {
        const said = pickPhrase(list(wordsOf(await languageFor(uid, person, ''))), person.last, chance);
        return { payloads: [{ kind: 'text', body: said }], turns: person.turns };
      },
      identify,
    );

  return {
    said(uid, { id }, heard) {
      const to = jidOfUid(uid, domain);
      send(writeMark({ kind: 'received', id }, to, randomUUID()));
      answer(uid, between(chance, DEMO_HOST_READS_AFTER_MS), async (person) => {
        send(writeMark({ kind: 'displayed', id }, to, randomUUID()));
        if (person.latest % DEMO_HOST_REACTS_EVERY === DEMO_HOST_REACTS_EVERY - 1) react(uid, id);
        if (person.gave) return thank(uid, person);
        const lang = await languageFor(uid, person, heard.kind === 'text' ? heard.text : '');
        return replyTo({ uid, lang, heard, turns: person.turns, last: person.last }, options);
      });
    },
    given(uid) {
      personOf(uid).gave = true;
      answer(uid, between(chance, DEMO_HOST_READS_AFTER_MS), (person) => thank(uid, person));
    },
    excuse: (uid, mood) => speak(uid, (words) => words[mood]),
    greet: (uid, scene) => speak(uid, (words) => words.greet[scene], `auto.${scene.replace('_', '')}`),
    end() {
      ended = true;
      for (const { pending } of people.values()) clearTimeout(pending);
    },
  };
}

const bodyOf = (payload: Payload | undefined) => (payload && 'body' in payload ? payload.body : '');
