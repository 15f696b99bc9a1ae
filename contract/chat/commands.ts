import { nullable, object, picklist, string } from 'valibot';
import { command, messageText, nickName, nothing, someId, someUid, stanzaId } from '../command.ts';
import { TEXT_LANGUAGES } from './language.ts';

const [tabId, tid, mid, body] = [someId, someId, someId, string()];

/** Conversations. Everything that a page draws of them it reads from the database `chat`. */
export const chatCommands = {
  /** Opens (makes, if needed) the conversation with a user. */
  openThread: command({ args: [someUid, nickName], value: object({ tid: string() }) }),
  /** Which conversation this tab shows and looks at, or null. Messages arriving in it count as read (product 4.3). */
  watchThread: command({ args: [tabId, nullable(tid)], value: nothing }),
  /** Asking twice with the same stanza id sends one message. */
  sendText: command({ args: [tid, body, stanzaId], value: object({ mid: string() }) }),
  /** The same for a translation of what was typed (`said`); the row holds both. */
  sendTranslated: command({
    args: [tid, body, object({ lang: picklist(TEXT_LANGUAGES), text: messageText }), stanzaId],
    value: object({ mid: string() }),
  }),
  /** Sends a message in state `error` again, under the same stanza id. */
  retryMessage: command({ args: [mid], value: nothing }),
  /** Removes a message in state `error`. */
  discardMessage: command({ args: [mid], value: nothing }),
  saveDraft: command({ args: [tid, body], value: nothing }),
  /** Removes messages from this device: of one conversation, or of all. */
  clearMessages: command({ args: [nullable(tid)], value: nothing }),
};
