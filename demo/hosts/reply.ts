import type { Payload } from '../../contract/chat/payload.ts';
import { QUESTIONS } from '../../contract/chat/questions.ts';
import type { TextLanguage } from '../../contract/chat/text-languages.ts';
import { DEMO_HOST_LOCK_GEMS } from '../accounts/rules.ts';
import {
  type Act,
  afterNo,
  alreadyAsked,
  type ConversationProgress,
  type CostlyAct,
  isCostly,
  isNoToCosts,
  nextAct,
} from './acts.ts';
import { type Chance, oneOf } from './chance.ts';
import type { GiftBudget } from './gift-budget.ts';
import type { OwnMedia } from './own-media.ts';
import { pickPhrase, topicOf, type Words, wordsOf } from './phrases.ts';
import type { ReceivedMessage } from './received-message.ts';

/**
 * An answer of a host: messages that are sent together, and the progress of the conversation. `act` is its kind; undefined if the answer
 * does not count as a turn.
 */
export type Reply = {
  readonly payloads: readonly Payload[];
  readonly act?: Act;
  readonly turns: ConversationProgress;
  readonly isThanks?: true;
};
/** Dependencies of `replyTo`. */
export type ReplyPorts = {
  readonly chance: Chance;
  readonly media: Pick<OwnMedia, 'urlOf'>;
  /** Whether the user may be asked for gems, and for which gifts (`readGiftBudget`). */
  readGiftBudget(uid: number, act: CostlyAct): Promise<GiftBudget>;
  /** Whether the host would answer a call now. */
  isFree(): boolean;
  now(): number;
};
/** A message to answer, with the context of its conversation. */
export type ReplyRequest = {
  readonly uid: number;
  readonly lang: TextLanguage;
  /** The message to answer. */
  readonly heard: ReceivedMessage;
  /** Progress of the conversation before the answer. */
  readonly turns: ConversationProgress;
  /** The last text of the host, which is not repeated. */
  readonly last: string;
};

const STICKERS = ['gem/hello', 'gem/laughing', 'gem/blush', 'fox/hello', 'fox/wow', 'fox/dance', 'fox/yes'] as const;
const THANKS = ['gem/thank-you', 'gem/love', 'fox/hug', 'fox/kiss'] as const;

const text = (body: string): Payload => ({ kind: 'text', body });
const sticker = (id: string): Payload => ({ kind: 'sticker', id, name: '' });
/** Builds a picture message. Of its file only the media id is sent; the other fields are placeholders, which the edge replaces. */
const picture = (url: string, body: string, price: number): Payload => ({
  kind: 'image',
  items: [{ url, thumb: url, w: 1, h: 1, blur: '' }],
  body,
  payNeed: price > 0,
  payPrice: price,
  lockId: '',
});
const answerTo = (to: string, choice: number): Payload => ({
  kind: 'question_answer',
  body: '',
  options: [],
  to,
  choice,
});
/** Options by which a host answers a question at random: every question has at least these two. */
const CHOICES = [0, 1] as const;

/** The messages by which a host thanks for a gift: a text other than `last`, and a sticker. */
export const thanksIn = (lang: TextLanguage, last: string, chance: Chance): readonly Payload[] => [
  text(pickPhrase(wordsOf(lang).heard.gift, last, chance)),
  sticker(oneOf(chance, THANKS)),
];

/**
 * Composes the answer to a message: a question gets an option, a sticker a sticker, other media a fitting comment, and text the next kind
 * of answer (acts.ts), or only words if it is a refusal to pay, a goodbye or the question who the host is.
 */
