import { CALL_STATUS } from '#contract/calls/calls.ts';
import type { HubEvent } from '#contract/calls/hub.ts';
import { initialCall } from '../../../../worker/calls/fresh.ts';
import type { Call, CallEffect, CallEvent } from '../../../../worker/calls/machine.ts';

export const { INITIAL, CONNECTING, CONNECTED, DISCONNECTED, FAILED, CALLIN } = CALL_STATUS;
export const sid = 'sidsidsidsidsidsidsid';
export const at = 1_000_000;
export const peer = { uid: 9001, jid: 'u_9001@chat.example', nickName: 'Asha', avatarUrl: '' };
export const relays = { servers: [], policy: 'all' } as const;
export const terms = { kind: 'paid', price: 60, freeSeconds: 30, startTime: 5 } as const;
export const dialled: Extract<CallEvent, { readonly type: 'dialled' }> = {
  type: 'dialled',
  at,
  id: 'id',
  tab: 'tab',
  peer,
  kind: 'paid',
  source: 'wall',
  callback: '',
  shown: { price: 60, freeSeconds: 0, silver: 0 },
};

/** A call in each state that it may be in. */
export const initial: Call = { ...initialCall('id', 'out', peer), ownerTab: 'tab' };
export const outgoing: Call = { ...initial, ...terms, sid, status: CONNECTING };
export const answered: Call = { ...outgoing, answered: true };
export const ringing: Call = { ...initialCall('id', 'in', peer), ...terms, sid, status: CALLIN };
export const taken: Call = { ...ringing, status: CONNECTING, ownerTab: 'tab', answered: true };
export const connected: Call = {
  ...answered,
  status: CONNECTED,
  connectingTime: 9,
  meter: { at: 50, freeSecondsLeft: 30, seconds: 0, gems: 0, metering: true },
};
export const over: Call = { ...connected, status: DISCONNECTED, endTime: 8, reason: 'hangUp' };
export const failed: Call = { ...over, status: FAILED, reason: 'timeOut' };

export const names = (effects: readonly CallEffect[]) => effects.map(({ type }) => type);
export const told = (effects: readonly CallEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'tell' ? [[effect.request.name, effect.request.data]] : []));
export const hub = (event: Partial<HubEvent> & Pick<HubEvent, 'name'>): CallEvent => ({
  type: 'hub',
  at,
  deviceNow: 60,
  ownResource: 'own',
  event: { sid, data: {}, ...event } as HubEvent,
});
