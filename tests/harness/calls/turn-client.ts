import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * A client of TURN (RFC 8656) and of TURN for TCP (RFC 6062) for tests of a relay's rules: it allocates, and asks whether the relay would
 * relay to a peer. It speaks STUN (RFC 8489) over one TCP connection.
 */

const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const METHOD = { allocate: 0x003, createPermission: 0x008, channelBind: 0x009, connect: 0x00a } as const;
const SUCCESS = 0x0100;
const ERROR = 0x0110;
const ATTRIBUTE = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  channelNumber: 0x000c,
  xorPeerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  requestedAddressFamily: 0x0017,
  requestedTransport: 0x0019,
} as const;
const PROTOCOL = { tcp: 6, udp: 17 } as const;
const FAMILY = { 4: 1, 6: 2 } as const;
const FIRST_CHANNEL = 0x4000;
const PEER_PORT = 9;

export type Credentials = { readonly username: string; readonly password: string };
/** An address of 4 or 16 bytes. */
export type Address = Uint8Array;
/** 0: the relay accepted. Otherwise the STUN error code, such as 403 (forbidden) or 442 (unsupported transport). */
export type Answer = number;

type Attribute = readonly [type: number, value: Uint8Array];

const bytesOf = (...values: readonly number[]) => Uint8Array.from(values);
const familyOf = (address: Address): 4 | 6 => (address.length === 4 ? 4 : 6);

function attributeOf([type, value]: Attribute): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function headerOf(type: number, length: number, transaction: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(length, 2);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  header.set(transaction, 8);
  return header;
}

/** XOR-PEER-ADDRESS (RFC 8656, section 18.3): port and address are combined with the cookie and the transaction id. */
function xorPeerAddress(address: Address, transaction: Uint8Array): Attribute {
  const mask = Buffer.alloc(16);
  mask.writeUInt32BE(MAGIC_COOKIE, 0);
  mask.set(transaction, 4);
  const value = Buffer.alloc(4 + address.length);
  value[1] = FAMILY[familyOf(address)];
  value.writeUInt16BE(PEER_PORT ^ (MAGIC_COOKIE >>> 16), 2);
  address.forEach((byte, at) => {
    value[4 + at] = byte ^ (mask[at] ?? 0);
  });
  return [ATTRIBUTE.xorPeerAddress, value];
}

function attributesIn(message: Buffer): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return found;
}

function answerOf(message: Buffer): Answer {
  const type = message.readUInt16BE(0);
  if ((type & ERROR) === SUCCESS) return 0;
  const error = attributesIn(message).get(ATTRIBUTE.errorCode);
  return error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : -1;
}

export type TurnClient = {
  /** Requests a relayed address of a family, for datagrams or for TCP connections. */
  allocate(transport: 'udp' | 'tcp', family: 4 | 6): Promise<Answer>;
  /** Requests permission to exchange datagrams with a peer. */
  permit(peer: Address): Promise<Answer>;
  /** Binds a channel to a peer. */
  bind(peer: Address): Promise<Answer>;
  /** Requests a TCP connection to a peer (RFC 6062). */
  connect(peer: Address): Promise<Answer>;
  close(): void;
};

/** Connects to the relay at a port of 127.0.0.1. Throws if it does not listen. */
export async function openTurnClient(port: number, { username, password }: Credentials): Promise<TurnClient> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const waiting = new Map<string, (message: Buffer) => void>();
  let received = Buffer.alloc(0);
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    while (received.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + received.readUInt16BE(2);
      if (received.length < end) return;
      const message = received.subarray(0, end);
      received = received.subarray(end);
      waiting.get(message.toString('hex', 8, HEADER_BYTES))?.(message);
    }
  });
  let realm = Buffer.alloc(0);
  let nonce = Buffer.alloc(0);
  let channel = FIRST_CHANNEL;

  function sign(method: number, attributes: readonly Attribute[], transaction: Uint8Array): Buffer {
    const body = Buffer.concat(attributes.map(attributeOf));
    if (nonce.length === 0) return Buffer.concat([headerOf(method, body.length, transaction), body]);
    const signed = Buffer.concat([
      body,
      attributeOf([ATTRIBUTE.username, Buffer.from(username)]),
      attributeOf([ATTRIBUTE.realm, realm]),
      attributeOf([ATTRIBUTE.nonce, nonce]),
    ]);
    const key = createHash('md5').update(`${username}:${realm.toString()}:${password}`).digest();
    // The header's length includes the signature, which covers everything before it.
    const unsigned = Buffer.concat([headerOf(method, signed.length + 24, transaction), signed]);
    const mac = createHmac('sha1', key).update(unsigned).digest();
    return Buffer.concat([unsigned, attributeOf([ATTRIBUTE.messageIntegrity, mac])]);
  }

  async function ask(method: number, attributes: (transaction: Uint8Array) => readonly Attribute[]): Promise<Answer> {
    const transaction = randomBytes(12);
    const key = transaction.toString('hex');
    const answered = new Promise<Buffer>((resolve, reject) => {
      waiting.set(key, resolve);
      socket.once('close', () => reject(new Error('the relay closed the connection')));
    });
    socket.write(sign(method, attributes(transaction), transaction));
    const message = await answered;
    waiting.delete(key);
    const answer = answerOf(message);
    if (answer !== 401 && answer !== 438) return answer;
    const isRepeated = answer === 401 && nonce.length > 0;
    const found = attributesIn(message);
    realm = Buffer.from(found.get(ATTRIBUTE.realm) ?? realm);
    nonce = Buffer.from(found.get(ATTRIBUTE.nonce) ?? nonce);
    return isRepeated ? answer : ask(method, attributes);
  }

  const askAbout = (method: number, peer: Address, ...more: readonly Attribute[]) =>
    ask(method, (transaction) => [...more, xorPeerAddress(peer, transaction)]);

  socket.setMaxListeners(0);
  return {
    allocate: (transport, family) =>
      ask(METHOD.allocate, () => [
        [ATTRIBUTE.requestedTransport, bytesOf(PROTOCOL[transport], 0, 0, 0)],
        [ATTRIBUTE.requestedAddressFamily, bytesOf(FAMILY[family], 0, 0, 0)],
      ]),
    permit: (peer) => askAbout(METHOD.createPermission, peer),
    bind(peer) {
      const number: Attribute = [ATTRIBUTE.channelNumber, bytesOf(channel >>> 8, channel & 0xff, 0, 0)];
      channel += 1;
      return askAbout(METHOD.channelBind, peer, number);
    },
    connect: (peer) => askAbout(METHOD.connect, peer),
    close: () => void socket.destroy(),
  };
}
