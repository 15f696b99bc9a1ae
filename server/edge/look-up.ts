import type { Element } from '@xmpp/xml';
import { readMark } from '../../contract/chat/message.ts';
import type { Logger } from '../logger.ts';
import { notAdmitted } from './rules/admission.ts';
import type { Facts, Sender } from './rules/decision.ts';
import { addresseeOf } from './rules/message.ts';

/**
 * Returns what must be looked up before the rules can decide on a stanza; undefined in the common case, when everything is
 * in memory. The promise never rejects: the rules then find a fact missing, and the sender tries again.
 */
export function questionOf(stanza: Element, sender: Sender, log: Logger): (() => Promise<Facts>) | undefined {
  if (!stanza.is('message')) return undefined;
  const { uid, domain, policies } = sender;
  const addressee = addresseeOf(stanza.attrs['to'], domain);
  const peer = addressee && 'uid' in addressee ? addressee.uid : uid;
  const unknown = [...new Set([uid, peer])].filter((one) => policies.get(one) === undefined);
  if (unknown.length === 0 && markToProve(stanza, sender, peer) === undefined) return undefined;
  return async () => {
    // The limit is checked before the work.
    if (!sender.withinRate('look-up')) return { tooMany: true };
    try {
      await Promise.all(unknown.map((one) => policies.load(one)));
      const id = markToProve(stanza, sender, peer);
      return id === undefined ? {} : { received: await sender.hasReceived(peer, id) };
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a look-up failed');
      return {};
    }
  };
}

/** Returns the id of the message that a mark is about, when its recipient does not admit the sender. */
const markToProve = (stanza: Element, sender: Sender, peer: number): string | undefined =>
  notAdmitted(sender, peer) && readMark(stanza)?.id;
