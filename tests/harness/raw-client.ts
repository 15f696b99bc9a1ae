import xml, { type Element } from '@xmpp/xml';
import { WebSocket } from 'ws';
import { elementReader } from '../../server/platform/edge/xml/builder.ts';

const FRAMING = 'urn:ietf:params:xml:ns:xmpp-framing';
const SM = 'urn:xmpp:sm:3';

/** After this time an unmet condition fails with the received frames in the error. */
const PATIENCE_MS = 30_000;

/** An open raw websocket (`openRaw`), with the frames received so far. */
export type RawClient = Awaited<ReturnType<typeof openRaw>>;

/** A websocket that sends XML frames exactly as given. */
export async function openRaw(
  url: string,
  origin?: string,
  headers?: Readonly<Record<string, string>>,
  certificate?: string,
) {
  const socket = new WebSocket(url, 'xmpp', {
    perMessageDeflate: false,
    ...(origin === undefined ? {} : { origin }),
    ...(headers === undefined ? {} : { headers }),
    ...(certificate === undefined ? {} : { ca: certificate }),
  });
  const frames: Element[] = [];
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  let closeCode: number | undefined;
  let inbound = 0;
  let failure: Error | undefined;
  let listener: ((frame: Element) => void) | undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  socket.on('message', (data) => {
    const frame = parse(data.toString());
    // Stream management counts from here (XEP-0198, section 4).
    if (frame.name === 'enabled') inbound = 0;
    if (['message', 'iq', 'presence'].includes(frame.name)) inbound += 1;
    if (listener) return listener(frame);
    frames.push(frame);
    changed();
  });
  socket.on('close', (code) => {
    closeCode = code;
    end(code);
    changed();
  });
  socket.on('open', changed);
  socket.on('error', (error) => {
    failure = error;
    changed();
  });

  /** Removes the first matching frame from those received, or waits for one. */
  function take(what: string, matches: (frame: Element) => boolean): Promise<Element> {
    return until(what, () => {
      const at = frames.findIndex(matches);
      return at < 0 ? undefined : frames.splice(at, 1)[0];
    });
  }

  function until<T>(what: string, condition: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        watchers.delete(check);
        reject(
          new Error(
            `Timed out waiting for ${what}; socket ${closeCode ?? 'open'}; have ${frames.map(String).join(' ')}`,
          ),
        );
      }, PATIENCE_MS);
      const check = () => {
        const found = condition();
        if (found === undefined) return;
        clearTimeout(timer);
        watchers.delete(check);
        resolve(found);
      };
      watchers.add(check);
      check();
    });
  }

  await until('the websocket', () => (socket.readyState === socket.OPEN || failure ? true : undefined));
  if (failure) throw failure;
  return {
    frames,
    take,
    until,
    inbound: () => inbound,
    closed: () => until('the end of the socket', () => closeCode),
    /** Resolves with the close code, without a time-out. */
    ended,
    /** Passes each frame to `take` from now on, first those already received. None is stored any more. */
    hear(take: (frame: Element) => void): void {
      listener = take;
      for (const frame of frames.splice(0)) take(frame);
    },
    isClosed: () => closeCode !== undefined,
    send: (frame: string | Element) => socket.send(frame.toString()),
    sendBinary: (data: Buffer) => socket.send(data),
    /** Cuts the connection without a close handshake. */
    cut: () => socket.terminate(),
    close: () => {
      socket.send(`<close xmlns='${FRAMING}'/>`);
      socket.close();
    },
  };
}

function parse(text: string): Element {
  const found: Element[] = [];
  elementReader({ maxDepth: 64, maxNodes: 10_000 }, 0, { element: (element) => void found.push(element) })
    .write(text)
    .close();
  const [only] = found;
  if (!only) throw new Error(`Not one element: ${text}`);
  return only;
}

/** Node of the JID, token and domain with which `authenticate` logs in. */
export type Login = { readonly user: string; readonly token: string; readonly domain: string };

/** Opens the stream and logs in; `outcome` is success or failure. */
export async function authenticate(client: RawClient, { user, token, domain }: Login): Promise<Element> {
  const open = `<open xmlns='${FRAMING}' to='${domain}' version='1.0'/>`;
  client.send(open);
  await client.take('features', (frame) => frame.name === 'features');
  const secret = Buffer.from(`\0${user}\0${token}`).toString('base64');
  client.send(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`);
  const outcome = await client.take('the login', (frame) => frame.name === 'success' || frame.name === 'failure');
  if (outcome.name === 'success') {
    client.send(open);
    await client.take('features', (frame) => frame.name === 'features');
  }
  return outcome;
}

/** Logs in, binds, enables stream management and becomes available. Returns the resumption id. */
export async function signIn(client: RawClient, login: Login): Promise<string> {
  const outcome = await authenticate(client, login);
  if (outcome.name !== 'success') throw new Error(`Login failed: ${outcome}`);
  client.send(
    xml(
      'iq',
      { xmlns: 'jabber:client', type: 'set', id: 'bind' },
      xml('bind', { xmlns: 'urn:ietf:params:xml:ns:xmpp-bind' }),
    ),
  );
  await client.take('the bound resource', (frame) => frame.attrs['id'] === 'bind');
  client.send(`<enable xmlns='${SM}' resume='true'/>`);
  const enabled = await client.take('stream management', (frame) => frame.name === 'enabled');
  client.send(xml('presence', { xmlns: 'jabber:client' }));
  await client.take('the own presence', (frame) => frame.name === 'presence');
  return enabled.attrs['id'] ?? '';
}

/** Number of stanzas that the server acknowledged. */
export async function ackedCount(client: RawClient): Promise<number> {
  client.send(`<r xmlns='${SM}'/>`);
  const ack = await client.take('an ack', (frame) => frame.name === 'a');
  return Number(ack.attrs['h']);
}

let pings = 0;

/** Sends a ping to the gate: its pong proves that everything sent before was handled, and every refusal delivered. */
export async function barrier(client: RawClient, domain: string): Promise<void> {
  pings += 1;
  const id = `barrier-${pings}`;
  client.send(
    xml(
      'iq',
      { xmlns: 'jabber:client', type: 'get', id, to: `gate.${domain}` },
      xml('ping', { xmlns: 'urn:xmpp:ping' }),
    ),
  );
  await client.take('the pong of the gate', (frame) => frame.name === 'iq' && frame.attrs['id'] === id);
}

/** Newest messages of the client's own archive (XEP-0313), oldest first. */
export async function archiveOf(client: RawClient): Promise<Element[]> {
  pings += 1;
  const id = `archive-${pings}`;
  const newest = xml('set', { xmlns: 'http://jabber.org/protocol/rsm' }, xml('max', {}, '20'), xml('before'));
  const query = xml('query', { xmlns: 'urn:xmpp:mam:2', queryid: id }, newest);
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id }, query));
  await client.take('the end of the archive', (frame) => frame.name === 'iq' && frame.attrs['id'] === id);
  return client.frames.flatMap((frame) => {
    const result = frame.getChild('result', 'urn:xmpp:mam:2');
    const message = result?.attrs['queryid'] === id && result.getChild('forwarded')?.getChild('message');
    return message ? [message] : [];
  });
}
