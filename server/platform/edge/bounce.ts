import { CLIENT_NS } from './state.ts';

/** In the place of a stanza that says nothing to a client: stream management counts it on both sides. */
export const COUNTED = `<message xmlns='${CLIENT_NS}' type='headline'/>`;

/**
 * Whether the XMPP server says that somebody is away. What was archived is not undeliverable, and refusals come from the gate
 * alone. Our Prosody says nothing of it (mod_gemcall_away), others do.
 */
export function isBounce(text: string): boolean {
  if (!text.startsWith('<message')) return false;
  const tag = text.slice(0, text.indexOf('>'));
  return /\stype=["']error["']/.test(tag) && /\sfrom=["']u_/.test(tag);
}
