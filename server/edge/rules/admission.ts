import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { type Refuse, refuse, type Sender } from './decision.ts';

/**
 * Whether the two may have to do with each other at all. Who was blocked hears what they would hear of an address that
 * does not exist; who blocked may know.
 */
export function barredBy(sender: Sender, peer: number): Refuse | undefined {
  const own = sender.policies.get(sender.uid);
  const other = sender.policies.get(peer);
  if (!own || other === undefined) return refuse('unavailable');
  if (own.blocks.includes(peer)) return refuse('blocked');
  return own.blockedBy.includes(peer) || other === null ? refuse('address') : undefined;
}

/** Who chose not to be written to by everyone is written to by friends and hosts, or by nobody (message setup). */
export function notAdmitted(sender: Sender, peer: number): Refuse | undefined {
  const policy = sender.policies.get(peer);
  if (!policy || policy.admits === 'everyone') return undefined;
  const isKnown = policy.friends.has(sender.uid) || sender.policies.get(sender.uid)?.role === ROLE_ANCHOR;
  return policy.admits === 'friends' && isKnown ? undefined : refuse('not-admitted');
}
