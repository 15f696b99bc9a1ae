import type { Element } from '@xmpp/xml';
import type { RequiredFacts } from '../../../contract/chat/facts.ts';
import { MESSAGE_NS, readMark } from '../../../contract/chat/message.ts';
import { mayNeedFacts, needsOf } from '../../../contract/chat/payload.ts';
import type { Logger } from '../log/logger.ts';
import { notAdmitted } from './rules/admission.ts';
import type { Facts, Sender } from './rules/decision.ts';
import { hasExternalIds } from './rules/ids.ts';
import { addresseeOf, needsReplies, readOwn } from './rules/message.ts';

/**
 * Returns a function that loads the facts that the rules need for a stanza, before they decide; undefined in the common case that all of
 * them are in memory, or that none are needed. Above the sender's rate of lookups it loads nothing and returns `tooMany`. Its promise never
 * rejects: when a lookup fails, the rules find a fact missing, and refuse the stanza so that the sender retries.
 */
export function requiredLookups(stanza: Element, sender: Sender, log: Logger): (() => Promise<Facts>) | undefined {
  // A stanza with an invalid id is refused whatever the facts are.
  if (!stanza.is('message') || !hasExternalIds(stanza)) return undefined;
  const { uid, domain, policies } = sender;
  const addressee = addresseeOf(stanza.attrs['to'], domain);
  const peer = addressee && 'uid' in addressee ? addressee.uid : uid;
  const unknown = [...new Set([uid, peer])].filter((user) => policies.get(user) === undefined);
  const kindFacts = questionOfKind(stanza, sender);
  const isReplyUnknown = () => needsReplies(stanza, sender, peer);
  if (unknown.length === 0 && !kindFacts && !isReplyUnknown() && markToProve(stanza, sender, peer) === undefined) {
    return undefined;
  }
  return async () => {
    // The rate is checked before any query runs.
    if (!sender.withinRate(kindFacts || isReplyUnknown() ? 'facts' : 'look-up')) return { tooMany: true };
    const of = { from: uid, to: peer, mid: stanza.attrs['id'] ?? '' };
    try {
      const [kind] = await Promise.all([
        kindFacts && sender.facts.load(kindFacts, of),
        ...unknown.map((user) => policies.load(user)),
      ]);
      const left = isReplyUnknown() ? await sender.pairs?.load(of) : undefined;
      const known = { ...(kind && { kind }), ...(left !== undefined && { left }) };
      const id = kindFacts ? undefined : markToProve(stanza, sender, peer);
      return id === undefined ? known : { ...known, received: await sender.hasReceived(peer, id) };
    } catch (error) {
      log.warn({ err: error }, 'failed to look up data for a stanza');
      return {};
    }
  };
}

/** Returns the facts that the message's kind requires; undefined for none. Kinds that never need facts, such as text, are not parsed. */
function questionOfKind(stanza: Element, sender: Sender): RequiredFacts | undefined {
  const type = stanza.getChild('x', MESSAGE_NS)?.attrs['type'];
  if (type === undefined || type === '0' || !mayNeedFacts(Number(type))) return undefined;
  const { sent } = readOwn(stanza, sender) ?? {};
  return sent && needsOf(sent);
}

/**
 * Returns the id of the message that a receipt or read mark refers to, if its recipient does not admit the sender: the mark then
 * passes only when the recipient wrote that message.
 */
const markToProve = (stanza: Element, sender: Sender, peer: number): string | undefined =>
  notAdmitted(sender, peer) && readMark(stanza)?.id;
