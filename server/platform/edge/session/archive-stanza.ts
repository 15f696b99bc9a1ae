import xml, { type Element } from '@xmpp/xml';
import { localOfUid } from '../../../../contract/ids.ts';
import { jidOfUid } from '../../../../contract/jid.ts';
import { PUSH_RULES } from '../../../../contract/push/kinds.ts';
import type { EdgeContext } from '../context.ts';
import { writeRefusal } from '../refusal.ts';
import type { ArchiveDecision, Sender } from '../rules/decision.ts';

const ID_NS = 'urn:xmpp:sid:0';
const MESSAGE_END = '</message>';
/** Interval between two logged errors: an unavailable database rejects thousands of messages. The metric counts all of them. */
const SAY_EVERY_MS = 1_000;
let saidAt = Number.NEGATIVE_INFINITY;

/**
 * Archives a message or mark for sender and recipient, queues its push, then returns the text to forward: the message with its archive
 * ids (XEP-0359). When it cannot be archived, it returns a refusal that allows a retry. When a message with the same id was archived
 * before, the text archived first is forwarded.
 */
export async function archiveThenForward(
  stanza: Element,
  { peer, isToService, at, isInOrder, prepare, news, seen }: ArchiveDecision,
  from: Sender,
  {
    domain,
    log,
    keep,
    away,
    policies,
    metrics,
  }: Pick<EdgeContext, 'domain' | 'log' | 'keep' | 'away' | 'policies' | 'metrics'>,
): Promise<string> {
  const { id = '' } = stanza.attrs;
  try {
    if (prepare) await prepare();
    stanza.attrs['from'] = from.jid;
    const archived = await keep({ from: from.uid, to: peer, isToService, mid: id, at, stanza: stanza.toString() });
    metrics.count('messages', 'kept');
    if (news && policies.get(peer)?.reach) {
      const about = { tid: localOfUid(from.uid) };
      away.tell({ uid: peer, kind: news, id, at, about });
    }
    if (seen && policies.get(from.uid)?.reach) away.seen(from.uid, PUSH_RULES.message.tag({ tid: localOfUid(peer) }));
    const ids = [
      writeId(from.jid, archived.own),
      archived.peers === undefined ? '' : writeId(jidOfUid(peer, domain), archived.peers),
    ].join('');
    return `${archived.stanza.slice(0, -MESSAGE_END.length)}${ids}${MESSAGE_END}`;
  } catch (error) {
    metrics.count('messages', 'not-kept');
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now();
      log.warn({ err: error }, 'failed to archive messages');
    }
    if (isInOrder) from.memory.withdrawn(peer, id);
    return writeRefusal(stanza, 'unavailable', domain).toString();
  }
}

const writeId = (by: string, id: string) => xml('stanza-id', { xmlns: ID_NS, by, id }).toString();

const IDS = /<stanza-id\b[^>]*?(?:\/>|>\s*<\/stanza-id>)/g;

/**
 * Removes the archive ids (XEP-0359) that accounts other than `own` have assigned from a frame to a client, because they are private. A
 * text without such an id is returned after a single search.
 */
export function withOwnIds(text: string, own: string): string {
  if (!text.includes('<stanza-id')) return text;
  return text.replace(IDS, (id) => (id.includes(`by='${own}'`) || id.includes(`by="${own}"`) ? id : ''));
}
