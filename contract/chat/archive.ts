/** Namespace of message archive management (XEP-0313), with which a client reads its earlier messages from the server. */
export const ARCHIVE_NS = 'urn:xmpp:mam:2';
/** Namespace of result sets (XEP-0059), with which an archive query and its response name a page. */
export const RSM_NS = 'http://jabber.org/protocol/rsm';
