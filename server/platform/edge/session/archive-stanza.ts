import xml, { type Element } from '@xmpp/xml';
import type { Acceptance } from '../../../../contract/chat/acceptance.ts';
import { localOfUid } from '../../../../contract/ids.ts';
import { jidOfUid } from '../../../../contract/jid.ts';
import { PUSH_RULES } from '../../../../contract/push/kinds.ts';
import type { EdgeContext } from '../context.ts';
import { writeRefusal } from '../refusal.ts';
import type { ArchiveDecision, Sender } from '../rules/decision.ts';
import { CLIENT_NS } from './state.ts';

const ID_NS = 'urn:xmpp:sid:0';
const MESSAGE_END = '</message>';
/** Interval between two logged errors: an unavailable database rejects thousands of messages. The metric counts all of them. */
const SAY_EVERY_MS = 1_000;
let saidAt = Number.NEGATIVE_INFINITY;

/**
 * Result of `archiveThenForward`: the text to forward, or a refusal when the stanza could not be archived; and the acceptance to report to
 * the sender of a chat message.
 */
export type Archived = { readonly text: string; readonly acceptance?: Acceptance };

/**
 * Archives a message or mark for the sender and, unless `isOwnOnly`, the recipient, requests its push if it has one, then returns the text
 * to forward: the message with its archive ids (XEP-0359). When it cannot be archived, it returns a refusal that allows a retry. When a
 * message with the same id was archived before, the text archived first is forwarded.
 */
export async function archiveThenForward(
  stanza: Element,
  { peer, isOwnOnly, at, isInOrder, isAcknowledged, copies, prepare, news, seen, deletes }: ArchiveDecision,
  from: Sender,
  {
    domain,
    log,
    keep,
    away,
    policies,
    metrics,
  }: Pick<EdgeContext, 'domain' | 'log' | 'keep' | 'away' | 'policies' | 'metrics'>,
): Promise<Archived> {
  const { id = '' } = stanza.attrs;
  try {
    if (prepare) await prepare();
    const textOf = (element: Element) => {
      Object.assign(element.attrs, { xmlns: CLIENT_NS, from: from.jid });
      return element.toString();
    };
    const forwarded = textOf(stanza);
    const archived = await keep({
      from: from.uid,
      to: peer,
      isOwnOnly,
      mid: id,
      at,
      stanza: copies ? textOf(copies.own) : forwarded,
      ...(copies && { peerStanza: textOf(copies.peers) }),
    });
    metrics.count('messages', 'kept');
    if (news && policies.get(peer)?.reach) {
      const about = { tid: localOfUid(from.uid) };
      away.request({ uid: peer, kind: news, id, at, about });
    }
    if (seen && policies.get(from.uid)?.reach) away.seen(from.uid, PUSH_RULES.message.tag({ tid: localOfUid(peer) }));
    if (deletes !== undefined && policies.get(peer)?.reach)
      away.seen(peer, PUSH_RULES.message.tag({ tid: localOfUid(from.uid) }), deletes);
    const ids = [
      writeId(from.jid, archived.own),
      archived.peers === undefined ? '' : writeId(jidOfUid(peer, domain), archived.peers),
    ].join('');
    // No archive ids are added: the stanza wraps a mark for the sender's own devices (`writeOwnCopy`), or is a hidden mark to a service.
    if (copies && isOwnOnly) return { text: forwarded };
    const text = `${(copies ? forwarded : archived.stanza).slice(0, -MESSAGE_END.length)}${ids}${MESSAGE_END}`;
    const acceptance = { id, at: archived.at, archiveId: Number(archived.own) };
    return { text, ...(isAcknowledged && { acceptance }) };
  } catch (error) {
    metrics.count('messages', 'not-kept');
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now();
      log.warn({ err: error }, 'failed to archive messages');
    }
    if (isInOrder) from.memory.withdrawn(peer, id);
    return { text: writeRefusal(stanza, 'unavailable', domain).toString() };
  }
}

const writeId = (by: string, id: string) => xml('stanza-id', { xmlns: ID_NS, by, id }).toString();

const PRIVATE = /<(stanza-id|displayed)\b[^>]*?(?:\/>|>\s*<\/\1>)/g;

/**
 * Removes what is private to accounts other than `own` from a frame to a client: archive ids (XEP-0359) that they have assigned, and read
 * marks that are only for their own devices (`writeHiddenMark`). A text without either is returned after two searches.
 */
export function withoutPrivate(text: string, own: string): string {
  if (!text.includes('<stanza-id') && !text.includes('<displayed')) return text;
  return text.replace(PRIVATE, (element, name) => {
    const by = /\sby=(["'])(.*?)\1/.exec(element)?.[2];
    const isShared = name === 'displayed' && by === undefined;
    return isShared || by === own ? element : '';
  });
}
