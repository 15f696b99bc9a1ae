import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { XML_MAX_BYTES, XML_MAX_DEPTH, XML_MAX_NODES } from '../../contract/xml/rules.ts';
import { passSigner } from '../../server/platform/realtime/pass.ts';
import { boundHere } from '../../tools/test/slow-machine.ts';
import { authenticate, openRaw, type RawClient } from '../harness/raw-client.ts';
import {
  DOMAIN,
  PASS_KEY,
  signPass,
  startXmppServer,
  tokenOf,
  type XmppServer,
} from '../harness/servers/xmpp-server.ts';
import { chat, hasId } from './messages.ts';

let server: XmppServer;
let ben: RawClient;
beforeAll(async () => {
  server = await startXmppServer();
  ben = await server.user(602);
});
afterAll(() => server.close());

const message = (inner: string) =>
  `<message xmlns='jabber:client' type='chat' id='bad' to='u_602@${DOMAIN}'>${inner}</message>`;
const nested = (levels: number) => message('<a>'.repeat(levels) + '</a>'.repeat(levels));

const streamError = async (client: RawClient) =>
  (await client.take('the stream error', (frame) => frame.name === 'error')).getChildElements()[0]?.name;

describe('frames that end the stream', () => {
  test.each([
    ['text that is not XML', 'not-well-formed', 'hello'],
    ['an unclosed element', 'not-well-formed', '<message xmlns="jabber:client">'],
    ['two elements in a frame', 'not-well-formed', `${message('')}${message('')}`],
    ['an unbound namespace prefix', 'not-well-formed', message('<x:a/>')],
    ['an unknown entity', 'not-well-formed', message('&evil;')],
    ['a document type', 'restricted-xml', `<!DOCTYPE a [<!ENTITY a "aaaa">]>${message('&a;')}`],
    ['a comment', 'restricted-xml', message('<!-- x -->')],
    ['a processing instruction', 'restricted-xml', message('<?php ?>')],
    ['an XML declaration', 'restricted-xml', `<?xml version='1.0'?>${message('')}`],
    ['too many levels', 'policy-violation', nested(XML_MAX_DEPTH)],
    ['a depth bomb', 'policy-violation', nested(4_000)],
    ['too many elements', 'policy-violation', message('<a/>'.repeat(XML_MAX_NODES))],
    ['too many bytes', 'policy-violation', message('x'.repeat(XML_MAX_BYTES))],
    ['an unknown element', 'unsupported-stanza-type', '<stuff xmlns="urn:example"/>'],
    ['a stanza of another namespace', 'unsupported-stanza-type', '<message xmlns="jabber:server"/>'],
  ])('the edge ends the stream without resumption when a client sends %s', async (_what, condition, frame) => {
    const ann = await server.user(601);
    ann.send(frame);
    expect(await streamError(ann)).toBe(condition);
    await ann.take('the close', (seen) => seen.name === 'close');
    expect(await ann.closed()).toBe(1008);
    const again = await server.raw();
    await server.login(again, 601);
    again.send(`<resume xmlns='urn:xmpp:sm:3' previd='${ann.resumption}' h='0'/>`);
    await again.take('no resumption', (seen) => seen.name === 'failed');
    again.send(chat({ id: 'next', to: 602 }));
  });

  test('the edge ends the stream when a client sends a binary frame', async () => {
    const ann = await server.user(601);
    ann.sendBinary(Buffer.from('<presence/>'));
    expect(await ann.closed()).toBe(1008);
  });

  test('the edge ends the stream when a stanza comes before the login or before resource binding', async () => {
    const early = await server.raw();
    early.send(chat({ id: 'early', to: 602 }));
    expect(await streamError(early)).toBe('not-authorized');
    const unbound = await server.raw();
    await server.login(unbound, 601);
    unbound.send(chat({ id: 'unbound', to: 602 }));
    expect(await streamError(unbound)).toBe('not-authorized');
  });

  test('the edge ends the stream when a frame exceeds the limit of the websocket', async () => {
    const ann = await server.user(601);
    ann.send('x'.repeat(XML_MAX_BYTES * 5));
    await ann.closed();
  });
});

test('frames at the limits of depth and number of elements are accepted', async () => {
  const ann = await server.user(603);
  ann.send(nested(XML_MAX_DEPTH - 1));
  expect((await ann.take('a refusal', hasId('bad'))).attrs['type']).toBe('error');
  ann.send(message('<a/>'.repeat(XML_MAX_NODES - 1)));
  expect((await ann.take('a refusal', hasId('bad'))).attrs['type']).toBe('error');
});

