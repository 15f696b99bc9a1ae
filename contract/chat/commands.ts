import { boolean, literal, nullable, object, picklist, string, union } from 'valibot';
import { command, nickName, nothing, someId, someUid, stanzaId } from '../command.ts';
import { originalText, simpleDraft } from './drafts.ts';

const [tabId, tid, mid, shareId, body] = [someId, someId, someId, someId, string()];
/** Schema of the stanza id of the message that is replied to; empty if there is none. */
const replyTo = union([literal(''), stanzaId]);

/**
 * Commands of pages to the core for conversations and messages without files. What pages draw of them is in the database `chat`; drafts and
 * shares of other apps are in `app`.
 */
export const chatCommands = {
  /** Creates the row of the conversation with a user if there is none, and returns its tid. */
  openThread: command({ args: [someUid, nickName], value: object({ tid: string() }) }),
  /**
   * Sets the conversation that this tab shows while visible and focused, or null. Its unread messages become read, and messages that arrive
   * in it count as read (product 4.3).
   */
  watchThread: command({ args: [tabId, nullable(tid)], value: nothing }),
  /** Sends a message without files. A repeated command with the same stanza id sends one message. */
  send: command({ act: true, args: [tid, simpleDraft, stanzaId, replyTo], value: object({ mid: string() }) }),
  /** Sends a plain text that is no reply; otherwise like `send`. */
  sendText: command({ act: true, args: [tid, body, stanzaId], value: object({ mid: string() }) }),
  /** Sends the content of an own message that was sent (`isForwardable`) as a new message in the conversation `tid`. */
  forward: command({ act: true, args: [mid, tid, stanzaId], value: object({ mid: string() }) }),
  /** Sends a message in state `error` again, under the same stanza id. */
  retryMessage: command({ act: true, args: [mid], value: nothing }),
  /** Removes a message in state `error` from this device. */
  discardMessage: command({ args: [mid], value: nothing }),
  /** Hides a message on this device for good: the archive does not restore it. Refused with `conflict` while the message is being sent. */
  hideMessage: command({ args: [mid], value: nothing }),
  /**
   * Deletes an own message for both sides (`isRetractable`). `stanzaId`: of the retraction, so that a repeated command sends one.
   */
  retractMessage: command({ act: true, args: [mid, stanzaId], value: nothing }),
  /** Replaces the text of an own message for both sides. `stanzaId`: of the correction, so that a repeated command sends one. */
  editMessage: command({ act: true, args: [mid, body, stanzaId], value: nothing }),
  /**
   * Adds an emoji to the user's reactions to a message of either side (true), or removes it. `stanzaId`: of the reaction message, so that a
   * repeated command sends one.
   */
  reactToMessage: command({ act: true, args: [mid, someId, boolean(), stanzaId], value: nothing }),
  /** Stores the draft of a conversation; the last argument is the original text if the body is a translation of it, else null. */
  saveDraft: command({ args: [tid, body, replyTo, nullable(originalText)], value: nothing }),
  /**
   * Appends the text of a share of another app to the draft of a conversation, and removes it from the share. A picture remains until
   * `dropShare`, for the sheet that previews it.
   */
  takeShare: command({ args: [shareId, tid], value: nothing }),
  /** Deletes a stored share of another app, with its text and picture. */
  dropShare: command({ args: [shareId], value: nothing }),
  /** Reports to the peer that the user of this tab is typing or has stopped. Nothing is stored or queued. */
  setTyping: command({ args: [tabId, tid, picklist(['composing', 'paused'])], value: nothing }),
  /** Removes messages from this device: of one conversation, or all with null. Those that wait to be sent stay. */
  clearMessages: command({ args: [nullable(tid)], value: nothing }),
};
