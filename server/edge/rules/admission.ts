import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { type Refuse, refuse, type Sender } from './decision.ts';

/**
 * Whether a block stands between the two. The blocked side gets the answer of an address that does not exist; the side that
 * blocked is told (decisions: one face of a block).
 */
export function refusedByBlock(sender: Sender, peer: number): Refuse | undefined {
  const own = sender.policies.get(sender.uid);
  const other = sender.policies.get(peer);
  if (!own || other === undefined) return refuse('unavailable');
  if (own.blocks.includes(peer)) return refuse('blocked');
  return own.blockedBy.includes(peer) || other === null ? refuse('address') : undefined;
}

/** Whether the recipient's message setup excludes the sender (product 2.4): friends and hosts may pass, or nobody. */
export function notAdmitted(sender: Sender, peer: number): Refuse | undefined {
  const policy = sender.policies.get(peer);
  if (!policy || policy.admits === 'everyone') return undefined;
  const isKnown = policy.friends.has(sender.uid) || sender.policies.get(sender.uid)?.role === ROLE_ANCHOR;
  return policy.admits === 'friends' && isKnown ? undefined : refuse('not-admitted');
}