test('a second login on the same stream ends the stream', async () => {
  const ann = await server.user(604);
  ann.send(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AHVfMQB4</auth>`);
  expect(await streamError(ann)).toBe('policy-violation');
});

test.each([
  ['a wrong token', 'u_605', 'token-606', 'not-authorized'],
  ['a name in capitals', 'U_605', tokenOf(605), 'malformed-request'],
  ['a user name of another form', 'admin', tokenOf(605), 'malformed-request'],
  // SASLprep maps the soft hyphen to nothing: the server would accept it as the real token, under another hash.
  ['a token that only looks different', 'u_605', 'token-\u00AD605', 'malformed-request'],
])('login fails with %s', async (_what, user, token, condition) => {
  const client = await server.raw();
  client.send(`<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='${DOMAIN}' version='1.0'/>`);
  const secret = Buffer.from(`\0${user}\0${token}`).toString('base64');
  client.send(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`);
  const failure = await client.take('the failure', (frame) => frame.name === 'failure');
  expect(failure.getChildElements()[0]?.name).toBe(condition);
});

test('a login fails temporarily when the token cannot be checked, and succeeds afterwards', async () => {
  server.accounts.setDown(true);
  const failure = await server.login(await server.raw(), 612);
  server.accounts.setDown(false);
  expect(failure.getChildElements()[0]?.name).toBe('temporary-auth-failure');
  expect((await server.login(await server.raw(), 612)).name).toBe('success');
});

test.each([
  ['an expired pass', () => passSigner(PASS_KEY, DOMAIN, -1)(613)],
  ['a pass signed with another key', () => passSigner('another key, of the same length or so', DOMAIN)(613)],
  ['the pass of another user', () => signPass(614)],
  ['a pass of another domain', () => passSigner(PASS_KEY, 'elsewhere')(613)],
  ['a token', async () => tokenOf(613)],
])('the XMPP server refuses a direct login with %s', async (_what, pass) => {
  const direct = await openRaw(server.directUrl);
  const login = async (token: string) => (await authenticate(direct, { user: 'u_613', token, domain: DOMAIN })).name;
  expect(await login(await pass())).toBe('failure');
  direct.cut();
});

test('a login that the XMPP server refuses fails temporarily and does not reject the token', async () => {
  const unknown = await startXmppServer({
    edge: { signPass: passSigner('a key of somebody else altogether', DOMAIN) },
  });
  try {
    const failure = await unknown.login(await unknown.raw(), 615);
    expect(failure.getChildElements()[0]?.name).toBe('temporary-auth-failure');
  } finally {
    await unknown.close();
  }
});

test('a client that never logs in is disconnected', async () => {
  const impatient = await startXmppServer({ edge: { loginTimeoutMs: 50 } });
  try {
    const client = await impatient.raw();
    expect(await client.closed()).toBe(1008);
  } finally {
    await impatient.close();
  }
});

test("only pages of the server's own origin or of an allowed origin may connect", async () => {
  await expect(openRaw(server.url, 'https://evil.example')).rejects.toThrow();
  await expect(openRaw(server.url, 'null')).rejects.toThrow();
  for (const origin of [server.origin, 'https://brand.example']) (await openRaw(server.url, origin)).cut();
  // DNS rebinding: a foreign host name that resolves to this server has the same origin as its page.
  const { port } = new URL(server.url);
  await expect(openRaw(server.url, `http://evil.example:${port}`, { host: `evil.example:${port}` })).rejects.toThrow();
  (await openRaw(server.url, `http://gem.localhost:${port}`, { host: `gem.localhost:${port}` })).cut();
  const strict = await startXmppServer({ edge: { allowMissingOrigin: false } });
  try {
    await expect(strict.raw()).rejects.toThrow();
  } finally {
    await strict.close();
  }
});

test('a revoked token ends its streams within a second with not-authorized, and cannot log in again', async () => {
  const ann = await server.user(607);
  const other = await server.user(608);
  const start = performance.now();
  server.accounts.revoke(607);
  expect(await streamError(ann)).toBe('not-authorized');
  expect(await ann.closed()).toBe(1008);
  expect(performance.now() - start).toBeLessThan(boundHere(1_000));
  expect(other.isClosed()).toBe(false);
  const again = await server.raw();
  expect((await server.login(again, 607)).name).toBe('failure');
});

test('a stream is recorded as online until it ends', async () => {
  const ann = await server.user(609);
  expect([...server.streams.values()]).toContain(609);
  ann.cut();
  await ben.until('the end of the note', () => {
    ben.send(`<r xmlns='urn:xmpp:sm:3'/>`);
    return [...server.streams.values()].includes(609) ? undefined : true;
  });
});
