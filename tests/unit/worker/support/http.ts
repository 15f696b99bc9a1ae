import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { ClientInfo, DeviceInfo, UserInfo } from '#contract/api/envelope.ts';
import { type ApiPorts, createApi } from '../../../../worker/api/client.ts';
import { session } from './databases.ts';

export type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
/** `reset` cuts the socket, `half` sends a head and never ends the body, `silence` never answers. */
export type Step = Reply | 'reset' | 'half' | 'silence';
export type Asked = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

export const good = (data: unknown): Reply => ({ status: 200, body: { result: 1, msg: '', data } });
export const bad = (status: number, msg = ''): Reply => ({ status, body: { result: status, msg } });

export const device: DeviceInfo = {
  localLanguage: 'en',
  configLanguage: 'en',
  fingerprint: 'test',
  androidId: 'd',
  screenHeight: 1,
  screenWidth: 1,
  timezoneId: 'UTC',
  timezoneOffset: 0,
  platform: 'android',
  gaClientId: '',
  deviceModel: '',
  webUuid: 'd',
  adid: '',
};
const client: ClientInfo = { channel: 'B1', pkgName: 'app', versionCode: 1, versionName: '0', host: 'test' };
export const user: UserInfo = { id: session.uid, jid: session.jid, vcToken: session.vcToken, role: session.role };

function reply(response: ServerResponse, step: Step): void {
  if (step === 'silence') return;
  if (step === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (step === 'half') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"result":');
    return;
  }
  const text = typeof step.body === 'string' ? step.body : JSON.stringify(step.body);
  response.writeHead(step.status, { 'Content-Type': 'application/json', ...step.headers }).end(text);
}

/** An HTTP server that plays a script (repeating its last step), and an API client for it. */
export async function apiAgainst(script: Step[], over: Partial<ApiPorts> = {}) {
  const asked: Asked[] = [];
  const logged: string[] = [];
  const pauses: number[] = [];
  const learned: number[] = [];
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      asked.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as unknown });
      reply(response, (script.length > 1 ? script.shift() : script[0]) ?? 'silence');
      for (const watcher of watchers) watcher();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = createApi({
    baseUrl: url,
    fetch,
    device: async () => device,
    client,
    user: async () => user,
    onServerTime: (serverTime) => learned.push(serverTime),
    pause: async (ms) => void pauses.push(ms),
    log: (line) => void logged.push(line),
    ...over,
  });
  return {
    api,
    url,
    logged,
    asked,
    pauses,
    learned,
    /** Resolves when `count` requests have arrived. */
    async came(count: number): Promise<void> {
      while (asked.length < count) {
        await new Promise<void>((resolve) => {
          watchers.add(() => resolve());
        });
      }
    },
  };
}
