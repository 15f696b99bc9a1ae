import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** Settings of the simulated Stripe Connect. */
type ConnectSettings = {
  /** API key of the platform. */
  readonly key: string;
  /** The platform's webhook endpoint and its signing secret. */
  readonly webhook: WebhookSettings;
  now(): number;
  /** Origin at which browsers reach the provider, for the origin to which they return. */
  baseOf(origin: string): string;
  /** Delivers a signed event; default: by HTTP. Tests replace it. */
  readonly deliver?: (body: string, signature: string) => Promise<void>;
};

type Account = {
  readonly id: string;
  readonly country: string;
  readonly metadata: Readonly<Record<string, string>>;
  isSubmitted: boolean;
  isEnabled: boolean;
  due: readonly string[];
  reason: string;
  last4: string;
  isDisconnected: boolean;
};
type Transfer = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly group: string;
  readonly metadata: Readonly<Record<string, string>>;
  reversed: number;
};

const OUTCOMES = {
  ready: 'Ready at once',
  slow: 'Checked, ready after 20 seconds',
  more: 'More information is needed',
  rejected: 'Not accepted',
} as const;
type Outcome = keyof typeof OUTCOMES;
const SLOW_MS = 20_000;
/** Countries that the simulated provider does not serve, as an example of a refusal. */
const REFUSED_COUNTRIES: ReadonlySet<string> = new Set(['KP', 'SY']);

/** The simulated provider, with what tests do in place of its pages, and the faults that they order. */
type ConnectFake = {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly transfers: ReadonlyMap<string, Transfer>;
  /** Makes and announces a transfer for which no request came here, such as one that staff of the platform make on Stripe's dashboard. */
  transfer(facts: Pick<Transfer, 'amount' | 'currency' | 'destination' | 'group' | 'metadata'>): Promise<void>;
  /** Ends the form of an account as its page does. */
  end(id: string, outcome: Outcome, last4?: string): Promise<void>;
  /** The bank of the host sends a payout back: the account needs another bank account. */
  failPayout(account: string): Promise<void>;
  disconnect(account: string): Promise<void>;
  /** The staff of the platform takes money back on Stripe's dashboard; by default the whole transfer. */
  reverse(transfer: string, amount?: number): Promise<void>;
  /** The balance of the platform in minor units: one number for all currencies, which transfers reduce. */
  balance: number;
  /** Connected accounts have spent what they got, so that nothing can be taken back. */
  isSpent: boolean;
  /** Number of the next requests with a change that are performed, but whose answer is lost. */
  lost: number;
  /** Number of the next requests with a change that fail with status 500 before they do anything. */
  failing: number;
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  /** Called before a request that changes something is answered; it is performed by then. */
  beforeAnswer: (path: string) => Promise<void>;
};

type Answer = { readonly status: number; readonly body: unknown };
type Form = Readonly<Record<string, string>>;

const formFields = v.object({
  outcome: v.picklist(Object.keys(OUTCOMES) as Outcome[]),
  number: v.pipe(v.string(), v.regex(/^[\w ]{4,40}$/)),
});
/** Parameters that the product may send; the real API refuses unknown ones too. */
const PARAMS = {
  account: /^(type|country|capabilities\[transfers\]\[requested\]|metadata\[uid\])$/,
  link: /^(account|type|refresh_url|return_url|collection_options\[fields\])$/,
  transfer: /^(amount|currency|destination|transfer_group|metadata\[payout\])$/,
  none: /^$/,
} as const;

/**
 * Registers a simulated Stripe Connect with its API and webhooks, and a page on which the person who tries the product chooses the outcome.
 * Accounts and transfers are in memory: after a restart they are unknown.
 */
