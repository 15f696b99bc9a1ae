import { randomUUID } from 'node:crypto';
import xml, { type Element } from '@xmpp/xml';
import { languageOf, type TextLanguage } from '../../../contract/chat/language.ts';
import { type Envelope, writeMark, writeMessage } from '../../../contract/chat/message.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { DEMO_HOST_READS_AFTER_MS, DEMO_HOST_TYPES_MS, DEMO_HOST_TYPES_PER_CHAR_MS } from '../rules.ts';
import { between, type Chance } from './chance.ts';
import type { Line } from './line.ts';
import { type Scene, sayOf, topicOf, wordsOf } from './words.ts';

const CHAT_STATES = 'http://jabber.org/protocol/chatstates';
const PEOPLE_REMEMBERED = 500;

export type Chat = {
  /** Handles a message with this text. */
  said(uid: number, envelope: Envelope, text: string): void;
  excuse(uid: number, mood: 'busy' | 'declines'): void;
  greet(uid: number, scene: Scene): void;
  end(): void;
};
type ChatOptions = {
  readonly line: Pick<Line, 'send'>;
  readonly uid: number;
  readonly domain: string;
  readonly chance: Chance;
  /** Language of a person's profile; '' where it has none. */
  profileLanguage(uid: number): Promise<string>;
};

/** Conversation of the host: its language, the last text, and the text about to be sent. */
type Person = { lang: TextLanguage | undefined; last: string; pending: NodeJS.Timeout | undefined };

/** Conversations of one host: reads after a moment, types for a while, answers in the writer's language. */
export function converse({ line, uid: own, domain, chance, profileLanguage }: ChatOptions): Chat {
  const people = new Map<number, Person>();

  function personOf(uid: number): Person {
    const person = people.get(uid) ?? { lang: undefined, last: '', pending: undefined };
    // The conversation used last is the newest; the oldest is removed.
    people.delete(uid);
    people.set(uid, person);
    const [oldest] = people.keys();
    if (people.size > PEOPLE_REMEMBERED && oldest !== undefined) {
      clearTimeout(people.get(oldest)?.pending);
      people.delete(oldest);
    }
    return person;
  }

  const send = (stanza: Element) => line.send(stanza);
  const state = (to: string, name: 'composing' | 'paused') =>
    send(xml('message', { type: 'chat', to, id: randomUUID() }, xml(name, { xmlns: CHAT_STATES })));

  /** Only the latest answer is sent: three lines get one answer. */
  function after(person: Person, ms: number, act: () => void): void {
    clearTimeout(person.pending);
    person.pending = setTimeout(act, ms);
  }

  function type(uid: number, person: Person, text: string): void {
    const to = jidOfUid(uid, domain);
    state(to, 'composing');
    after(person, between(chance, DEMO_HOST_TYPES_MS) + text.length * DEMO_HOST_TYPES_PER_CHAR_MS, () => {
      person.last = text;
      send(
        writeMessage({
          ...{
            id: randomUUID(),
            to,
            thread: `${Math.min(own, uid)}-${Math.max(own, uid)}`,
            os: 'web',
            pkgName: 'demo',
          },
          ...{ nick: '', textAction: 'reply', payload: { kind: 'text', body: text } },
        }),
      );
    });
  }

  async function languageFor(uid: number, person: Person, text: string): Promise<TextLanguage> {
    const profile = person.lang ?? (await profileLanguage(uid).catch(() => ''));
    person.lang = languageOf(text, profile);
    return person.lang;
  }

  return {
    said(uid, { id }, text) {
      const person = personOf(uid);
      send(writeMark({ kind: 'received', id }, jidOfUid(uid, domain), randomUUID()));
      after(person, between(chance, DEMO_HOST_READS_AFTER_MS), async () => {
        send(writeMark({ kind: 'displayed', id }, jidOfUid(uid, domain), randomUUID()));
        const words = wordsOf(await languageFor(uid, person, text));
        type(uid, person, sayOf(words[topicOf(text, words)], person.last, chance));
      });
    },
    async excuse(uid, mood) {
      const person = personOf(uid);
      type(uid, person, sayOf(wordsOf(await languageFor(uid, person, ''))[mood], person.last, chance));
    },
    async greet(uid, scene) {
      const person = personOf(uid);
      type(uid, person, sayOf(wordsOf(await languageFor(uid, person, '')).greet[scene], person.last, chance));
    },
    end() {
      for (const { pending } of people.values()) clearTimeout(pending);
    },
  };
}
