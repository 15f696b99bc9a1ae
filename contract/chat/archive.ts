/** XEP-0313, message archive management. */
export const ARCHIVE_NS = 'urn:xmpp:mam:2';
/** XEP-0059, result sets. */
export const RSM_NS = 'http://jabber.org/protocol/rsm';
