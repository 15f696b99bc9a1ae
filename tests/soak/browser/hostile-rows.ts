import type { Payload } from '../../../contract/chat/payload.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';

/** Keys of payloads whose words come from people, and of those that are addresses. */
const WORDS = new Set(['body', 'title', 'name', 'by', 'text', 'reason', 'rejectType', 'options', 'args', 'gems']);
const ADDRESSES = new Set(['url', 'thumb', 'thumbUrl', 'iconUrl', 'picture', 'cover', 'blur', 'route']);

/** The same payload with `text` for every string at one of these keys, and in everything below it. */
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
export const lastWords = (index: number): string => `the end of ${index}`;

/**
 * Rows of a conversation of which everything is one hostile string: the peer's name, the last words, the draft, and messages of
 * each kind with it as caption, title, quote, translation and address. They stand as if the core had stored them.
 */
export function hostileRows(text: string, index: number, ownUid: number) {
  const uid = uidOfString(index);
  const tid = `u_${uid}`;
  const jid = `${tid}@localhost`;
  const date = Date.now() - 3_600_000 * (index + 2);
  const quoted = `quoted-${index}`;
  const shared = {
    ...{ tid, from: jid, to: `u_${ownUid}@localhost`, nickName: text, os: text, pkgName: text, read: true },
    ...{ sensitiveInfo: 0, state: 'success', refusal: text, reached: 'none', version: 1, raw: '', textAction: '' },
  };
  const payloads = [...variants(text), { kind: 'text', body: text }, { kind: 'text', body: lastWords(index) }];
  const messages = payloads.map((payload, at) => ({
    ...shared,
    ...{ mid: `${tid}/${at === 0 ? quoted : `row-${index}-${at}`}`, date: date + at, type: 0, payload, out: false },
    ...(at > 0 && { replyTo: quoted }),
    ...(at % 2 === 1 && { translate: { lang: 'en', text, by: 'service' } }),
  }));
  const thread = {
    ...{ id: uid, tid, mainJid: '', linkedJid: jid, linkedUser: { jid, uid, nickName: text }, unread: 0 },
    ...{ lastDate: date + payloads.length, lastFacts: { kind: 'text', body: text }, lastMid: '', lastOut: false },
    ...{ lastState: 'success', lastIncoming: date, dividerMid: '' },
  };
  return { messages, thread, draft: { tid, text } };
}
