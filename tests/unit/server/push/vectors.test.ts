import crypto from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { createSendPush } from '../../../../server/domains/push/request.ts';
import { createSignatures } from '../../../../server/domains/push/signatures.ts';

/** The example of RFC 8291, section 5 and appendix A. */
const MESSAGE = {
  text: 'When I grow up, I want to be a watermelon',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

/** The example of RFC 8292, section 2.4. */
const SIGNED = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  contact: 'mailto:push@example.com',
  expiresS: 1_453_523_768,
  input:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1' +
    'YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  signature: 'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
};
const LASTS_S = 43_200;

const newKey = () => ({ ...webPush.generateVAPIDKeys(), createdAt: 0 });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Replaces salt and key pair of the next encryption, which are random, by those of the example. */
function fixRandomness(): void {
  const pair = crypto.createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(MESSAGE.senderPrivate, 'base64url'));
  pair.generateKeys = pair.getPublicKey;
  vi.spyOn(crypto, 'createECDH').mockReturnValue(pair);
  vi.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.from(MESSAGE.salt, 'base64url'));
}

test('the body of a push is that of the example of RFC 8291, byte by byte', async () => {
  const requests: { readonly body: string; readonly headers: Headers }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body, headers }: { body: Uint8Array; headers: HeadersInit }) => {
    requests.push({ body: Buffer.from(body).toString('base64url'), headers: new Headers(headers) });
    return new Response(null, { status: 201 });
  });
  const send = createSendPush(SIGNED.contact, ['https://push.example.net'], Date.now);
  const key = newKey();
  fixRandomness();
  const { text, p256dh, auth } = MESSAGE;
  const request = { endpoint: SIGNED.endpoint, p256dh, auth, key, text, ttlSeconds: 10, topic: 'one' } as const;
  expect(await send({ ...request, urgency: 'high' }, new AbortController().signal)).toEqual({ is: 'taken' });
  expect(requests.map(({ body }) => body)).toEqual([MESSAGE.body]);
  expect(requests[0]?.headers.get('content-encoding')).toBe('aes128gcm');
  expect(requests[0]?.headers.get('ttl')).toBe('10');
});

/** Verifies the signature of a VAPID header by the public key in it. */
async function verify(header: string): Promise<void> {
  const [, jwt = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  await jwtVerify(jwt, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), { currentDate: new Date(0) });
}

test('the signed part of a VAPID header is that of the example of RFC 8292, and the example verifies like a header of this server', async () => {
  const key = newKey();
  const now = (SIGNED.expiresS - LASTS_S) * 1_000;
  const header = await createSignatures(SIGNED.contact, () => now).headerFor(SIGNED.endpoint, key);
  expect(header.slice(0, header.lastIndexOf('.'))).toBe(`vapid t=${SIGNED.input}`);
  expect(header.endsWith(`, k=${key.publicKey}`)).toBe(true);
  await verify(header);
  await verify(`vapid t=${SIGNED.input}.${SIGNED.signature}, k=${SIGNED.key}`);
});
