import type { Element } from '@xmpp/xml';
import { RSM_NS } from '../../../../contract/chat/archive.ts';
import { isExternalId } from '../../../../contract/ids.ts';

/**
 * Whether every id in a client's stanza is an external id (contract/ids.ts): its own, that of a message that it marks or replies to, and
 * those of an archive query. Otherwise the stanza is refused. The parsers of message kinds, hub actions and gift actions check their ids
 * by the same grammar.
 */
export const hasExternalIds = (stanza: Element): boolean => idsIn(stanza).every(isExternalId);

function idsIn(stanza: Element): readonly string[] {
  const given: (string | undefined)[] = [stanza.attrs['id']];
  for (const child of stanza.getChildElements()) {
    const page = child.getChild('set', RSM_NS);
    // An empty `before` asks for the last page (XEP-0059, section 2.5).
    const places = ['after', 'before'].map((name) => page?.getChildText(name) || undefined);
    given.push(child.attrs['id'], child.attrs['queryid'], ...places);
  }
  return given.filter((id) => id !== undefined);
}
