import { CLIENT_NS } from './session/state.ts';

/**
 * Empty headline that the edge sends to a client in place of a stanza that the client must not see, because both sides count it
 * (XEP-0198).
 */
export const EMPTY_HEADLINE = `<message xmlns='${CLIENT_NS}' type='headline'/>`;

/**
 * Whether a frame from the XMPP server is an error message that it sent because a recipient is offline. Clients must not see it: the edge
 * has archived the message, so it is not undeliverable, and only the gate sends refusals. Our Prosody sends no such error
 * (mod_gemcall_away); other XMPP servers do.
 */
export function isBounce(text: string): boolean {
  if (!text.startsWith('<message')) return false;
  const tag = text.slice(0, text.indexOf('>'));
  return /\stype=["']error["']/.test(tag) && /\sfrom=["']u_/.test(tag);
}
