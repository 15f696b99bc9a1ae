import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { onlyForBearers } from './bearers.ts';
import { html } from './pages/html.ts';
import {
  backLink,
  formOf,
  input,
  type Markup,
  metadataOf,
  PAGE_HEADERS,
  post,
  providerPage,
  readForms,
} from './stripe-forms.ts';
import { sign, type WebhookSettings } from './webhooks.ts';

/** Settings of the simulated provider of identity checks. */
type IdentitySettings = {
  /** API key of the merchant. */
  readonly key: string;
  /** The merchant's webhook endpoint and its signing secret. */
  readonly webhook: WebhookSettings;
  now(): number;
  /** Origin at which browsers reach the provider, for the origin to which they return. */
  baseOf(origin: string): string;
  /** Delivers a signed event; default: by HTTP. Tests replace it. */
  readonly deliver?: (body: string, signature: string) => Promise<void>;
};

type Status = 'requires_input' | 'processing' | 'verified' | 'canceled';
type Dob = { readonly day: number; readonly month: number; readonly year: number };
type Session = {
  readonly id: string;
  readonly secret: string;
  readonly returnUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  status: Status;
  error: string;
  person: { readonly first_name: string; readonly last_name: string; readonly dob: Dob } | undefined;
};

/** The simulated provider, with what tests do in place of its pages. */
type IdentityFake = {
  /** Ends the check of a session as the page does. */
  end(id: string, outcome: Outcome, person?: Session['person']): Promise<void>;
  cancel(id: string): Promise<void>;
  readonly sessions: ReadonlyMap<string, Session>;
};

const OUTCOMES = {
  verified: 'Verified',
  slow: 'Verified after 20 seconds',
  document: 'The document cannot be read',
  selfie: 'The selfie shows another person',
} as const;
type Outcome = keyof typeof OUTCOMES;
const SLOW_MS = 20_000;
const ERRORS = { document: 'document_unverified_other', selfie: 'selfie_face_mismatch' } as const;
/** Parameters of a new session (docs.stripe.com/api/identity/verification_sessions); the real API refuses others too. */
const PARAMS = /^(type|return_url|client_reference_id|metadata\[\w+\]|options\[document\]\[\w+\])$/;

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));
const formFields = v.object({
  outcome: v.picklist(Object.keys(OUTCOMES) as Outcome[]),
  first: text,
  last: text,
  birth: v.pipe(v.string(), v.isoDate()),
});

/**
 * Registers a simulated provider of identity checks with the API and the webhooks of Stripe Identity, and a page on which the person who
 * tries the product chooses the outcome. Its sessions are in memory: after a restart they are unknown, and an applicant starts again.
 */
