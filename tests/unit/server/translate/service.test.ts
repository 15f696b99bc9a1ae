import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import {
  SERVICE_CALLS_AT_ONCE,
  SERVICE_REST_MS,
  SERVICE_SILENT_CALLS,
} from '../../../../server/domains/translate/bounds.ts';
import { translationService } from '../../../../server/domains/translate/libre.ts';

const LANGUAGES = JSON.stringify([{ code: 'en' }, { code: 'de' }, { code: 'zt' }, { code: 'zh' }]);
type Asked = { readonly q: readonly string[]; readonly target: string; readonly api_key?: string };
type Answer = (asked: Asked, response: ServerResponse) => void;

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const inBrackets: Answer = ({ q, target }, response) =>
  json(response, { translatedText: q.map((one) => `[${target}] ${one}`) });

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service with the given responses, and its client with a stopped clock. */
async function setUp(answer: Answer = inBrackets, { languages = LANGUAGES, key = '', timeoutMs = 8_000 } = {}) {
  const asked: Asked[] = [];
  const paths: string[] = [];
  const failures: string[] = [];
  const clock = { at: 0, now: () => clock.at };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    paths.push(request.url ?? '');
    if (request.url === '/languages') return void response.end(languages);
    const body = JSON.parse(await readText(request)) as Asked;
    asked.push(body);
    answer(body, response);
  }
  server = createServer((request, response) => void serve(request, response).catch(() => undefined));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const service = translationService({ url, key, clock, timeoutMs, onFailure: (why) => failures.push(why) });
  return { service, asked, paths, failures, clock };
}

describe('a translation service', () => {
  test('the translation service is called once for all texts, and once an hour for its languages', async () => {
    const { service, asked, paths, clock } = await setUp(inBrackets, { key: 'secret' });
    expect(await service.translate(['hi', 'bye'], 'de')).toEqual(['[de] hi', '[de] bye']);
    await service.translate(['hey'], 'en');
    expect(asked[0]).toEqual({ q: ['hi', 'bye'], source: 'auto', target: 'de', format: 'text', api_key: 'secret' });
    expect(paths.filter((path) => path === '/languages')).toHaveLength(1);
    clock.at = 3_600_001;
    await service.translate(['hey'], 'en');
    expect(paths.filter((path) => path === '/languages')).toHaveLength(2);
  });

  test('the translation service is called with the traditional script of Chinese when it supports it', async () => {
    const { service } = await setUp();
    expect(await service.translate(['hi'], 'zh')).toEqual(['[zt] hi']);
  });

  test('the translation service is not called for an unsupported language', async () => {
    const { service, asked } = await setUp();
    expect(await service.translate(['hi'], 'bn')).toBeUndefined();
    expect(asked).toEqual([]);
  });

  const bad: readonly (readonly [string, Answer])[] = [
    ['a page', (_, response) => void response.end('<html><script>alert(1)</script></html>')],
    ['another shape', (_, response) => void json(response, { translatedText: { 0: 'x' } })],
    ['too few texts', (_, response) => void json(response, { translatedText: [] })],
    ['no texts', (_, response) => void json(response, { translatedText: [1, 2] })],
    ['a failure', (_, response) => void json(response, { error: 'no' }, 500)],
    ['ten megabytes', (_, response) => void json(response, { translatedText: ['x'.repeat(10_000_000)] })],
    [
      'half an answer',
      (_, response) => void response.writeHead(200, { 'content-length': '1000' }).write('{', () => response.destroy()),
    ],
    [
      'a way to itself, round and round',
      (_, response) => void response.writeHead(307, { location: '/translate' }).end(),
    ],
    [
      'a redirect to another host',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ];
  test.each(bad)('the translation service returns no translation when it answers with %s', async (_what, answer) => {
    const { service, asked, failures } = await setUp(answer);
    expect(await service.translate(['hi'], 'de')).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(failures).toHaveLength(1);
  });

  test.each(['<html>', '{"a":1}', '[{"name":"x"}]'])(
    'the translation service returns no translation when its list of languages is %s',
    async (languages) => {
      const { service, asked, failures } = await setUp(inBrackets, { languages });
      expect(await service.translate(['hi'], 'de')).toBeUndefined();
      expect([asked, failures]).toEqual([[], ['bad answer']]);
    },
  );

  test('a call of the translation service is aborted at the time limit, and a silent service is not called for a while', async () => {
    const { service, asked, clock } = await setUp(() => undefined, { timeoutMs: 50 });
    for (let call = 0; call < SERVICE_SILENT_CALLS; call += 1)
      expect(await service.translate(['hi'], 'de')).toBeUndefined();
    expect(await service.translate(['hi'], 'de')).toBeUndefined();
    expect(asked).toHaveLength(SERVICE_SILENT_CALLS);
    clock.at = SERVICE_REST_MS;
    await service.translate(['hi'], 'de');
    expect(asked).toHaveLength(SERVICE_SILENT_CALLS + 1);
  });

  test('a translation service that hangs holds a bounded number of calls, and ten thousand more return at once', async () => {
    const held: ServerResponse[] = [];
    let allHeld = () => {};
    const full = new Promise<void>((resolve) => {
      allHeld = resolve;
    });
    const { service, asked } = await setUp((_, response) => {
      held.push(response);
      if (held.length === SERVICE_CALLS_AT_ONCE) allHeld();
    });
    const first = Array.from({ length: SERVICE_CALLS_AT_ONCE }, () => service.translate(['hi'], 'de'));
    await full;
    const more = await Promise.all(Array.from({ length: 10_000 }, () => service.translate(['hi'], 'de')));
    expect(new Set(more)).toEqual(new Set([undefined]));
    expect(asked).toHaveLength(SERVICE_CALLS_AT_ONCE);
    for (const response of held) json(response, { translatedText: ['hallo'] });
    expect(await Promise.all(first)).toEqual(first.map(() => ['hallo']));
  });
});
