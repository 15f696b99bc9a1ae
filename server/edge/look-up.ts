import type { Element } from '@xmpp/xml';
import type { EdgeContext } from './context.ts';
import type { Sender } from './rules/decision.ts';
import { addresseeOf } from './rules/message.ts';

/** Whom the rules need to know of a stanza and nobody has in memory: the two people of a message. Mostly none. */
export function unknownOf(stanza: Element, { uid, domain, policies }: Sender): number[] {
  if (!stanza.is('message')) return [];
  const addressee = addresseeOf(stanza.attrs['to'], domain);
  const uids = addressee && 'uid' in addressee ? [uid, addressee.uid] : [uid];
  return uids.filter((one) => !policies.get(one));
}

/** Loads them. Never rejects: the rules find them missing, and the sender tries again. */
export async function lookUp(uids: readonly number[], { policies, log }: EdgeContext): Promise<void> {
  try {
    await Promise.all(uids.map((uid) => policies.load(uid)));
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'no policy');
  }
}
