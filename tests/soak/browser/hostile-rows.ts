import type { Payload } from '../../../contract/chat/payload.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';

/** Keys of payload fields with text from users, and of fields with addresses. */
const WORDS = new Set(['body', 'title', 'name', 'by', 'text', 'reason', 'rejectType', 'options', 'args', 'gems']);
const ADDRESSES = new Set(['url', 'thumb', 'thumbUrl', 'iconUrl', 'picture', 'cover', 'blur', 'route']);

/** A copy of the payload with `text` in place of every string at one of these keys or below it. */
function replaced(value: unknown, keys: ReadonlySet<string>, text: string, inside = false): unknown {
  if (typeof value === 'string') return inside ? text : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, keys, text, inside));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaced(item, keys, text, inside || keys.has(key))]),
  );
}

const SAMPLES: readonly Payload[] = Object.values(PAYLOADS).flat();
const variants = (text: string): readonly unknown[] =>
  [WORDS, ADDRESSES].flatMap((keys) => {
    const before = SAMPLES.map((sample) => JSON.stringify(sample));
    return SAMPLES.map((sample) => replaced(sample, keys, text)).filter(
      (sample, at) => JSON.stringify(sample) !== before[at],
    );
  });

const FIRST_UID = 50_000;
export const uidOfString = (index: number): number => FIRST_UID + index;
export const lastWords = (index: number): string => `the end of ${index}.`;
/** The stanza id of the last message, as it appears in a push. */
export const lastId = (index: number): string => `row-${index}-last`;

/**
 * Rows of a conversation in which every text is one hostile string: the peer's name, the last message, the draft, and messages of each kind
 * with it as caption, title, quote, translation and address. They are written as if the core had stored them.
 */
export function hostileRows(text: string, index: number, ownUid: number) {
  const uid = uidOfString(index);
  const tid = `u_${uid}`;
  const jid = `${tid}@localhost`;
  const date = Date.now() - HOUR_MS * (index + 2);
  const quoted = `quoted-${index}`;
  const shared = {
    tid,
    from: jid,
    to: `u_${ownUid}@localhost`,
    nickName: text,
    os: text,
    pkgName: text,
    read: true,
    sensitiveInfo: 0,
    state: 'success',
    refusal: text,
    reached: 'none',
    version: 1,
    raw: '',
    textAction: '',
  };
  const payloads = [...variants(text), { kind: 'text', body: text }, { kind: 'text', body: lastWords(index) }];
  const idOf = (at: number) => (at === 0 ? quoted : at === payloads.length - 1 ? lastId(index) : `row-${index}-${at}`);
  const messages = payloads.map((payload, at) => ({
    ...shared,
    mid: `${tid}/${idOf(at)}`,
    date: date + at,
    stamp: date + at,
    archiveId: 0,
    type: 0,
    payload,
    out: false,
    ...(at > 0 && { replyTo: quoted }),
    ...(at % 2 === 1 && { translate: { lang: 'en', text, by: 'service' } }),
  }));
  const thread = {
    id: uid,
    tid,
    mainJid: '',
    linkedJid: jid,
    linkedUser: { jid, uid, nickName: text },
    unread: 0,
    lastDate: date + payloads.length,
    lastFacts: { kind: 'text', body: text },
    lastMid: '',
    lastOut: false,
    lastState: 'success',
    lastIncoming: date,
    dividerMid: '',
  };
  return { messages, thread, draft: { tid, text } };
}

/** Stories in which every text is one of these strings: host, pictures, texts and choices. */
export const hostileStories = (texts: readonly string[]) => ({
  key: 'stories',
  fetchedAt: Date.now(),
  stories: texts.map((text, index) => ({
    storyId: `s-${index}`,
    cover: text,
    blur: text,
    seenStep: 0,
    anchor: { uid: uidOfString(index), nickName: text, avatarUrl: text, lang: text, city: text, country: text },
    steps: [
      { step: 1, kind: 'clip', url: text, poster: text, ms: 60_000, words: text, options: [] },
      { step: 2, kind: 'choice', url: text, poster: text, words: text, options: [{ words: text, to: 3 }] },
      { step: 3, kind: 'call', url: text, poster: text, words: text, options: [] },
    ],
  })),
});

/** One notice for each of these strings, as the core stores them. */
export const hostileNotices = (texts: readonly string[]) =>
  texts.map((text, index) => ({
    id: 1_000 + index,
    key: `hostile-${index}`,
    from: `u_${uidOfString(index)}@localhost`,
    type: '2',
    avatarUrl: text,
    read: false,
    content: { template: ['online', 'request', 'accepted'][index % 3], values: { name: text, amount: text } },
    at: Date.now() - index,
  }));
