import { literal, nullable, object, picklist, string, union } from 'valibot';
import { command, nickName, nothing, someId, someUid, stanzaId } from '../command.ts';
import { saidWords, simpleDraft } from './drafts.ts';

const [tabId, tid, mid, shareId, body] = [someId, someId, someId, someId, string()];
/** The stanza id of the message that is replied to; empty when there is none. */
const replyTo = union([literal(''), stanzaId]);

/** Conversations. Everything that a page draws of them it reads from the database `chat`. */
export const chatCommands = {
  /** Opens (makes, if needed) the conversation with a user. */
  openThread: command({ args: [someUid, nickName], value: object({ tid: string() }) }),
  /** Which conversation this tab shows and looks at, or null. Messages arriving in it count as read (product 4.3). */
  watchThread: command({ args: [tabId, nullable(tid)], value: nothing }),
  /** Sends what needs no file. Asking twice with the same stanza id sends one message. */
  send: command({ act: true, args: [tid, simpleDraft, stanzaId, replyTo], value: object({ mid: string() }) }),
  /** The same for words alone. */
  sendText: command({ act: true, args: [tid, body, stanzaId], value: object({ mid: string() }) }),
  /** Sends an own message once more, in another conversation. */
  forward: command({ act: true, args: [mid, tid, stanzaId], value: object({ mid: string() }) }),
  /** Sends a message in state `error` again, under the same stanza id. */
  retryMessage: command({ act: true, args: [mid], value: nothing }),
  /** Removes a message in state `error`. */
  discardMessage: command({ args: [mid], value: nothing }),
  /** Removes a message from this device for good: the archive does not bring it back. */
  hideMessage: command({ args: [mid], value: nothing }),
  /** Keeps what was not sent yet; `said` as in a text. */
  saveDraft: command({ args: [tid, body, replyTo, nullable(saidWords)], value: nothing }),
  /**
   * Puts the words of what another app shared into the draft of a conversation, once. A picture stays, for the sheet that shows it
   * before it is sent, until `dropShare`.
   */
  takeShare: command({ args: [shareId, tid], value: nothing }),
  /** Forgets what another app shared. */
  dropShare: command({ args: [shareId], value: nothing }),
  /** Tells the peer that this tab's user writes, or stopped. Nothing is stored, and nothing is sent later. */
  setTyping: command({ args: [tabId, tid, picklist(['composing', 'paused'])], value: nothing }),
  /** Removes messages from this device: of one conversation, or of all. */
  clearMessages: command({ args: [nullable(tid)], value: nothing }),
};