export async function registerIdentity(app: FastifyInstance, settings: IdentitySettings): Promise<IdentityFake> {
  const { key, webhook, now, baseOf } = settings;
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, string>();
  const deliver = settings.deliver ?? ((body, signature) => post(webhook.url, body, signature));

  async function announce(session: Session): Promise<void> {
    const type = `identity.verification_session.${session.status}`;
    // As at Stripe, an event has no verified data.
    const body = JSON.stringify({
      id: `evt_${randomBytes(8).toString('hex')}`,
      object: 'event',
      type,
      created: Math.floor(now() / 1_000),
      data: { object: viewOf(session, false) },
    });
    await deliver(body, sign(webhook.secret, body, now()));
  }

  async function end(id: string, outcome: Outcome, person?: Session['person']): Promise<void> {
    const session = sessions.get(id);
    if (session?.status !== 'requires_input') return;
    if (outcome === 'document' || outcome === 'selfie') session.error = ERRORS[outcome];
    else Object.assign(session, { status: outcome === 'slow' ? 'processing' : 'verified', error: '', person });
    if (outcome === 'slow') {
      setTimeout(() => {
        session.status = 'verified';
        void announce(session);
      }, SLOW_MS).unref();
    }
    await announce(session);
  }

  const viewOf = ({ id, secret, status, error, metadata, created, person, returnUrl }: Session, whole: boolean) => ({
    id,
    object: 'identity.verification_session',
    created,
    livemode: false,
    type: 'document',
    status,
    metadata,
    client_secret: null,
    last_verification_report: null,
    redaction: null,
    last_error: error === '' ? null : { code: error, reason: error },
    url: status === 'requires_input' ? `${baseOf(returnUrl)}/identity/${secret}` : null,
    ...(whole && { verified_outputs: status === 'verified' ? (person ?? null) : null }),
  });

  await app.register(async (scope) => {
    readForms(scope);
    scope.addHook('onRequest', onlyForBearers(key));
    scope.post('/v1/identity/verification_sessions', async (request, reply) => {
      const form = formOf(request);
      const unknown = Object.keys(form).find((name) => !PARAMS.test(name));
      const returnUrl = form['return_url'] ?? '';
      if (unknown !== undefined || form['type'] !== 'document' || !URL.canParse(returnUrl)) {
        const error = { type: 'invalid_request_error', message: unknown ?? 'parameters', code: 'parameter_unknown' };
        return reply.code(400).send({ error });
      }
      const once = String(request.headers['idempotency-key'] ?? '');
      const known = sessions.get(byKey.get(once) ?? '');
      if (known) return viewOf(known, false);
      const metadata = metadataOf(form);
      const id = `vs_${randomBytes(12).toString('hex')}`;
      const secret = randomBytes(24).toString('base64url');
      const created = Math.floor(now() / 1_000);
      const status = 'requires_input';
      const session: Session = { id, secret, returnUrl, metadata, created, status, error: '', person: undefined };
      sessions.set(id, session);
      if (once !== '') byKey.set(once, id);
      return viewOf(session, false);
    });
    scope.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
      '/v1/identity/verification_sessions/:id',
      async (request, reply) => {
        const session = sessions.get(request.params.id);
        if (session) return viewOf(session, JSON.stringify(request.query).includes('verified_outputs'));
        const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such session' };
        return reply.code(404).send({ error });
      },
    );
  });

  await app.register(async (scope) => {
    readForms(scope);
    const bySecret = (secret: string) => [...sessions.values()].find((session) => session.secret === secret);
    scope.get<{ Params: { secret: string } }>('/identity/:secret', async (request, reply) => {
      const session = bySecret(request.params.secret);
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
      if (!session) return reply.code(404).send(page('This page is over', html``));
      return session.status === 'requires_input' ? page('Identity check', FORM) : backPage(session);
    });
    scope.post<{ Params: { secret: string } }>('/identity/:secret', async (request, reply) => {
      const session = bySecret(request.params.secret);
      const parsed = v.safeParse(formFields, formOf(request));
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
      if (!session || !parsed.success) return reply.code(400).send(page('Identity check', FORM));
      const { outcome, first, last, birth } = parsed.output;
      const [year = 0, month = 0, day = 0] = birth.split('-').map(Number);
      await end(session.id, outcome, { first_name: first, last_name: last, dob: { year, month, day } });
      return backPage(session);
    });
  });

  return {
    sessions,
    end,
    async cancel(id) {
      const session = sessions.get(id);
      if (!session) return;
      session.status = 'canceled';
      await announce(session);
    },
  };
}

const page = (title: string, body: Markup) =>
  providerPage(title, body, 'A simulated provider: no document is checked.');
const backPage = ({ returnUrl }: Session) => page('Thank you', backLink('Your check is done.', returnUrl));

const FORM = html`<p>A real provider takes pictures of a document and of you. Here you choose what it would find.</p>
<form method="post">
${input('first', 'First names on the document', html`autocomplete="given-name"`)}
${input('last', 'Last name on the document', html`autocomplete="family-name"`)}
${input('birth', 'Birth date on the document', html`type="date" value="1990-01-01"`)}
${Object.entries(OUTCOMES).map(([outcome, label]) => html`<p><button name="outcome" value="${outcome}">${label}</button></p>`)}
</form>`;
