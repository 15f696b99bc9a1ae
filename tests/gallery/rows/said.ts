import { HOUR_MS } from '../../../contract/durations.ts';
import type { MessageRow, ThreadRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { message, TALKED_TO, thread } from './chat.ts';
import { mediaOf, person } from './people.ts';

type Payload = NonNullable<MessageRow['payload']>;

const OFFICIAL = 'official.localhost';
const TEAM_UID = 1;
const TEAM = `u_${TEAM_UID}`;

const stanzaId = ({ mid }: MessageRow) => mid.slice(mid.indexOf('/') + 1);
const theirs = (payload: Payload, type: number, change: Partial<MessageRow> = {}) =>
  message(TALKED_TO, { payload, type, ...change });
/** A message of the official service. */
const told = (payload: Payload, type: number, change: Partial<MessageRow> = {}): MessageRow => {
  const row = theirs(payload, type, { from: OFFICIAL, ...change });
  return { ...row, mid: `u_1/${stanzaId(row)}` };
};
const ofTeam = (row: MessageRow): MessageRow => ({ ...row, tid: TEAM, nickName: '' });

const BROKEN = message(TALKED_TO, { words: 'Something that breaks the rules', out: true });
const OURS = theirs({ kind: 'question_answer', q: 5, body: '', options: [] }, 36);
const OWN: Payload = {
  kind: 'question_answer',
  body: 'Which hat shall I wear tonight, the one from the market or the other?',
  options: ['Red', 'Blue, the one with the very long feather that we saw'],
  chosen: 1,
};
const OWN_QUESTION = theirs(OWN, 36, { out: true });

/** Service messages, questions and invitations in the conversation with a host. */
export const SAID_MESSAGES: readonly MessageRow[] = [
  told({ kind: 'friends_request', about: TALKED_TO, body: '' }, 7),
  told({ kind: 'add_friend_msg', about: TALKED_TO }, 401),
  BROKEN,
  told({ kind: 'violate_rule', rule: 'porn-words', count: 2, until: GALLERY_NOW + HOUR_MS }, 22, {
    answers: stanzaId(BROKEN),
  }),
  told({ kind: 'story_line_call', story: 's1', step: 1, steps: 4, cover: mediaOf(TALKED_TO, 2), about: TALKED_TO }, 46),
  OWN_QUESTION,
  theirs({ kind: 'question_answer', body: '', options: [], to: stanzaId(OWN_QUESTION), choice: 1 }, 36, {
    answers: stanzaId(OWN_QUESTION),
  }),
  OURS,
  theirs({ kind: 'invite_video', until: GALLERY_NOW - HOUR_MS }, 17),
  theirs({ kind: 'invite_video', until: GALLERY_NOW + HOUR_MS }, 17),
];

/** The conversation with the team, in which the user can reply. */
export const TEAM_MESSAGES: readonly MessageRow[] = [
  told({ kind: 'official_message', key: 'welcome', args: { gems: '300' }, route: 'goddess', body: '' }, 21),
  told({ kind: 'official_message', key: 'reportClosed', args: { acted: '1' }, route: 'rules', body: '' }, 21),
  told({ kind: 'official_message', key: 'refund', args: {}, body: '' }, 21),
  message(TALKED_TO, { words: 'Where is my rose?', out: true }),
  told({ kind: 'manager_text', body: 'It is on its way.', by: 'Ina' }, 18),
  told(
    { kind: 'maintenance', id: 'm-1', state: 'soon', from: GALLERY_NOW + HOUR_MS, until: GALLERY_NOW + 2 * HOUR_MS },
    23,
  ),
].map(ofTeam);
export const TEAM_THREAD: ThreadRow = {
  ...thread(TALKED_TO),
  id: TEAM_UID,
  tid: TEAM,
  linkedJid: OFFICIAL,
  linkedUser: { jid: OFFICIAL, uid: TEAM_UID, nickName: '' },
};
export const HOST_NAME = person(TALKED_TO).nickName;
