import type { HubEvent } from '../../contract/calls/hub.ts';
import { bareJid, jidOfUid } from '../../contract/jid.ts';
import type { SideName } from './call.ts';
import type { Turn } from './turn.ts';

type EventOf = { [E in HubEvent['name']]: Omit<Extract<HubEvent, { name: E }>, 'sid'> }[HubEvent['name']];

/** To the one device that is in the call; nobody where there is none yet. */
export function tellDevice({ call, told }: Pick<Turn, 'call' | 'told'>, side: SideName, event: EventOf): void {
  const to = call[side].jid;
  if (to !== '') told.push({ to, event: { ...event, sid: call.sid } as HubEvent });
}

/** To all devices of the account. */
export function tellAccount({ call, told, settings }: Turn, side: SideName, event: EventOf): void {
  told.push({ to: jidOfUid(call[side].uid, settings.domain), event: { ...event, sid: call.sid } as HubEvent });
}

/** The resource of a full address. */
export const resourceOf = (jid: string): string => jid.slice(bareJid(jid).length + 1);
