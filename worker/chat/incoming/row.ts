import { archiveIdOf } from '#contract/chat/acceptance.ts';
import type { Envelope } from '#contract/chat/message.ts';
import { isReadableType, kindOf, type Payload, readPayload } from '#contract/chat/payload.ts';
import { isDiscarded, SENSITIVE_PORN } from '#contract/chat/rules.ts';
import { midOf, sideTidOf } from '#contract/ids.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { cutText } from '#contract/text/cut-text.ts';
import type { MessageRow } from '../../db/schema.ts';
import { answersOf } from '../../db/writes/outgoing.ts';
import { type Inbound, midFrom } from '../../xmpp/inbound.ts';

/** Returns the optional fields of a row, which most messages do not have. */
function extrasOf({ reply, identify, step, seal }: Envelope, payload: Payload | undefined): Partial<MessageRow> {
  return {
    ...(payload && answersOf(payload)),
    ...(reply && { replyTo: reply }),
    ...(identify && { identify }),
    ...(step && { step }),
    ...(seal && { seal }),
  };
}

/** Returns a payload without its content; that of a correction still names the message whose content is replaced. */
const withoutText = (payload: Payload | undefined): Payload =>
  payload?.kind === 'correction' ? { ...payload, body: '' } : { kind: 'text', body: '' };

type InboundMessage = Extract<Inbound, { kind: 'message' }>;

/**
 * Returns the row of a trusted message, or the reason why none is stored. `now`: estimated server time, ms, for a message without a stamp.
 * A stamp of the server is never replaced, however far it is from `now`: all devices must order by the same one.
 */
export function rowOfInbound(
  item: InboundMessage,
  ownLocal: string,
  now: number,
): MessageRow | 'discarded' | 'unreadable' {
  const { envelope, peer, out } = item;
  const flags = envelope.sensitiveInfo;
  // Senders see what they wrote, on all of their devices.
  if (!out && isDiscarded(flags)) return 'discarded';
  const payload = item.payload ?? readPayload(envelope.type, envelope.body, envelope.x);
  if (!payload && isReadableType(envelope.type)) return 'unreadable';
  const stamp = envelope.at ?? item.stamp ?? now;
  const isPorn = (flags & SENSITIVE_PORN) !== 0;
  return {
    // A service message about the account's own gift has the service as its sender. Messages to the support team have
    // the account.
    mid: out && !item.payload ? midOf(ownLocal, envelope.id) : midFrom(peer, envelope.id),
    tid: payload && kindOf(payload).isSide?.(payload) ? sideTidOf(peer.local) : peer.local,
    date: stamp,
    stamp,
    archiveId: archiveIdOf(item.archiveId),
    from: envelope.from,
    to: envelope.to,
    nickName: cleanNick(envelope.nick),
    os: cutText(envelope.os, 32),
    pkgName: cutText(envelope.pkgName, 128),
    read: out,
    sensitiveInfo: flags,
    state: 'success',
    refusal: '',
    reached: 'none',
    type: envelope.type,
    version: envelope.version,
    // Content flagged by bit 8 is never stored. The bubble explains that in the reader's language (product 5.4).
    payload: isPorn ? withoutText(payload) : payload,
    raw: isPorn ? '' : item.raw,
    ...(payload || isPorn ? {} : { unsupportedType: envelope.type }),
    textAction: envelope.textAction,
    ...extrasOf(envelope, payload),
    out,
  };
}
