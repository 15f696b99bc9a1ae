import type { Settings } from '../account/settings.ts';

/** What the user chose for conversations, by tid. */
export type ConversationChoices = Settings['conversations'];

type Conversation = { readonly tid: string; readonly lastIncoming: number };

/** Whether the messages of a conversation cause no notification and are not counted. */
export const isMuted = (choices: ConversationChoices, tid: string): boolean => choices[tid]?.muted === true;

/** Whether a conversation is shown above the others. */
export const isPinned = (choices: ConversationChoices, tid: string): boolean => choices[tid]?.pinned === true;

/** Whether a conversation is in the archive: a newer incoming message takes it out of there, unless it is muted. */
export function isArchived(choices: ConversationChoices, { tid, lastIncoming }: Conversation): boolean {
  const { archivedAt, muted = false } = choices[tid] ?? {};
  return archivedAt !== undefined && (muted || lastIncoming <= archivedAt);
}

/** Whether the unread messages of a conversation are counted in badges and in the title. */
export const isCounted = (choices: ConversationChoices, conversation: Conversation): boolean =>
  !isMuted(choices, conversation.tid) && !isArchived(choices, conversation);
