import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGoogleVerifier } from '../../server/domains/account/google.ts';
import { startApi, type TestApi } from '../harness/api.ts';

const CLIENT = 'client.apps.example';
let api: TestApi;
let keyServer: Server;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  keys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'RS256' };
  keyServer = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  );
  await new Promise<void>((done) => keyServer.listen(0, '127.0.0.1', done));
  const { port } = keyServer.address() as AddressInfo;
  api = await startApi(inject('postgresUrl'), {
    GOOGLE_CLIENT_ID: CLIENT,
    GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/certs`,
    DEMO: 'off',
    ANDROID_APP_URL: 'https://play.example/app',
  });
});
afterAll(async () => {
  keyServer?.close();
  await api?.close();
});

type Claims = {
  readonly audience?: string;
  readonly issuer?: string;
  readonly sub?: string;
  readonly expires?: string;
  readonly nonce?: string;
  readonly name?: string;
};

const NONCE = 'a-secret-of-the-page';
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex');

const credential = ({
  audience = CLIENT,
  issuer = 'https://accounts.google.com',
  sub = 'sub-1',
  expires = '1h',
  nonce = hashed(NONCE),
  name = 'Gina\u202e',
}: Claims) =>
  new SignJWT({ name, nonce })
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
    .setAudience(audience)
    .setIssuer(issuer)
    .setSubject(sub)
    .setExpirationTime(expires)
    .sign(keys.privateKey);

const login = (token: string, nonce = NONCE) =>
  api.call('login', { openId: '', channel: 'google', credential: token, nonce });

test('the website config has the app store pages that the operator set, and an address without https is refused', async () => {
  const { data } = await api.call('websiteConfig', {});
  expect(data.appDownloadInfo).toEqual({ iosUrl: '', androidUrl: 'https://play.example/app' });
  const bare = startApi(inject('postgresUrl'), { IOS_APP_URL: 'http://apps.example/app' });
  await expect(bare).rejects.toThrow('IOS_APP_URL');
});

describe('login with Google', () => {
  test('a Google user gets the same account at each login, with the name from Google', async () => {
    const first = await login(await credential({}));
    const second = await login(await credential({}));
    const other = await login(await credential({ sub: 'sub-2' }));
    expect(first.data.userInfo.nickName).toBe('Gina');
    expect(second.data.userInfo.id).toBe(first.data.userInfo.id);
    expect(other.data.userInfo.id).not.toBe(first.data.userInfo.id);
  });

  test('a Google user whose name passes for the team gets a neutral name', async () => {
    const { data } = await login(await credential({ sub: 'sub-3', name: 'gеmсаll team' }));
    expect(data.userInfo.nickName).toMatch(/^Guest \d{4}$/);
  });

  test.each<[string, Claims]>([
    ['for another app', { audience: 'other.apps.example' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['that has expired', { expires: '-1h' }],
    ['with the nonce of another page', { nonce: hashed('another') }],
    ['with its nonce in plain text', { nonce: NONCE }],
    ['without a nonce', { nonce: '' }],
  ])('a Google credential %s is refused', async (_title, claims) => {
    expect(await login(await credential(claims))).toMatchObject({
      status: 401,
      msg: 'google refused the credential',
      data: { code: 'google-refused' },
    });
  });

  test.each([
    [503, ''],
    [302, ''],
    [200, '<html></html>'],
    [200, '{}'],
  ])(
    'a Google credential is not refused when the key server answers %i %j, which is an error of the server',
    async (status, body) => {
      const broken = createServer((_request, response) => response.writeHead(status).end(body));
      await new Promise<void>((done) => broken.listen(0, '127.0.0.1', done));
      const { port } = broken.address() as AddressInfo;
      const verify = createGoogleVerifier(CLIENT, `http://127.0.0.1:${port}/certs`);
      try {
        await expect(verify(await credential({}), NONCE)).rejects.toThrow('JSON Web Key Set');
      } finally {
        broken.closeAllConnections();
        broken.close();
      }
    },
  );

  test('a stolen Google credential cannot be used, because it contains only the hash of its nonce', async () => {
    const stolen = await credential({});
    for (const nonce of ['', hashed(NONCE)]) expect(await login(stolen, nonce)).toMatchObject({ status: 401 });
    expect(await api.call('login', { openId: '', channel: 'google', credential: stolen })).toMatchObject({
      status: 401,
    });
    expect(await login(await credential({ nonce: hashed('') }), '')).toMatchObject({ status: 401 });
  });

  test('a forged, unsigned or missing Google credential is refused', async () => {
    const forged = `${(await credential({})).slice(0, -8)}AAAAAAAA`;
    expect(await login(forged)).toMatchObject({ status: 401 });
    expect(await login(`${btoa('{"alg":"none"}')}.${btoa('{"sub":"sub-1"}')}.`)).toMatchObject({ status: 401 });
    expect(await login('')).toMatchObject({ status: 401, msg: 'invalid token' });
  });
});
