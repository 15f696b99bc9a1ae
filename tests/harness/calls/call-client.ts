import xml from '@xmpp/xml';
import type {
  HubAction,
  HubEvent,
  HubEventName,
  HubRequestData,
  HubResponseData,
} from '../../../contract/calls/hub.ts';
import { readAnswer, readEvent, readRefusal, writeRequest } from '../../../contract/calls/hub.ts';
import type { CallTerms } from '../../../contract/calls/hub-shapes.ts';
import { writeMessage } from '../../../contract/chat/message.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { DEMO_ANCHORS } from '../../../demo/accounts/people.ts';
import type { RawClient } from '../raw-client.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';

/** The terms that the caller of a host with this price sees: gems per started minute, no free call. */
export const shownAt = (price: number): CallTerms => ({ price, freeSeconds: 0, silver: 0 });
/** The same for a demo host. */
export const shownOf = (uid: number): CallTerms => shownAt(demoPerson(uid).price);
function demoPerson(uid: number) {
  const found = DEMO_ANCHORS.find((person) => person.uid === uid);
  if (!found) throw new RangeError(`${uid} is no demo host`);
  return found;
}

const HUB = `hub.${DOMAIN}`;
type EventOf<E extends HubEventName> = Extract<HubEvent, { name: E }>;
let asked = 0;

/** Wraps a raw XMPP stream to exchange messages with the video hub. */
export function callClient(client: RawClient) {
  async function ask<A extends HubAction>(name: A, sid: string, data: HubRequestData<A>) {
    asked += 1;
    const id = `hub-${asked}`;
    const action = writeRequest({ name, sid, data } as Parameters<typeof writeRequest>[0]);
    client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id, to: HUB }, action));
    const answer = await client.take(`the answer to ${name}`, (frame) => frame.attrs['id'] === id);
    return { answer, refusal: readRefusal(answer), heard: readAnswer(name, answer) };
  }
  return {
    client,
    ask,
    /** Returns the hub's answer; throws if it refuses. */
    async hears<A extends HubAction>(name: A, sid: string, data: HubRequestData<A>): Promise<HubResponseData<A>> {
      const { answer, heard } = await ask(name, sid, data);
      if (heard === undefined) throw new Error(`${name} was refused: ${answer}`);
      return heard;
    },
    async event<E extends HubEventName>(name: E, matches = (_event: EventOf<E>) => true): Promise<EventOf<E>> {
      const isIt = (event: HubEvent | undefined): event is EventOf<E> =>
        event?.name === name && matches(event as EventOf<E>);
      const frame = await client.take(name, (one) => isIt(readEvent(one, HUB)));
      return readEvent(frame, HUB) as EventOf<E>;
    },
    /** Names of the hub's events that no test has consumed yet. */
    told: () => client.frames.flatMap((frame) => readEvent(frame, HUB)?.name ?? []),
    invite(sid: string, caller: number, callee: number, startTime: number): void {
      const message = writeMessage({
        id: sid,
        to: jidOfUid(callee, DOMAIN),
        thread: '',
        os: 'web',
        pkgName: 'test',
        nick: '',
        textAction: 'reply',
        payload: {
          kind: 'call',
          sid,
          caller,
          callee,
          startTime,
          connectingTime: 0,
          endTime: 0,
          reason: '',
          rejectType: '',
        },
      });
      message.attrs['xmlns'] = 'jabber:client';
      client.send(message);
    },
  };
}
export type CallClient = ReturnType<typeof callClient>;
