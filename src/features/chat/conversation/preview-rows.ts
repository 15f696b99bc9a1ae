import { LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { MessageRow } from '#db/schema.ts';

type Payload = NonNullable<MessageRow['payload']>;
type Of<K extends Payload['kind']> = Extract<Payload, { readonly kind: K }>;

/** Translated texts of the sample conversation on /preview. */
export type SampleWords = Readonly<
  Record<
    'hello' | 'day' | 'walk' | 'place' | 'later' | 'hidden' | 'wish' | 'ask' | 'one' | 'two' | 'note' | 'team',
    string
  >
>;
/** Media URLs of the sample conversation on /preview. If `voice` is empty, the voice messages cannot be played. */
export type SampleArt = {
  readonly pictures: readonly [string, ...string[]];
  readonly portrait: string;
  readonly clip: string;
  readonly voice: string;
};
/** Parameters of the sample conversation on /preview. `self` and `peer` are uids, `now` Unix ms. */
export type Sample = {
  readonly tid: string;
  readonly self: number;
  readonly peer: number;
  /** Time of the newest message, Unix ms. */
  readonly now: number;
  readonly words: SampleWords;
  readonly art: SampleArt;
};

const STEP_MS = 50_000;
const ALBUM_MAX_ITEMS = 10;
const BLUR =
  'data:image/webp;base64,UklGRkoAAABXRUJQVlA4ID4AAAAQAgCdASoKAA0ABABoJagCdADhhOtx3AAAAP7U0eMj+Sg/HFfvsJcZe52f+aimCtJ9zD0isNtNas93YuAAAA==';
const WAVE = '134689acdb97543578abcdeedcba864346789aba98754322';
const SIZES = [
  { w: 720, h: 960 },
  { w: 960, h: 720 },
  { w: 800, h: 800 },
] as const;
const FREE = { payNeed: false, payPrice: 0, lockId: '' } as const;
const LOCK = 'sample-lock-00000001';

/** Pads a name to 21 characters, the length of a stanza id and of the other ids. */
const idOf = (name: string) => name.padEnd(21, '-');

/**
 * Builds a sample conversation, oldest message first, with every kind of message that is drawn. Most kinds that both sides may send
 * appear from both sides.
 */
export function sampleRows({ tid, self, peer, now, words, art }: Sample): readonly MessageRow[] {
  const own = `u_${self}`;
  const rows: MessageRow[] = [];

  function add(type: number, payload: Payload | undefined, change: Partial<MessageRow> = {}) {
    const out = change.out ?? false;
    rows.push({
      mid: `${out ? own : tid}/${idOf(`sample${rows.length}`)}`,
      tid,
      date: 0,
      stamp: 0,
      archiveId: 0,
      from: out ? own : tid,
      to: out ? tid : own,
      nickName: '',
      os: 'web',
      pkgName: '',
      read: true,
      sensitiveInfo: 0,
      state: 'success',
      refusal: '',
      reached: out ? 'seen' : 'none',
      type,
      version: 1,
      payload,
      raw: '',
      textAction: '',
      out,
      ...change,
    });
  }
  const lastId = () => rows.at(-1)?.mid.split('/')[1] ?? '';
  const mine = { out: true } as const;
  const say = (body: string, change?: Partial<MessageRow>) => add(0, { kind: 'text', body }, change);

  const [picture] = art.pictures;
  const pictureAt = (at: number) => art.pictures[at % art.pictures.length] ?? picture;
  const open = (at: number) => {
    const url = pictureAt(at);
    return { url, thumb: url, ...(SIZES[at % SIZES.length] ?? SIZES[0]), blur: '' };
  };
  const locked = { url: '', thumb: '', ...SIZES[0], blur: BLUR };
  const album = (count: number, body: string): Of<'image'> => ({
    kind: 'image',
    items: Array.from({ length: count }, (_, at) => open(at)),
    body,
    ...FREE,
  });
  const clip = { url: art.clip, thumbUrl: picture, ...SIZES[0], blur: BLUR, body: '' };
  const callOf = (name: string, out: boolean, seconds: number): Of<'call'> => ({
    kind: 'call',
    sid: idOf(name),
    caller: out ? self : peer,
    callee: out ? peer : self,
    startTime: now,
    connectingTime: seconds > 0 ? now : 0,
    endTime: now + seconds * 1_000,
    rejectType: '',
    reason: seconds > 0 ? 'hangUp' : 'timeOut',
  });
  const giftOf = (id: string, name: string, count: number, ask?: string): Of<'gift'> => ({
    kind: 'gift',
    id,
    type: 1,
    gemsPrice: 10,
    tabId: 1,
    priority: 1,
    title: id,
    isActive: true,
    showArea: 15,
    iconUrl: `/gifts/${id}-96.webp`,
    op: idOf(`${name}${count}`),
    count,
    total: count,
    combo: idOf(name),
    from: self,
    to: peer,
    ...(ask !== undefined && { ask }),
  });
  const wish = (giftId: string, body: string): Of<'ask_gift'> => ({
    kind: 'ask_gift',
    giftId,
    giftPrice: 88,
    body,
    isSend: false,
  });

  add(401, { kind: 'add_friend_msg', about: peer });
  add(7, { kind: 'friends_request', about: peer, body: words.note });
  for (let count = ALBUM_MAX_ITEMS; count > 1; count -= 1) add(2, album(count, ''), { out: count % 2 === 0 });
  add(10, callOf('missed', false, 0));
  add(10, callOf('talked', true, 754), mine);
  add(10, callOf('unanswered', true, 0), mine);
  add(1, { kind: 'location', lat: 41.01, lon: 28.98, acc: 1_000, name: words.place });
  add(1, { kind: 'location', lat: -33.87, lon: 151.21, acc: 1_000, name: '' }, mine);
  add(3, { kind: 'audio', url: art.voice, ms: 14_000, wave: WAVE, played: false });
  add(3, { kind: 'audio', url: art.voice, ms: 61_000, wave: WAVE, played: true }, mine);
  add(4, { kind: 'video', ...clip, ms: 40_000, body: words.walk });
  add(16, { kind: 'short_video', ...clip, ms: 9_000, ...FREE }, mine);
  add(16, {
    kind: 'short_video',
    ...clip,
    url: '',
    thumbUrl: '',
    ms: 12_000,
    payNeed: true,
    payPrice: 40,
    lockId: LOCK,
  });
  add(2, { kind: 'image', items: [locked], body: words.later, payNeed: true, payPrice: 30, lockId: LOCK });
  add(2, { ...album(1, ''), payNeed: true, payPrice: 30, lockId: LOCK });
  add(20, { kind: 'image_with_gift', items: [locked], lockId: LOCK, giftId: 'rose', giftPrice: 10 });
  add(5, { kind: 'system', key: 'givenBack', args: { gems: '30' }, about: peer });
  add(46, { kind: 'story_line_call', story: 'sample', step: 1, steps: 5, cover: art.portrait, about: peer });
  add(17, { kind: 'invite_video', until: now - MINUTE_MS });
  add(17, { kind: 'invite_video', until: now + 10 * MINUTE_MS });
  add(23, {
    kind: 'maintenance',
    id: 'sample',
    state: 'planned',
    from: now + 60 * MINUTE_MS,
    until: now + 90 * MINUTE_MS,
  });
  add(18, { kind: 'manager_text', body: words.team, by: 'Mia' });
  add(21, { kind: 'official_message', key: 'welcome', args: {}, route: 'goddess', body: '' });
  say(words.hidden, { sensitiveInfo: 2 });
  say(words.hidden, { ...mine, sensitiveInfo: 8 });
  add(22, { kind: 'violate_rule', rule: 'porn-words', id: lastId(), count: 1, about: peer });
  add(999, undefined, { raw: '<x/>', unsupportedType: 999 });
  add(36, { kind: 'question_answer', q: 3, body: '', options: [] });
  add(36, { kind: 'question_answer', body: words.ask, options: [words.one, words.two], chosen: 1 });
  const questionId = lastId();
  add(
    36,
    { kind: 'question_answer', to: questionId, choice: 1, body: '', options: [] },
    { ...mine, answers: questionId },
  );
  add(6, { kind: 'sticker', id: 'fox/hug', name: 'Hug' }, mine);
  add(6, { kind: 'sticker', id: 'gem/party', name: 'Party' });
  add(19, wish('teddy', words.wish));
  const wished = lastId();
  add(13, giftOf('teddy', 'given', 1, wished), { ...mine, answers: wished });
  add(19, wish('rose', ''));
  for (const count of [1, 4]) add(13, giftOf('rose', 'combo', count), mine);
  say('😍');
  say(words.hello);
  const greeted = lastId();
  say(words.day, { ...mine, replyTo: greeted });
  add(2, album(1, words.walk), mine);
  return rows.map((row, at) => {
    const date = now - (rows.length - 1 - at) * STEP_MS;
    return { ...row, date, stamp: date };
  });
}

/** Returns the welcome message of the team, as the core writes it on a device that has just signed in, for the sample on /preview. */
export const welcomeAt = (date: number): MessageRow => ({
  mid: `${LOCAL_OFFICIAL_TID}/welcome`,
  tid: LOCAL_OFFICIAL_TID,
  date,
  stamp: date,
  archiveId: 0,
  from: '',
  to: '',
  nickName: '',
  os: '',
  pkgName: '',
  read: true,
  sensitiveInfo: 0,
  state: 'success',
  refusal: '',
  reached: 'none',
  type: 0,
  version: 1,
  payload: { kind: 'text', body: 'i18n:official.welcome' },
  raw: '',
  textAction: '',
  out: false,
});
