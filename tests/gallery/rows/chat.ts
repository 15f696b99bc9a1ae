import {
  LOCAL_OFFICIAL_ID,
  LOCAL_OFFICIAL_TID,
  SENSITIVE_COVERED,
  SENSITIVE_PORN,
} from '../../../contract/chat/rules.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { MessageRow, ThreadRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { person } from './people.ts';

const OWN_NAME = 'u_264457900';
/** The peer whose conversation has every kind of message. */
export const TALKED_TO = 9_001;

let count = 0;

/** A message of the conversation with a peer: an incoming text, unless `change` says otherwise. */
export function message(uid: number, change: Partial<MessageRow> & { readonly words?: string }): MessageRow {
  const { words = 'Hello', ...others } = change;
  const out = change.out ?? false;
  const tid = `u_${uid}`;
  count += 1;
  const date = others.date ?? GALLERY_NOW - DAY_MS + count * MINUTE_MS;
  return {
    mid: `${out ? OWN_NAME : tid}/${String(count).padStart(21, '0')}`,
    tid,
    date,
    stamp: date,
    archiveId: 0,
    from: out ? OWN_NAME : tid,
    to: out ? tid : OWN_NAME,
    nickName: out ? 'Robin' : person(uid).nickName,
    os: 'web',
    pkgName: 'gallery',
    read: true,
    sensitiveInfo: 0,
    state: 'success',
    refusal: '',
    reached: 'none',
    type: 0,
    version: 1,
    payload: { kind: 'text', body: words },
    raw: '',
    textAction: '',
    out,
    ...others,
  };
}

const callOf = (sid: string, caller: number, ended: Pick<MessageRow, 'out'> & { readonly seconds: number }) => {
  const startTime = GALLERY_NOW - DAY_MS;
  return message(TALKED_TO, {
    out: ended.out,
    type: 10,
    payload: {
      kind: 'call',
      sid: sid.padEnd(21, 'x'),
      caller,
      callee: caller === TALKED_TO ? 264_457_900 : TALKED_TO,
      startTime,
      connectingTime: ended.seconds > 0 ? startTime : 0,
      endTime: startTime + ended.seconds * 1_000,
      reason: ended.seconds > 0 ? 'hangUp' : 'timeOut',
      rejectType: '',
    },
  });
};

const mine = (words: string, change: Partial<MessageRow> = {}) => message(TALKED_TO, { words, out: true, ...change });
const theirs = (words: string, change: Partial<MessageRow> = {}) => message(TALKED_TO, { words, ...change });

/** Every kind of bubble and every state, with the pill of the date and the divider above unread messages. */
const EVERY_BUBBLE: readonly MessageRow[] = [
  theirs('Hello! Lovely to hear from you.'),
  theirs('نراكم غداً في الساعة الثامنة'),
  mine('Hello there', { reached: 'seen' }),
  mine('A much longer one, because not everything that people tell each other in the evening fits into one line.', {
    reached: 'delivered',
  }),
  callOf('missed', TALKED_TO, { out: false, seconds: 0 }),
  callOf('talked', 264_457_900, { out: true, seconds: 754 }),
  theirs('write to me on WhatsApp', { sensitiveInfo: SENSITIVE_COVERED }),
  theirs('gone', { sensitiveInfo: SENSITIVE_PORN }),
  theirs('', { payload: undefined, raw: '<x/>', type: 999, unsupportedType: 999 }),
  mine('See you at eight', { date: GALLERY_NOW - 5 * MINUTE_MS }),
  mine('This one is on its way', { state: 'sending', date: GALLERY_NOW - 4 * MINUTE_MS }),
  mine('This one is refused', { state: 'error', refusal: 'not-allowed', date: GALLERY_NOW - 3 * MINUTE_MS }),
];
const UNREAD = theirs('Are you there?', { read: false, unreadIn: `u_${TALKED_TO}`, date: GALLERY_NOW - MINUTE_MS });

const official = (body: string): MessageRow => ({
  ...message(TALKED_TO, { words: body }),
  mid: `${LOCAL_OFFICIAL_TID}/welcome`,
  tid: LOCAL_OFFICIAL_TID,
  from: LOCAL_OFFICIAL_TID,
  nickName: '',
});

export const MESSAGES: readonly MessageRow[] = [...EVERY_BUBBLE, UNREAD, official('i18n:official.welcome')];

const say = (body: string) => ({ kind: 'text', body }) as const;

export const thread = (uid: number, change: Partial<ThreadRow> = {}): ThreadRow => ({
  id: uid,
  tid: `u_${uid}`,
  mainJid: `${OWN_NAME}@localhost`,
  linkedJid: `u_${uid}@localhost`,
  linkedUser: { jid: `u_${uid}@localhost`, uid, nickName: person(uid).nickName },
  unread: 0,
  lastDate: GALLERY_NOW - uid * 1_000,
  lastFacts: say('See you then'),
  lastMid: '',
  lastOut: false,
  lastState: 'success',
  lastIncoming: GALLERY_NOW - DAY_MS,
  dividerMid: '',
  ...change,
});

/** Every kind of preview that the list shows for a last message. */
export const THREADS: readonly ThreadRow[] = [
  thread(TALKED_TO, { unread: 1, lastDate: UNREAD.date, lastFacts: say('Are you there?'), dividerMid: UNREAD.mid }),
  thread(9_002, { lastOut: true, lastState: 'error', lastFacts: say('This one is refused') }),
  thread(9_003, { lastOut: true, lastState: 'sending', lastFacts: say('Halfway up the hill') }),
  thread(9_004, { lastFacts: { kind: 'call' } }),
  thread(9_005, { lastFacts: { kind: 'covered' }, unread: 120 }),
  thread(9_006, { lastFacts: { kind: 'removed' } }),
  thread(9_007, { lastFacts: { kind: 'unsupported' } }),
  thread(9_008, { lastOut: true, lastFacts: say('Good night') }),
  {
    ...thread(TALKED_TO),
    id: LOCAL_OFFICIAL_ID,
    tid: LOCAL_OFFICIAL_TID,
    linkedJid: '',
    linkedUser: { jid: '', uid: LOCAL_OFFICIAL_ID, nickName: '' },
    lastFacts: say('i18n:official.welcome'),
  },
];
