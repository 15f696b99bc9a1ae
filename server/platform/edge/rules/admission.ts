import { ROLE_ANCHOR, ROLE_USER } from '../../../../contract/account/rules.ts';
import { type Refuse, refuse, type Sender } from './decision.ts';

/** The sender of a message, with only the fields that the rules of admission read. */
export type Writer = Pick<Sender, 'uid' | 'clock'> & { readonly policies: Pick<Sender['policies'], 'get'> };

/**
 * Returns why an account may not write to a peer now; undefined when it may. The edge decides by it, and
 * server/domains/moderation/write-lock.ts answers clients that ask beforehand. `left`: how many messages may be sent before a reply;
 * undefined when unknown.
 */
export function refusedToWrite(writer: Writer, peer: number, left: number | undefined): Refuse | undefined {
  const own = writer.policies.get(writer.uid);
  if (!own) return refuse('unavailable');
  if (!own.adult) return refuse('age');
  if (own.lockedUntil && own.lockedUntil.getTime() > writer.clock.now()) return refuse('locked');
  const barred = refusedByBlock(writer, peer) ?? notAdmitted(writer, peer);
  if (barred || !waitsForReply(writer, peer)) return barred;
  if (left === undefined) return refuse('unavailable');
  return left > 0 ? undefined : refuse('wait-for-reply');
}

/** Whether messages to the peer are limited until the peer replies: those of viewers and hosts to viewers are, those to hosts are not. */
export function waitsForReply({ uid, policies }: Writer, peer: number): boolean {
  const role = policies.get(uid)?.role;
  return policies.get(peer)?.role === ROLE_USER && (role === ROLE_USER || role === ROLE_ANCHOR);
}

/**
 * Returns the refusal when either account has blocked the other. The blocked account gets the same answer as for an address that does not
 * exist; the account that blocked gets `blocked` (decisions: one face of a block). Without a loaded policy, `unavailable`.
 */
export function refusedByBlock(sender: Writer, peer: number): Refuse | undefined {
  const own = sender.policies.get(sender.uid);
  const other = sender.policies.get(peer);
  if (!own || other === undefined) return refuse('unavailable');
  // The list of the peer also has the hosts who are closed to the peer's country, whom `blocks` of the host does not name.
  if (own.blocks.includes(peer) || other?.blockedBy.includes(sender.uid)) return refuse('blocked');
  return own.blockedBy.includes(peer) || other === null ? refuse('address') : undefined;
}

/**
 * Returns the refusal when the recipient's message setting excludes the sender (product 2.4): it admits everyone, only friends and hosts,
 * or no one. Undefined when it does not, and when no policy of the recipient is loaded.
 */
export function notAdmitted(sender: Writer, peer: number): Refuse | undefined {
  const policy = sender.policies.get(peer);
  if (!policy || policy.admits === 'everyone') return undefined;
  const isKnown = policy.friends.has(sender.uid) || sender.policies.get(sender.uid)?.role === ROLE_ANCHOR;
  return policy.admits === 'friends' && isKnown ? undefined : refuse('not-admitted');
}
