import { WebSocket } from 'ws';

const FRAMING = 'urn:ietf:params:xml:ns:xmpp-framing';
const SM = 'urn:xmpp:sm:3';
const OPEN = `<open xmlns='${FRAMING}' to='localhost' version='1.0'/>`;
const BIND = `<iq xmlns='jabber:client' type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`;

export type LightClient = {
  readonly uid: number;
  say(to: number, id: string): void;
  isOpen(): boolean;
  close(): void;
};

/**
 * An XMPP client for thousands in one process: it does not parse XML but recognizes frames by their first characters. Resolves when it is
 * available; `onMessage` gets the id of each message.
 */
export function lightClient(
  server: string,
  uid: number,
  token: string,
  onMessage: (id: string) => void,
): Promise<LightClient> {
  return new Promise((resolve, reject) => {
    const url = `${server.replace('http', 'ws')}/xmpp-websocket`;
    const socket = new WebSocket(url, 'xmpp', { origin: server, perMessageDeflate: false, skipUTF8Validation: true });
    let inbound = 0;
    const client: LightClient = {
      uid,
      say: (to, id) =>
        socket.send(
          `<message xmlns='jabber:client' type='chat' id='${id}' to='u_${to}@localhost'><body>How are you today?</body><thread>t</thread>` +
            `<x xmlns='urn:gemcall:message:1' type='0' os='web' pkgName='test' nick='me' version='1'/></message>`,
        ),
      isOpen: () => socket.readyState === socket.OPEN,
      close: () => socket.terminate(),
    };
    const secret = Buffer.from(`\0u_${uid}\0${token}`).toString('base64');
    /** The login: each entry has the frame to wait for, and the frame to send then. */
    const steps: (readonly [string, string])[] = [
      ['features', `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`],
      ['<success', OPEN],
      ['features', BIND],
      ['<iq', `<enable xmlns='${SM}' resume='true'/>`],
      ['<enabled', `<presence xmlns='jabber:client'/>`],
    ];
    const fail = (why: string) => reject(new Error(`${uid}: ${why}`));
    socket.on('open', () => socket.send(OPEN));
    socket.on('error', (error) => fail(error.message));
    socket.on('close', (code) => fail(`closed with ${code}`));
    socket.on('message', (data: Buffer) => {
      const frame = data.toString('latin1');
      const [next] = steps;
      if (next) {
        if (frame.includes('<failure')) fail(frame);
        if (!frame.includes(next[0])) return;
        steps.shift();
        socket.send(next[1]);
        return;
      }
      if (frame.startsWith('<r ')) return socket.send(`<a xmlns='${SM}' h='${inbound}'/>`);
      if (!/^<(message|iq|presence)/.test(frame)) return;
      inbound += 1;
      if (frame.startsWith('<presence')) resolve(client);
      const id = frame.startsWith('<message') ? /\sid=["']([^"']*)["']/.exec(frame)?.[1] : undefined;
      if (id !== undefined) onMessage(id);
    });
  });
}
