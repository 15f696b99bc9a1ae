import type { Element } from '@xmpp/xml';
import type { Question } from '../../contract/chat/facts.ts';
import { MESSAGE_NS, readMark } from '../../contract/chat/message.ts';
import { mayNeedFacts, needsOf } from '../../contract/chat/payload.ts';
import type { Logger } from '../logger.ts';
import { notAdmitted } from './rules/admission.ts';
import type { Facts, Sender } from './rules/decision.ts';
import { addresseeOf, readOwn } from './rules/message.ts';

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
  const asked = questionOfKind(stanza, sender);
  if (unknown.length === 0 && !asked && markToProve(stanza, sender, peer) === undefined) return undefined;
  return async () => {
    // The limit is checked before the work.
    if (!sender.withinRate(asked ? 'facts' : 'look-up')) return { tooMany: true };
    try {
      const loading = unknown.map((one) => policies.load(one));
      if (asked) {
        const [kind] = await Promise.all([
          sender.facts.load(asked.question, { from: uid, to: peer, mid: asked.mid }),
          ...loading,
        ]);
        return { kind };
      }
      await Promise.all(loading);
      const id = markToProve(stanza, sender, peer);
      return id === undefined ? {} : { received: await sender.hasReceived(peer, id) };
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a look-up failed');
      return {};
    }
  };
}

/** Returns what the kind of a message needs to know. Of a text, which needs nothing, only the number of its kind is read. */
function questionOfKind(stanza: Element, sender: Sender): { question: Question; mid: string } | undefined {
  const type = stanza.getChild('x', MESSAGE_NS)?.attrs['type'];
  if (type === undefined || type === '0' || !mayNeedFacts(Number(type))) return undefined;
  const { envelope, sent } = readOwn(stanza, sender) ?? {};
  const question = sent && needsOf(sent);
  return envelope && question ? { question, mid: envelope.id } : undefined;
}

/** Returns the id of the message that a mark is about, when its recipient does not admit the sender. */
const markToProve = (stanza: Element, sender: Sender, peer: number): string | undefined =>
  notAdmitted(sender, peer) && readMark(stanza)?.id;
