import { CLIENT_NS } from './session/state.ts';

/** Replaces a stanza that the client must not see. It has no content, but both sides still count it (XEP-0198). */
export const COUNTED = `<message xmlns='${CLIENT_NS}' type='headline'/>`;

/**
 * Returns whether a frame is an error message that the XMPP server sent because a recipient is offline. Clients must not see it:
 * the edge has archived the message, so it is not undeliverable, and only the gate sends refusals. Our Prosody sends no such error
 * (mod_gemcall_away); other XMPP servers do.
 */
export function isBounce(text: string): boolean {
  if (!text.startsWith('<message')) return false;
  const tag = text.slice(0, text.indexOf('>'));
  return /\stype=["']error["']/.test(tag) && /\sfrom=["']u_/.test(tag);
}