export async function replyTo(request: ReplyRequest, ports: ReplyPorts): Promise<Reply> {
  const { heard, turns, last } = request;
  const { chance } = ports;
  const words = wordsOf(request.lang);
  const say = (list: readonly [string, ...string[]]) => text(pickPhrase(list, last, chance));
  if (heard.kind === 'question') return { payloads: [answerTo(heard.id, oneOf(chance, CHOICES))], turns };
  if (heard.kind === 'sticker') return { payloads: [sticker(oneOf(chance, STICKERS))], turns };
  if (heard.kind !== 'text') return { payloads: [say(words.heard[heard.kind])], turns };
  const topic = topicOf(heard.text, words);
  if (topic === 'no' && isNoToCosts(turns))
    return { payloads: [say(words.heard.no)], turns: afterNo(turns, ports.now()) };
  const spoken = say(words[topic === 'no' ? 'talk' : topic]);
  // A question who the host is, and a goodbye, are answered by text only.
  if (topic === 'who' || topic === 'bye') return { payloads: [spoken], turns };
  const next = await chosen(request, ports);
  const made = await perform(next, { ...request, words, spoken, isAsked: topic === 'question' }, ports).catch(
    () => undefined,
  );
  return made
    ? { payloads: made, act: next.act, turns: next.turns }
    : { payloads: [spoken], act: 'words', turns: next.turns };
}

type Chosen = { readonly act: Act; readonly turns: ConversationProgress; readonly gifts: readonly string[] };

/** The next act; `words` in place of a costly one that the server does not allow or could not check, or that is impossible now. */
async function chosen(
  { uid, turns }: ReplyRequest,
  { chance, readGiftBudget, isFree, now }: ReplyPorts,
): Promise<Chosen> {
  const act = nextAct(turns, now(), chance);
  const instead = { act: 'words', turns, gifts: [] } as const;
  if (!isCostly(act)) return { ...instead, act };
  const budget = await readGiftBudget(uid, act).catch(() => undefined);
  // Nothing was asked: unlike a refusal, a failed query does not forbid the next request.
  if (budget === undefined) return instead;
  const { mayAsk, gifts } = budget;
  if (!mayAsk) return { ...instead, turns: alreadyAsked(turns, act, now()) };
  const isPossible = act === 'wish' ? gifts.length > 0 : act === 'locked' || isFree();
  return isPossible ? { act, turns, gifts } : instead;
}

type Performed = ReplyRequest & { readonly words: Words; readonly spoken: Payload; readonly isAsked: boolean };

/** Builds the messages of an act; undefined if it is impossible. Voice and costly acts state that this is a demo. */
async function perform(
  { act, gifts }: Chosen,
  { words, last, spoken, isAsked }: Performed,
  { chance, media }: ReplyPorts,
): Promise<readonly Payload[] | undefined> {
  const line = (list: readonly [string, ...string[]]) => pickPhrase(list, last, chance);
  // A question is also answered by text. `voice` and `invite` have a text of their own instead.
  const first = isAsked ? [spoken] : [];
  switch (act) {
    case 'words':
      return [spoken];
    case 'sticker':
      return [...first, sticker(oneOf(chance, STICKERS))];
    case 'voice': {
      const url = await media.urlOf('voice');
      return [text(line(words.sends.voice)), { kind: 'audio', url, ms: 1, wave: '0'.repeat(48), played: false }];
    }
    case 'question':
      return [...first, { kind: 'question_answer', q: 1 + Math.floor(chance() * QUESTIONS), body: '', options: [] }];
    case 'picture':
      return [...first, picture(await media.urlOf('album'), line(words.sends.picture), 0)];
    case 'locked':
      return [...first, picture(await media.urlOf('message'), line(words.sends.locked), DEMO_HOST_LOCK_GEMS)];
    case 'wish': {
      const [gift, ...others] = gifts;
      if (gift === undefined) return undefined;
      const giftId = oneOf(chance, [gift, ...others]);
      return [...first, { kind: 'ask_gift', giftId, giftPrice: 1, body: line(words.sends.wish), isSend: false }];
    }
    case 'invite':
      return [text(line(words.sends.invite)), { kind: 'invite_video', until: 0 }];
  }
}
