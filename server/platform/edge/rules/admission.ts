import { ROLE_ANCHOR, ROLE_USER } from '../../../../contract/account/rules.ts';
import { type Refuse, refuse, type Sender } from './decision.ts';

/** Who writes, as far as these rules look. */
export type Writer = Pick<Sender, 'uid' | 'clock'> & { readonly policies: Pick<Sender['policies'], 'get'> };

/**
 * Why somebody may not write to a person now. The edge decides by it, and so does the answer to who asks beforehand
 * (server/domains/moderation/write-lock.ts). `left`: how many messages may be written before an answer, where that is known.
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

/** Whether messages to the peer are counted until they answer: those to people who call, not those to hosts. */
export function waitsForReply({ uid, policies }: Writer, peer: number): boolean {
  const role = policies.get(uid)?.role;
  return policies.get(peer)?.role === ROLE_USER && (role === ROLE_USER || role === ROLE_ANCHOR);
}

/**
 * Whether a block stands between the two. The blocked side gets the answer of an address that does not exist; the side that
 * blocked is told (decisions: one face of a block).
 */
export function refusedByBlock(sender: Writer, peer: number): Refuse | undefined {
  const own = sender.policies.get(sender.uid);
  const other = sender.policies.get(peer);
  if (!own || other === undefined) return refuse('unavailable');
  if (own.blocks.includes(peer)) return refuse('blocked');
  return own.blockedBy.includes(peer) || other === null ? refuse('address') : undefined;
}

/** Whether the recipient's message setup excludes the sender (product 2.4): friends and hosts may pass, or nobody. */
export function notAdmitted(sender: Writer, peer: number): Refuse | undefined {
  const policy = sender.policies.get(peer);
  if (!policy || policy.admits === 'everyone') return undefined;
  const isKnown = policy.friends.has(sender.uid) || sender.policies.get(sender.uid)?.role === ROLE_ANCHOR;
  return policy.admits === 'friends' && isKnown ? undefined : refuse('not-admitted');
}
