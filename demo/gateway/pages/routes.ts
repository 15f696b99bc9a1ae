import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Gateway } from '../context.ts';
import { answerChallenge, charge, close, isPayable, pay } from '../moves.ts';
import { TOKENS_MAX } from '../rules.ts';
import { cardOf, lockSession, newName, nextOf, type Session } from '../sessions.ts';
import type { Rows } from '../store.ts';
import { readCard } from '../test-cards.ts';
import { challengePage, consolePage, framePage, hostedPage, overPage, type PageStyle, upiPage } from './html.ts';
import { languageOf, localeOf } from './texts.ts';

const FILES = { 'style.css': 'text/css', ...scripts('fields', 'frame', 'hosted', 'challenge', 'upi', 'console') };
const TEXT_MAX_CHARS = 100;

const text = v.pipe(v.string(), v.maxLength(TEXT_MAX_CHARS));
const cardFields = v.object({ number: text, expiry: text, cvc: text, name: text });
const styleQuery = v.object({ theme: v.fallback(v.picklist(['dark', 'light', '']), ''), lang: v.fallback(text, '') });

type Secret = { Params: { secret: string } };
type By = Parameters<typeof lockSession>[1];

/**
 * Registers the pages that the payer's browser opens, their actions and files, and the console page. The URL of a session's page contains
 * an unguessable id; only the merchant's page may frame the pages of a card session.
 */
export async function registerPages(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { store, now, changed } = gateway;

  for (const [name, type] of Object.entries(FILES)) {
    const content = readFileSync(new URL(name, import.meta.url));
    app.get(`/${name}`, (_request, reply) =>
      reply
        .headers({ ...headers("'none'"), 'cache-control': 'no-cache' })
        .type(`${type}; charset=utf-8`)
        .send(content),
    );
  }

  /** Registers a page of a session; answers 410 if it needs no action, and 404 if it is unknown. */
  function show(path: string, by: By, draw: (styleQuery: PageStyle, session: Session) => string | undefined): void {
    app.get<Secret>(`${path}/:secret`, async (request, reply) => {
      const session = await store.transaction((rows) => lockSession(rows, by, request.params.secret, now()));
      const page = session && draw(styleOf(request), session);
      const isFramed = session?.channel === 'card';
      reply.headers(headers(isFramed ? session.parent_origin : "'none'")).type('text/html; charset=utf-8');
      if (page === undefined) reply.code(session ? 410 : 404);
      return page ?? overPage(styleOf(request), session && !isFramed ? session.return_url : '');
    });
  }

  /** Registers an action of a page. A request from another origin is rejected by its `Origin` header. */
  function post<Body>(
    path: string,
    by: By,
    schema: v.GenericSchema<unknown, Body>,
    work: (rows: Rows, session: Session, body: Body) => Promise<object>,
  ): void {
    app.post<Secret>(path, async (request, reply) => {
      reply.headers(headers("'none'"));
      const body = v.safeParse(schema, request.body);
      if (!isOurs(request) || !body.success) return reply.code(400).send({ error: 'not understood' });
      const answer = await store.transaction(async (rows) => {
        const session = await lockSession(rows, by, request.params.secret, now());
        return session && (await work(rows, session, body.output));
      });
      changed();
      return answer ?? reply.code(404).send({ error: 'no such page' });
    });
  }

  app.get('/console', (_request, reply) =>
    reply.headers(headers("'none'")).type('text/html; charset=utf-8').send(consolePage()),
  );

  show('/frame', 'secret', (styleQuery, session) =>
    canType(session, 'card') ? framePage(styleQuery, session) : undefined,
  );
  show('/hosted', 'secret', (styleQuery, session) =>
    canType(session, 'hosted') ? hostedPage(styleQuery, session) : undefined,
  );
  show('/challenge', 'challenge', (styleQuery, session) =>
    session.state === 'action' ? challengePage(styleQuery, session) : undefined,
  );
  show('/upi', 'ref', (styleQuery, session) => {
    const next = session.channel === 'upi' && nextOf(session, '');
    return next && next.kind === 'upi' ? upiPage(styleQuery, session, next.uri) : undefined;
  });

  post('/frame/:secret/card', 'secret', cardFields, (rows, session, typed) => take(rows, session, 'card', typed));

  post('/hosted/:secret/card', 'secret', cardFields, async (rows, session, typed) => {
    const taken = await take(rows, session, 'hosted', typed);
    const card = 'token' in taken && (await cardOf(rows, 'token', taken.token));
    if (!card) return taken;
    const { state, reason, challenge, return_url } = await charge(
      { rows, now: now() },
      session,
      card,
      session.remember,
    );
    const url = challenge === null ? return_url : `/challenge/${challenge}`;
    return { state, reason, url };
  });
  post('/hosted/:secret/cancel', 'secret', v.object({}), async (rows, session) => {
    await close({ rows, now: now() }, session, 'cancelled');
    return { url: session.return_url };
  });

  const answer = v.object({ code: text });
  post('/challenge/:secret', 'challenge', answer, async (rows, session, { code }) => {
    const at = { rows, now: now() };
    const { state, secret } = await answerChallenge(at, session, code.trim());
    const again = session.channel === 'hosted' && state === 'declined';
    return { state, url: again ? `/hosted/${secret}` : session.return_url };
  });

  const choice = v.object({ answer: v.picklist(['approve', 'decline', 'lapse']) });
  post('/upi/:secret', 'ref', choice, async (rows, session, { answer }) => {
    const at = { rows, now: now() };
    if (session.channel !== 'upi' || !isPayable(session)) return { state: session.state };
    if (answer === 'approve') return { state: (await pay(at, session)).state };
    return { state: (await close(at, session, answer === 'decline' ? 'declined' : undefined)).state };
  });

  /** Stores an entered card and returns its token, or returns the first invalid field, or the state of a session that takes no card. */
  async function take(
    rows: Rows,
    session: Session,
    channel: Session['channel'],
    typed: v.InferOutput<typeof cardFields>,
  ) {
    if (!canType(session, channel)) return { state: session.state };
    const card = readCard(typed, now());
    if ('wrong' in card) return card;
    const [count] = await rows.query<{ typed: number }>('select count(*)::int as typed from card where session = $1', [
      session.ref,
    ]);
    if ((count?.typed ?? 0) >= TOKENS_MAX) return { state: 'closed' };
    const token = newName('tok');
    const { does, brand, last4, expires, fingerprint } = card;
    await rows.query(
      `insert into card (token, session, does, brand, last4, expires, fingerprint) values ($1, $2, $3, $4, $5, $6, $7)`,
      [token, session.ref, does, brand, last4, expires, fingerprint],
    );
    return { token, brand, last4 };
  }
}

const canType = (session: Session, channel: Session['channel']) => session.channel === channel && isPayable(session);

const isOurs = ({ headers, host, protocol }: FastifyRequest) =>
  headers.origin === undefined || new URL(headers.origin).host === host || headers.origin === `${protocol}://${host}`;

function styleOf({ query, headers }: FastifyRequest): PageStyle {
  const { theme, lang } = v.parse(styleQuery, query);
  const accepted = headers['accept-language'] ?? '';
  const language = languageOf(lang, accepted);
  return { theme, language, locale: localeOf(language, accepted) };
}

/** Response headers. `parent`: the CSP source that may frame the page. */
const headers = (parent: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${parent}`,
  ].join('; '),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

function scripts(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${name}.js`, 'text/javascript']));
}