export async function registerConnect(app: FastifyInstance, settings: ConnectSettings): Promise<ConnectFake> {
  const { key, webhook, now, baseOf } = settings;
  const accounts = new Map<string, Account>();
  const transfers = new Map<string, Transfer>();
  const pages = new Map<string, { readonly account: string; readonly back: string }>();
  const answers = new Map<string, Answer & { readonly request: string }>();
  const deliver = settings.deliver ?? ((body, signature) => post(webhook.url, body, signature));
  const idOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
  const seconds = () => Math.floor(now() / 1_000);

  async function announce(type: string, object: unknown, account?: string): Promise<void> {
    const event = { id: idOf('evt'), object: 'event', type, created: seconds(), livemode: false };
    const body = JSON.stringify({ ...event, ...(account !== undefined && { account }), data: { object } });
    await deliver(body, sign(webhook.secret, body, now()));
  }
  const announceAccount = (account: Account) => announce('account.updated', viewOfAccount(account), account.id);

  async function end(id: string, outcome: Outcome, last4 = '6789'): Promise<void> {
    const account = accounts.get(id);
    if (!account) return;
    Object.assign(account, {
      isSubmitted: true,
      isEnabled: outcome === 'ready',
      due: outcome === 'more' ? ['individual.verification.document'] : [],
      reason: {
        ready: '',
        slow: 'requirements.pending_verification',
        more: 'requirements.past_due',
        rejected: 'rejected.other',
      }[outcome],
      last4,
    });
    if (outcome === 'slow') setTimeout(() => void end(id, 'ready', last4), SLOW_MS).unref();
    await announceAccount(account);
  }

  const fake: ConnectFake = {
    accounts,
    transfers,
    end,
    async failPayout(id) {
      const account = accounts.get(id);
      if (!account) return;
      Object.assign(account, { isEnabled: false, due: ['external_account'], reason: 'requirements.past_due' });
      await announce('payout.failed', { id: idOf('po'), object: 'payout', status: 'failed' }, id);
    },
    async transfer(facts) {
      await announce('transfer.created', viewOfTransfer(makeTransfer(facts)));
    },
    async disconnect(id) {
      const account = accounts.get(id);
      if (!account) return;
      account.isDisconnected = true;
      await announce('account.application.deauthorized', { id: 'ca_demo', object: 'application' }, id);
    },
    async reverse(id, amount) {
      const transfer = transfers.get(id);
      if (!transfer) return;
      transfer.reversed = amount ?? transfer.amount;
      await announce('transfer.reversed', viewOfTransfer(transfer));
    },
    forgetKeys: () => answers.clear(),
    balance: Number.MAX_SAFE_INTEGER,
    isSpent: false,
    lost: 0,
    failing: 0,
    beforeAnswer: async () => undefined,
  };

  /** Performs a request once per idempotency key, and repeats its answer, also a refusal, as Stripe does. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    params: RegExp,
    perform: (form: Form) => Answer,
  ): Promise<unknown> {
    const form = formOf(request);
    const unknown = Object.keys(form).find((name) => !params.test(name));
    if (unknown !== undefined) return send(reply, refusal('parameter_unknown', unknown));
    if (fake.failing > 0) {
      fake.failing -= 1;
      return send(reply, { status: 500, body: { error: { type: 'api_error', message: 'an ordered fault' } } });
    }
    const once = String(request.headers['idempotency-key'] ?? '');
    const asked = JSON.stringify([request.url, form]);
    const known = once === '' ? undefined : answers.get(once);
    if (known && known.request !== asked) {
      return send(reply, { status: 400, body: { error: { type: 'idempotency_error', message: 'another request' } } });
    }
    const answer = known ?? { ...perform(form), request: asked };
    if (once !== '') answers.set(once, answer);
    await fake.beforeAnswer(request.url);
    if (fake.lost > 0) {
      fake.lost -= 1;
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    return send(reply, answer);
  }

  function makeTransfer(facts: Omit<Transfer, 'id' | 'created' | 'reversed'>): Transfer {
    const transfer = { id: idOf('tr'), created: seconds(), ...facts, reversed: 0 };
    transfers.set(transfer.id, transfer);
    return transfer;
  }

  const accountOf = (id: string): Account | undefined => {
    const account = accounts.get(id);
    return account?.isDisconnected ? undefined : account;
  };
  const pageFor = (account: string, back: string): string => {
    const secret = randomBytes(24).toString('base64url');
    pages.set(secret, { account, back });
    return `${baseOf(back)}/connect/${secret}`;
  };

  await app.register(async (scope) => {
    readForms(scope);
    scope.addHook('onRequest', onlyForBearers(key));
    scope.post('/v1/accounts', (request, reply) =>
      change(request, reply, PARAMS.account, (form) => {
        const country = form['country'] ?? 'US';
        if (form['type'] !== 'express') return refusal('parameter_missing', 'type');
        if (REFUSED_COUNTRIES.has(country)) return refusal('country_unsupported', country);
        const state = { isSubmitted: false, isEnabled: false, due: ['individual.first_name'], reason: '', last4: '' };
        const account = { id: idOf('acct'), country, metadata: metadataOf(form), ...state, isDisconnected: false };
        accounts.set(account.id, account);
        return { status: 200, body: viewOfAccount(account) };
      }),
    );
    scope.get('/v1/account', async () => ({ id: 'acct_demo', object: 'account' }));
    scope.get<{ Params: { id: string } }>('/v1/accounts/:id', async (request, reply) => {
      const account = accountOf(request.params.id);
      return account ? viewOfAccount(account) : send(reply, NO_ACCOUNT);
    });
    scope.post('/v1/account_links', (request, reply) =>
      change(request, reply, PARAMS.link, ({ account = '', return_url: back = '', type }) => {
        if (!accountOf(account)) return NO_ACCOUNT;
        if (type !== 'account_onboarding' || !URL.canParse(back)) return refusal('parameter_missing', 'return_url');
        return { status: 200, body: { object: 'account_link', created: seconds(), url: pageFor(account, back) } };
      }),
    );
    scope.post<{ Params: { id: string } }>('/v1/accounts/:id/login_links', (request, reply) =>
      change(request, reply, PARAMS.none, () => {
        const { id } = request.params;
        if (!accountOf(id)?.isSubmitted) return refusal('account_invalid', 'the form is not finished');
        return {
          status: 200,
          body: { object: 'login_link', created: seconds(), url: pageFor(id, baseOf(webhook.url)) },
        };
      }),
    );
    scope.post('/v1/transfers', (request, reply) =>
      change(request, reply, PARAMS.transfer, (form) => {
        const { amount, currency = '', destination = '', transfer_group: group = '' } = form;
        const account = accountOf(destination);
        if (!account) return refusal('resource_missing', 'No such destination');
        if (!account.isSubmitted) return refusal('insufficient_capabilities_for_transfer', 'transfers');
        if (Number(amount) > fake.balance) return refusal('balance_insufficient', 'the balance of the platform');
        fake.balance -= Number(amount);
        const facts = { amount: Number(amount), currency, destination, group, metadata: metadataOf(form) };
        return { status: 200, body: viewOfTransfer(makeTransfer(facts)) };
      }),
    );
    scope.get<{ Querystring: { transfer_group?: string } }>('/v1/transfers', async ({ query }) => {
      const found = [...transfers.values()].filter(({ group }) => group === query.transfer_group);
      return { object: 'list', url: '/v1/transfers', has_more: false, data: found.map(viewOfTransfer) };
    });
    scope.get<{ Params: { id: string } }>('/v1/transfers/:id', async (request, reply) => {
      const transfer = transfers.get(request.params.id);
      return transfer
        ? viewOfTransfer(transfer)
        : send(reply, { ...refusal('resource_missing', 'transfer'), status: 404 });
    });
    scope.post<{ Params: { id: string } }>('/v1/transfers/:id/reversals', (request, reply) =>
      change(request, reply, PARAMS.none, () => {
        const transfer = transfers.get(request.params.id);
        if (!transfer) return refusal('resource_missing', 'transfer');
        if (fake.isSpent) return refusal('balance_insufficient', 'the balance of the account');
        const amount = transfer.amount - transfer.reversed;
        if (amount === 0) return refusal('transfer_already_reversed', 'nothing is left');
        transfer.reversed = transfer.amount;
        return { status: 200, body: { id: idOf('trr'), object: 'transfer_reversal', amount, transfer: transfer.id } };
      }),
    );
  });

  await app.register(async (scope) => {
    readForms(scope);
    scope.get<{ Params: { secret: string } }>('/connect/:secret', async (request, reply) => {
      const found = pages.get(request.params.secret);
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
      return found ? page('Payouts', FORM) : reply.code(404).send(page('This page is over', html``));
    });
    scope.post<{ Params: { secret: string } }>('/connect/:secret', async (request, reply) => {
      const found = pages.get(request.params.secret);
      const parsed = v.safeParse(formFields, formOf(request));
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
      if (!found || !parsed.success) return reply.code(400).send(page('Payouts', FORM));
      const { outcome, number } = parsed.output;
      await end(found.account, outcome, number.replaceAll(' ', '').slice(-4));
      return page('Thank you', backLink('Your account is set up.', found.back));
    });
  });
  return fake;
}

const send = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body);
const refusal = (code: string, message: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
});
const NO_ACCOUNT: Answer = {
  ...refusal('account_invalid', 'the key does not have access to this account'),
  status: 403,
};

const viewOfAccount = ({ id, country, metadata, isSubmitted, isEnabled, due, reason, last4 }: Account) => ({
  id,
  object: 'account',
  type: 'express',
  country,
  metadata,
  details_submitted: isSubmitted,
  charges_enabled: false,
  payouts_enabled: isEnabled,
  capabilities: { transfers: isEnabled ? 'active' : 'inactive' },
  requirements: { currently_due: due, disabled_reason: reason === '' ? null : reason },
  external_accounts: {
    object: 'list',
    data: last4 === '' ? [] : [{ id: `ba_${id}`, object: 'bank_account', last4 }],
  },
});

const viewOfTransfer = ({ id, created, amount, currency, destination, group, metadata, reversed }: Transfer) => ({
  id,
  object: 'transfer',
  created,
  livemode: false,
  amount,
  amount_reversed: reversed,
  reversed: reversed >= amount,
  currency,
  destination,
  transfer_group: group,
  metadata,
});

const page = (title: string, body: Markup) => providerPage(title, body, 'A simulated provider: no money moves.');

const FORM = html`<p>A real provider asks who you are and where your money goes. Here you choose what it would find.</p>
<form method="post">
${input('number', 'Bank account', html`value="DE89 3704 0044 0532 0130 00" autocomplete="off"`)}
${Object.entries(OUTCOMES).map(([outcome, label]) => html`<p><button name="outcome" value="${outcome}">${label}</button></p>`)}
</form>`;
