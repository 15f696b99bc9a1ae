import xml, { type Element } from '@xmpp/xml';
import { type LiveStatus, readPresence, readPresenceNews, writeWatch } from '../../contract/people/presence.ts';
import type { RawClient } from '../harness/raw-client.ts';

export const GATE = 'gate.localhost';
let asked = 0;

/** Sends this watch element and returns the reply of the gate. */
export async function ask(client: RawClient, watch: Element, to = GATE): Promise<Element> {
  asked += 1;
  const id = `watch-${asked}`;
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id, to }, watch));
  return client.take('the answer to a watch', (frame) => frame.name === 'iq' && frame.attrs['id'] === id);
}

/** Watches these users and returns the status of each. */
export async function watch(client: RawClient, uids: readonly number[]): Promise<Record<string, LiveStatus>> {
  const statuses = readPresence(await ask(client, writeWatch(uids)));
  if (!statuses) throw new Error('The gate did not say who is there');
  return Object.fromEntries(statuses);
}

/** Waits until the gate announces this status of `uid`. */
export const news = (client: RawClient, uid: number, status: LiveStatus) =>
  client.take(`${uid} to be ${status}`, (frame) => {
    const found = readPresenceNews(frame, GATE);
    return found?.kind === 'changed' && found.statuses.get(uid) === status;
  });

/** Returns presence changes from the gate that no test has consumed. */
export const untaken = (client: RawClient) =>
  client.frames.flatMap((frame) => {
    const found = readPresenceNews(frame, GATE);
    return found?.kind === 'changed' ? Object.entries(Object.fromEntries(found.statuses)) : [];
  });
