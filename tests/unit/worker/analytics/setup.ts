import { afterEach, beforeEach, vi } from 'vitest';
import type { Consent } from '#contract/analytics/consent.ts';
import { CONSENT_VERSION } from '#contract/analytics/consent.ts';
import { ok } from '#contract/result.ts';
import { openMeasureDb } from '../../../../worker/analytics/database.ts';
import { createMeasuring } from '../../../../worker/analytics/gate.ts';
import type { CorePart } from '../../../../worker/base/part.ts';
import { type AppDb, openChatDb } from '../../../../worker/db/schema.ts';
import { freshApp, reopenApp, session } from '../support/databases.ts';

/** Disables the report of one start in a thousand by default. */
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5));

/** One event as the collector got it. */
export type Got = {
  readonly '#event_name': string;
  readonly '#uuid': string;
  readonly properties: Record<string, unknown>;
} & Record<string, unknown>;
export type Answer = number | 'broken';

/** A collector in this process, whose answers a test decides. */
export function collector() {
  const posts: { readonly url: string; readonly items: readonly Got[]; readonly form: URLSearchParams }[] = [];
  let aborted = 0;
  let answer: (items: readonly Got[], nth: number) => Answer | Promise<Answer> = () => 200;
  vi.stubGlobal('fetch', async (url: string, init: { body: string; signal: AbortSignal }) => {
    const form = new URLSearchParams(init.body);
    const sent = JSON.parse(Buffer.from(form.get('data') ?? '', 'base64').toString('utf8'));
    const items: readonly Got[] = sent.data ?? [sent];
    posts.push({ url, items, form });
    const status = await Promise.race([
      answer(items, posts.length),
      new Promise<never>((_resolve, reject) =>
        init.signal.addEventListener('abort', () => {
          aborted += 1;
          reject(init.signal.reason);
        }),
      ),
    ]);
    if (status === 'broken') throw new TypeError('the network is gone');
    return Response.json({ code: 0 }, { status });
  });
  return {
    posts,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    aborted: () => aborted,
    names: () => posts.flatMap(({ items }) => items.map((item) => item['#event_name'])),
    uuids: () => posts.flatMap(({ items }) => items.map((item) => item['#uuid'])),
  };
}

afterEach(() => vi.unstubAllGlobals());

export type Asked = { readonly name: string; readonly data: unknown };

/** The measurement module of a core; `reopened` returns that of the next core on the same disk. */
export function measuring({
  app = freshApp(),
  isSignedIn = () => true,
}: {
  app?: AppDb;
  isSignedIn?: () => boolean;
} = {}) {
  const asked: Asked[] = [];
  let isReachable = true;
  const api = {
    async call(name: string, data: unknown) {
      asked.push({ name, data });
      return isReachable ? ok({}) : { ok: false as const, error: { code: 'offline' as const } };
    },
    cancelAll() {},
  };
  let kicks = 0;
  const kick = () => {
    kicks += 1;
  };
  const chat = openChatDb();
  const joined: CorePart[] = [];
  const gate = createMeasuring({
    join: (part) => joined.push(part),
    app,
    chat,
    api: api as never,
    queue: { kick, discard: async () => false, stop() {} },
    session: async () => (isSignedIn() ? session : undefined),
    device: async () => ({
      key: 'device',
      openId: '',
      webUuid: 'web',
      language: 'en',
      screenWidth: 390,
      screenHeight: 844,
    }),
    baseUrl: 'https://own.example',
    build: 7,
  });
  /** The gate, with the hooks of the module that it loaded. */
  const part = {
    ...gate,
    onSignedIn: () => joined[0]?.onSignedIn?.(session),
    onSigningOut: () => joined[0]?.onSigningOut?.(),
    onStepDown: () => joined[0]?.onStepDown?.('drop'),
    onMessage: (message: object) => joined[0]?.onMessage?.(message as never),
    onMessagesSent: (mids: readonly string[]) => joined[0]?.onMessagesSent?.(mids),
  };
  const tell = (answer: Partial<Consent> | null, more: object = {}) =>
    gate.commands.consent({
      answer: answer && { v: CONSENT_VERSION, m: false, a: false, at: Date.now(), ...answer },
      how: 'banner',
      isAskedNot: false,
      language: 'en',
      standalone: false,
      referrer: '',
      fbclid: '',
      debug: '',
      ...more,
    } as never);
  const setReachable = (is: boolean) => {
    isReachable = is;
  };
  return { app, chat, part, tell, asked, kicks: () => kicks, setReachable };
}

export const reopened = () => measuring({ app: reopenApp() });

/** The waiting events in the database, as the next core finds them. */
export async function waiting() {
  const db = openMeasureDb();
  try {
    const [events, meta] = await Promise.all([db.events.orderBy('id').toArray(), db.meta.toArray()]);
    return { items: events.map(({ item }) => item), meta };
  } finally {
    db.close();
  }
}
