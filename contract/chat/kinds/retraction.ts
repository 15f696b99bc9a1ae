import { object } from 'valibot';
import { RETRACT_WITHIN_MS } from '../kind-rules.ts';
import { defineKind } from './kind.ts';
import { stanzaId } from './shapes.ts';

/** Namespace of message retraction (XEP-0424). */
const RETRACT_NS = 'urn:xmpp:message-retract:1';

/**
 * Message kind `retraction` (type 38): the sender deletes an own message on all devices of both sides. It is never drawn. The edge accepts
 * it only for a message of the same conversation that is in the sender's archive, may be deleted (`isRetractable`) and is not older than
 * `RETRACT_WITHIN_MS`.
 */
export const retraction = defineKind({
  type: 38,
  kind: 'retraction',
  sentBy: 'people',
  isNews: false,
  category: 'control',
  startsAs: 'sending',
  standard: { name: 'retract', xmlns: RETRACT_NS },
  schema: object({ of: stanzaId }),
  write: ({ of }, build) => ({ body: '', children: [build('retract', { xmlns: RETRACT_NS, id: of })] }),
  read: (_body, x) => ({ of: x.getChild('retract', RETRACT_NS)?.attrs['id'] }),
  needs: ({ of }) => ({ ownMessage: of }),
  complete: ({ ownMessage, now }, { of }) => {
    if (!ownMessage?.isRetractable) return 'not-changeable';
    return now - ownMessage.at > RETRACT_WITHIN_MS ? 'too-late' : { of };
  },
  answers: ({ of }) => of,
  isSide: () => true,
});
