import { setTimeout as wait } from 'node:timers/promises';
import { RECONNECT_FIRST_CHECK_MS } from '../../contract/chat/rules.ts';
import { chat } from '../edge/messages.ts';
import { authenticate, openRaw, type RawClient, signIn } from './raw-client.ts';
import { DOMAIN } from './servers/xmpp-server.ts';

const SM = 'urn:xmpp:sm:3';
/** The initial presence is the first stanza that the server counts. */
const BEFORE = 1;
const REDIAL_MS = 250;

/** Uid and session token of a user. */
export type Person = { readonly id: number; readonly token: string };

/**
 * A user who, after `begin`, writes to another user at a steady rate. After each break the stream is resumed as the core does it: first
 * after half a second, then every 250 ms. Messages that the server has not acknowledged are sent again.
 */
export async function startResuming(url: string, person: Person, peer: number, everyMs: number) {
  const login = { user: `u_${person.id}`, token: person.token, domain: DOMAIN };
  const socketUrl = `${url.replace('http', 'ws')}/xmpp-websocket`;
  // Each user gets an address of their own.
  const address = `192.0.2.${person.id % 250}`;
  const open = () => openRaw(socketUrl, url, { 'x-forwarded-for': address });
  const sent: string[] = [];
  const came: string[] = [];
  const breaks: { readonly code: number; readonly ms: number }[] = [];
  const lost: string[] = [];
  let counted = 0;
  let writing = true;
  let client = await open();
  const resumption = await signIn(client, login);
  let up: RawClient | undefined = client;

  const stanza = (id: string) => chat({ id, to: peer });
  const readMessages = (from: RawClient) =>
    from.frames.flatMap(({ name, attrs }) =>
      name === 'message' && attrs['type'] !== 'headline' ? [attrs['id'] ?? ''] : [],
    );

  async function watch(): Promise<void> {
    for (;;) {
      const code = await closedOf(client);
      if (code === 'stopped') return;
      const brokenAt = performance.now();
      up = undefined;
      counted += client.inbound();
      came.push(...readMessages(client));
      await wait(RECONNECT_FIRST_CHECK_MS);
      client = await resume();
      breaks.push({ code, ms: performance.now() - brokenAt });
    }
  }

  /** Resolves with the close code, or 'stopped' at the end of the test, which may be minutes later. */
  async function closedOf(one: RawClient): Promise<number | 'stopped'> {
    while (!one.isClosed()) {
      if (!writing) return 'stopped';
      await wait(5);
    }
    return one.closed();
  }

  async function resume(): Promise<RawClient> {
    for (;;) {
      try {
        const fresh = await open();
        const gone = fresh.closed().then((code) => Promise.reject(new Error(`closed: ${code}`)));
        gone.catch(() => undefined);
        await Promise.race([authenticate(fresh, login), gone]);
        fresh.send(`<resume xmlns='${SM}' previd='${resumption}' h='${counted}'/>`);
        const answer = await fresh.take('the resumption', ({ name }) => name === 'resumed' || name === 'failed');
        if (answer.name === 'failed') lost.push(answer.toString());
        for (const id of sent.slice(Number(answer.attrs['h']) - BEFORE)) fresh.send(stanza(id));
        up = fresh;
        return fresh;
      } catch {
        await wait(REDIAL_MS);
      }
    }
  }

  async function write(): Promise<void> {
    while (writing) {
      const id = `${person.id}-${sent.length}`;
      sent.push(id);
      up?.send(stanza(id));
      await wait(everyMs);
    }
  }

  const work = [watch()];
  return {
    /** Starts writing. Call it when the recipient has signed in: a message before that never arrives on a stream. */
    begin(): void {
      work.push(write());
    },
    sent: sent as readonly string[],
    /** Ids of all messages that arrived, including duplicates. */
    came: () => [...came, ...readMessages(client)],
    breaks: breaks as readonly { readonly code: number; readonly ms: number }[],
    /** Streams that could not be resumed. */
    lost: lost as readonly string[],
    /** Stops writing; the stream stays open. */
    async rest(): Promise<void> {
      writing = false;
      await Promise.all(work);
    },
    leave: () => client.cut(),
  };
}
