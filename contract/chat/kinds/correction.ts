import { object } from 'valibot';
import { EDIT_WITHIN_MS, EDITS_MAX } from '../kind-rules.ts';
import { MESSAGE_MAX_CHARS } from '../rules.ts';
import { defineKind } from './kind.ts';
import { stanzaId, words } from './shapes.ts';

/** Namespace of message correction (XEP-0308). */
const CORRECT_NS = 'urn:xmpp:message-correct:0';

/**
 * Message kind `correction` (type 39): the sender replaces the text of an own message on all devices of both sides. It is never drawn. The
 * edge accepts it only for a text of the same conversation that is in the sender's archive, is not deleted, is not older than
 * `EDIT_WITHIN_MS` and was corrected less than `EDITS_MAX` times. The new text passes the same checks as a first one.
 */
export const correction = defineKind({
  type: 39,
  kind: 'correction',
  sentBy: 'people',
  isNews: false,
  category: 'control',
  startsAs: 'sending',
  standard: { name: 'replace', xmlns: CORRECT_NS },
  schema: object({ of: stanzaId, body: words(1, MESSAGE_MAX_CHARS) }),
  write: ({ of, body }, build) => ({ body, children: [build('replace', { xmlns: CORRECT_NS, id: of })] }),
  read: (body, x) => ({ of: x.getChild('replace', CORRECT_NS)?.attrs['id'], body }),
  mustSay: ({ body }) => [body],
  needs: ({ of }) => ({ ownMessage: of }),
  complete: ({ ownMessage, now }, { of, body }) => {
    if (!ownMessage?.isEditable) return 'not-changeable';
    if (ownMessage.edits >= EDITS_MAX) return 'too-many';
    return now - ownMessage.at > EDIT_WITHIN_MS ? 'too-late' : { of, body };
  },
  answers: ({ of }) => of,
  isSide: () => true,
});
