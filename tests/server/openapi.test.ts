import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { EDGE_PATH } from '../../server/platform/http/proxy-faults.ts';
import { newOpenId, startApi, type TestApi, type User } from '../harness/api.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { envelope } from '../harness/envelope.ts';
import { multipart, picture, uploadName } from './media/media-files.ts';

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const SECRETS = {
  TURN_URL: 'turn:relay.test',
  TURN_SECRET: 'hidden-turn',
  TRANSLATE_KEY: 'hidden-translate',
  GATEWAY_KEY: 'hidden-gateway',
  GATEWAY_WEBHOOK_SECRET: 'hidden-webhook',
};

let api: TestApi;
let product: Product;
let text: string;
let document: Document;

beforeAll(async () => {
  [api, product] = await Promise.all([
    startApi(inject('postgresUrl'), { ...SECRETS, STUN_URL: 'stun:relay.test' }),
    startProduct({ distDir: '/nowhere', env: { PAYMENTS: 'off' } }),
  ]);
  text = (await api.app.inject('/openapi.json')).body;
  document = JSON.parse(text);
});
afterAll(async () => {
  await api?.close();
  await product?.stop();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

/** Lists every route of the server in the notation of OpenAPI, without those of CORS and of the build, and without the edge's websocket. */
function routesOf(printed: string): string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([\s│]*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    above.length = indent.length / 4;
    above.push(part);
    const path = above.join('').replace(/:(\w+)(\([^)]*\))?/g, '{$1}');
    return methods
      .split(', ')
      .filter((method) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
      .map((method) => `${method.toLowerCase()} ${path}`);
  });
}

