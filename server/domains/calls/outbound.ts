import type { HubEvent } from '../../../contract/calls/hub.ts';
import { bareJid, jidOfUid } from '../../../contract/jid.ts';
import type { SideName } from './call.ts';
import type { CallContext } from './call-context.ts';

type EventOf = { [E in HubEvent['name']]: Omit<Extract<HubEvent, { name: E }>, 'sid'> }[HubEvent['name']];

/** Queues an event for the device of one side that is in the call; does nothing when that side has no device yet. */
export function queueForDevice(
  { call, outboundEvents }: Pick<CallContext, 'call' | 'outboundEvents'>,
  side: SideName,
  event: EventOf,
): void {
  const to = call[side].jid;
  if (to !== '') outboundEvents.push({ to, event: { ...event, sid: call.sid } as HubEvent });
}

/** Queues an event for all devices of the account of one side, also those that are not in the call. */
export function queueForAccount(
  { call, outboundEvents, settings }: Omit<CallContext, 'tx'>,
  side: SideName,
  event: EventOf,
): void {
  outboundEvents.push({
    to: jidOfUid(call[side].uid, settings.domain),
    event: { ...event, sid: call.sid } as HubEvent,
  });
}

/** The resource of a full JID, which distinguishes the devices of an account. */
export const resourceOf = (jid: string): string => jid.slice(bareJid(jid).length + 1);
