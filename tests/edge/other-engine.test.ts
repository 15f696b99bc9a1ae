import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import xml from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { runProsody } from '../../server/platform/prosody/process.ts';
import { startRealtime } from '../../server/platform/realtime/realtime.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { DOMAIN, fakePorts, listen, PASS_KEY, tokenOf } from '../harness/servers/xmpp-server.ts';
import { chat, hasId } from './messages.ts';

const silent = { info: () => undefined, warn: () => undefined };
const folder = mkdtempSync(join(tmpdir(), 'gemcall-engine-'));
const closers: (() => Promise<unknown>)[] = [];
const clients: RawClient[] = [];
let ports: { http: number; c2s: number; component: number };
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
  ports = { http: await freePort(), c2s: await freePort(), component: await freePort() };
  mkdirSync(join(folder, 'data'));
  Object.assign(process.env, {
    XMPP_DATA: folder,
    XMPP_MODULES: resolve('server/platform/prosody/modules'),
    XMPP_AS_ROOT: process.getuid?.() === 0 ? '1' : '0',
    XMPP_HTTP_PORT: String(ports.http),
    XMPP_C2S_PORT: String(ports.c2s),
    XMPP_COMPONENT_PORT: String(ports.component),
    XMPP_PASS_KEY: PASS_KEY,
    XMPP_COMPONENT_SECRET: 'secret',
    XMPP_NODES: '1,2',
  });
  const prosody = runProsody(resolve('deploy/prosody.cfg.lua'), ports.http, ports.component, silent);
  closers.push(async () => {
    prosody.signal('SIGTERM');
    await prosody.ended;
  });
  await prosody.ready;
});
afterAll(async () => {
  for (const client of clients) client.cut();
  for (const close of closers.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server process from its environment variables; the first component address of the XMPP server refuses connections. */
async function part(node: string, xmppUrl: string) {
  const { engine, nodeId } = readConfig({
    DATABASE_URL: databaseUrl,
    NODE_ID: node,
    XMPP_URL: xmppUrl,
    XMPP_COMPONENT: `127.0.0.1:9,127.0.0.1:${ports.component}`,
    XMPP_COMPONENT_SECRET: 'secret',
    XMPP_PASS_KEY: PASS_KEY,
  });
  if (!engine) throw new Error('no engine');
  const httpServer = createServer();
  const realtime = await startRealtime({
    httpServer,
    databaseUrl,
    domain: DOMAIN,
    node: nodeId,
    allowedOrigins: [],
    allowMissingOrigin: true,
    rateLimits: false,
    prosody: { shared: engine, secrets: { component: engine.componentSecret, pass: PASS_KEY } },
    services: [],
    channels: [],
    log: silent,
    ports: fakePorts(),
  });
  closers.push(realtime.close);
  await realtime.components.whenOnline();
  const url = `ws://127.0.0.1:${await listen(httpServer)}/xmpp-websocket`;
  return {
    ...realtime,
    async connect(uid: number) {
      const client = await openRaw(url);
      clients.push(client);
      await signIn(client, { user: `u_${uid}`, token: tokenOf(uid), domain: DOMAIN });
      return client;
    },
  };
}

test('two processes share an external Prosody when one connects by TCP and one by websocket', async () => {
  const one = await part('1', `xmpp://127.0.0.1:${ports.c2s}`);
  const two = await part('2', `ws://127.0.0.1:${ports.http}/xmpp-websocket`);
  expect([await one.engineLacks(), await two.engineLacks()]).toEqual([undefined, undefined]);
  const [ann, ben] = [await one.connect(81), await two.connect(82)];
  ann.send(chat({ id: 'there', to: 82, body: 'a < b & "c" 😀' }));
  expect((await ben.take('the message', hasId('there'))).getChildText('body')).toBe('a < b & "c" 😀');
  ben.send(chat({ id: 'back', to: 81, body: 'yes' }));
  expect((await ann.take('the message', hasId('back'))).getChildText('body')).toBe('yes');
  for (const client of [ann, ben]) {
    const ping = xml('ping', { xmlns: 'urn:xmpp:ping' });
    client.send(xml('iq', { xmlns: 'jabber:client', type: 'get', id: 'ping', to: `gate.${DOMAIN}` }, ping));
    expect((await client.take('the pong', hasId('ping'))).attrs).toMatchObject({
      type: 'result',
      from: `gate.${DOMAIN}`,
    });
  }
  ann.close();
  expect(await ann.closed()).toBeGreaterThan(0);
});

test('the configuration is refused when XMPP_URL is set without its component, secret and key, or is no ws:// or xmpp:// address', () => {
  const url = { DATABASE_URL: 'postgres://localhost/x', XMPP_URL: 'xmpp://127.0.0.1:5222' };
  expect(() => readConfig(url)).toThrow('XMPP_URL needs');
  expect(() => readConfig({ ...url, XMPP_URL: 'http://127.0.0.1' })).toThrow(
    'XMPP_URL: must be ws:// or xmpp:// addresses',
  );
});
