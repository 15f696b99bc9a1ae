import { call } from './call.ts';
import type { KindRow } from './kind.ts';
import { text } from './text.ts';

/** Kinds that this build reads and draws, each a file of its own. */
export const kinds = [text, call] as const;

/**
 * The other kinds of product 3.4. This build cannot read them: it keeps them whole for one that can, and knows who may send them.
 * A kind that is written leaves this list.
 */
export const laterKinds: readonly KindRow[] = [
  { type: 1, kind: 'location', sentBy: 'people', isNews: true },
  { type: 2, kind: 'image', sentBy: 'people', isNews: true },
  { type: 3, kind: 'audio', sentBy: 'people', isNews: true },
  { type: 4, kind: 'video', sentBy: 'people', isNews: true },
  { type: 5, kind: 'system', sentBy: 'official', isNews: true },
  { type: 6, kind: 'sticker', sentBy: 'people', isNews: true },
  { type: 7, kind: 'friends_request', sentBy: 'people', isNews: true },
  { type: 13, kind: 'gift', sentBy: 'people', isNews: true },
  { type: 16, kind: 'short_video', sentBy: 'people', isNews: true },
  { type: 17, kind: 'invite_video', sentBy: 'people', isNews: true },
  { type: 18, kind: 'manager_text', sentBy: 'official', isNews: true },
  { type: 19, kind: 'ask_gift', sentBy: 'people', isNews: false },
  { type: 20, kind: 'image_with_gift', sentBy: 'people', isNews: true },
  { type: 21, kind: 'official_message', sentBy: 'official', isNews: true },
  { type: 22, kind: 'violate_rule', sentBy: 'official', isNews: true },
  { type: 23, kind: 'maintenance', sentBy: 'official', isNews: true },
  { type: 36, kind: 'question_answer', sentBy: 'people', isNews: true },
  { type: 46, kind: 'story_line_call', sentBy: 'official', isNews: true },
  { type: 100, kind: 'attribution_refresh', sentBy: 'official', isNews: true },
  { type: 401, kind: 'add_friend_msg', sentBy: 'official', isNews: true },
];