describe('the OpenAPI document', () => {
  test('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('a second linter finds no problem in the OpenAPI document', async () => {
    const config = await createConfig({
      extends: ['spec'],
      rules: {
        'no-unused-components': 'error',
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      },
    });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  test('the OpenAPI document has every route of the server, and no other', () => {
    const routes = routesOf(api.app.printRoutes({ commonPrefix: false })).filter(
      (route) => route !== `get ${EDGE_PATH}`,
    );
    expect(routes.length).toBeGreaterThan(Object.keys(endpoints).length);
    expect(
      operations()
        .map(({ path, method }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(routes.toSorted());
  });

  test('the OpenAPI document has one operation for each endpoint, with its name and the tag of its part', () => {
    const found = new Map(operations().map(({ path, operation }) => [operation.operationId, { path, ...operation }]));
    expect(found.size).toBe(operations().length);
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      expect(found.get(name)).toMatchObject({ path: endpoints[name].path, tags: [expect.any(String)] });
    }
    expect(found.get('createOrder')?.tags).toEqual(['payments']);
    expect(found.get('changeRelation')?.tags).toEqual(['people']);
    expect([...found.values()].filter(({ path, tags }) => path.startsWith('/api/') && tags[0] === 'server')).toEqual(
      [],
    );
  });

  test('the OpenAPI document states rate limits, tokens and refusals', () => {
    const operation = document.paths[endpoints.createOrder.path]?.['post'];
    expect(operation).toMatchObject({
      security: [{ bearer: [], token: [] }],
      'x-rate-limit': { perMinute: 6, of: 'account' },
      parameters: [{ name: 'X-Request-Id' }, { name: 'Idempotency-Key' }],
      responses: { 401: {}, 409: {}, 429: {} },
    });
    expect(document).toMatchObject({
      components: {
        responses: {
          Refused: { content: { 'application/json': { examples: { 'gems-insufficient': {} } } } },
          Refused429: { headers: { 'Retry-After': {} } },
        },
      },
    });
  });

  test('the OpenAPI document requires no input field with a default, and declares each output field as required', () => {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, { required: string[] }> } })
      .components;
    expect(schemas['LoginInput']?.required.toSorted()).toEqual(['channel', 'openId']);
    expect(schemas['AnchorItem']?.required).toContain('avatarBlur');
  });

  test('the OpenAPI document contains no secret, folder or internal address', () => {
    for (const hidden of [
      'hidden-',
      'relay.test',
      api.url,
      '/xmpp/',
      '127.0.0.1',
      'localhost',
      'postgres',
      '.ts',
      '/tmp',
    ])
      expect(text).not.toContain(hidden);
  });

  test('the OpenAPI document is served with an ETag and answered with 304 when it is unchanged', async () => {
    const first = await fetch(`${product.url}/openapi.json`);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const ask = (tag: string) => fetch(`${product.url}/openapi.json`, { headers: { 'if-none-match': tag } });
    expect((await ask(`"other", W/${etag}`)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
  });
});

describe('answers of the running product', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats(ajv);
  let sam: User;
  let live: Document;

  beforeAll(async () => {
    live = (await (await fetch(`${product.url}/openapi.json`)).json()) as Document;
    ajv.addSchema(live, 'product');
    sam = (await call('userPwdLogin', { uid: 100001, passwd: 'gemcall' })).body.data.userInfo;
  });

  const escaped = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1');
  const faults = (pointer: string, value: unknown) => {
    const validate = ajv.compile({ $ref: `product#${pointer}` });
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  function faultsOfAnswer(path: string, status: number, body: unknown) {
    const responses = live.paths[path]?.['post']?.responses;
    const which = responses?.[status] === undefined ? 'default' : String(status);
    const at = responses?.[which]?.$ref?.slice(1) ?? `/paths/${escaped(path)}/post/responses/${which}`;
    return faults(`${at}/content/application~1json/schema`, body);
  }

  async function call(name: EndpointName, data: unknown, user?: User) {
    const { path } = endpoints[name];
    const sent = envelope(data, user);
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(user && { authorization: `Bearer ${user.vcToken}`, 'x-token': user.vcToken }),
      },
      body: JSON.stringify(sent),
    });
    const body = await answer.json();
    const asked = faults(`/paths/${escaped(path)}/post/requestBody/content/application~1json/schema`, sent);
    return { status: answer.status, body, asked, answered: faultsOfAnswer(path, answer.status, body) };
  }

  const good: [EndpointName, () => unknown, 'sam'?][] = [
    ['login', () => ({ openId: newOpenId(), channel: 'guest' })],
    ['websiteConfig', () => ({})],
    ['maintenanceStatus', () => ({})],
    ['combineInfo', () => ({}), 'sam'],
    ['account', () => ({ action: 1 }), 'sam'],
    ['profile', () => ({}), 'sam'],
    ['sessions', () => ({}), 'sam'],
    ['closing', () => ({}), 'sam'],
    ['hotAnchors', () => ({}), 'sam'],
    ['relayServers', () => ({}), 'sam'],
    ['anchorAccount', () => ({ targetJid: ['u_9001@localhost'] }), 'sam'],
    ['friendList', () => ({}), 'sam'],
    ['changeRelation', () => ({ targetUid: 9001, action: 'request' }), 'sam'],
    ['userTasksInfo', () => ({}), 'sam'],
    ['payRecords', () => ({ kind: 'gems' }), 'sam'],
    ['spendLimits', () => ({}), 'sam'],
    ['unlockedMedia', () => ({ lockIds: [] }), 'sam'],
    ['mediaPass', () => ({}), 'sam'],
  ];
  test.each(good)('the answer of %s matches the OpenAPI document', async (name, data, who) => {
    expect(await call(name, data(), who && sam)).toMatchObject({ status: 200, asked: [], answered: [] });
  });

  test.each<[string, number, EndpointName, () => unknown, 'sam'?]>([
    ['a wrong password', 401, 'userPwdLogin', () => ({ uid: 100001, passwd: 'wrong' })],
    [
      'a common password',
      422,
      'setPassword',
      () => ({ passwd: 'password1', proof: { passwd: 'gemcall' }, endOthers: false }),
      'sam',
    ],
    ['an unknown order', 404, 'cancelOrder', () => ({ orderId: 'x'.repeat(21) }), 'sam'],
  ])('the refusal of %s matches the OpenAPI document', async (_what, status, name, data, who) => {
    expect(await call(name, data(), who && sam)).toMatchObject({ status, asked: [], answered: [] });
  });

  test('the refusal of a call without a token matches the OpenAPI document, which does not allow such a request', async () => {
    expect(await call('profile', {})).toMatchObject({ status: 401, answered: [], asked: ['/userInfo must be object'] });
  });

  test('the refusal of a malformed request matches the OpenAPI document, which does not allow such a request', async () => {
    const { status, asked, answered } = await call('payRecords', { kind: 'shells' }, sam);
    expect({ status, answered }).toEqual({ status: 400, answered: [] });
    expect(asked).toContain('/data/kind must be equal to one of the allowed values');
  });

  test('the answer of an upload matches the OpenAPI document, and a changed one does not', async () => {
    const body = multipart([
      ['token', sam.vcToken],
      ['filename', uploadName('png')],
      ['file', await picture().png().toBuffer()],
    ]);
    const answer = await fetch(`${product.url}/upload`, {
      method: 'POST',
      headers: body.headers,
      body: new Uint8Array(body.payload),
    });
    const stored = (await answer.json()) as { readonly url: string };
    expect([answer.status, faultsOfAnswer('/upload', 200, stored)]).toEqual([200, []]);
    expect(faultsOfAnswer('/upload', 200, { ...stored, url: 'https://elsewhere.test/a.png' })).not.toEqual([]);
  });
});
