import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import * as v from 'valibot';
import type { ConnectedState } from '../../../../../contract/hosting/payouts.ts';
import type { Money } from '../../../../../contract/payments/money.ts';
import { fail, ok, type Result } from '../../../../../contract/result.ts';
import type { Config } from '../../../../config.ts';
import { createStripeClient, isRefusal, legalSum, verifyStripeEvent } from '../../../payments/gateways/stripe.ts';
import { stripePlace } from '../../../payments/gateways.ts';

/** State of a connected account at Stripe. `uid`: the account for which it was created; undefined if it names none. */
export type AccountSnapshot = {
  readonly uid: number | undefined;
  readonly state: Exclude<ConnectedState, 'none'>;
  /** What Stripe needs, or why it does not pay out, in Stripe's codes; '' if nothing. */
  readonly problem: string;
  /** The end of the number of the bank account; '' if there is none. */
  readonly last4: string;
};

/** A transfer at Stripe. `reversedMinor`: what was taken back from the host. */
export type TransferSnapshot = {
  readonly ref: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payoutId: string;
  readonly destination: string;
  readonly reversedMinor: number;
};

/** Why Stripe refused a request without effect. `account`: because of the connected account, so that it cannot be repeated. */
export type TransferRefusal = { readonly code: string; readonly cause: 'account' | 'other' };

/** The object that a webhook event is about. A transfer is named by its id, and by the payout in its metadata if it has one. */
type ConnectEvent =
  | { readonly kind: 'account'; readonly ref: string }
  | { readonly kind: 'transfer'; readonly ref: string; readonly payoutId: string }
  | { readonly kind: 'other' };

/** A transfer that is to be made. */
type TransferFacts = { readonly payoutId: string; readonly destination: string; readonly money: Money };

/** Client of Stripe Connect. A webhook names an object, and is never trusted for its state. */
export type ConnectProvider = {
  /**
   * Asks for the account and mode of the API key: what was asked of one is unknown to another. Where the key may not read its account, a
   * hash of the key replaces it, so that another key counts as another account.
   */
  readPlatformAccount(): Promise<string>;
  /** Creates an account and returns its id. The same key creates it once. Stripe refuses a country that it does not serve. */
  createAccount(
    facts: { readonly uid: number; readonly country: string },
    key: string,
  ): Promise<Result<string, string>>;
  /** Asks for the state of an account; undefined if it does not exist or was disconnected. */
  readAccount(ref: string): Promise<AccountSnapshot | undefined>;
  /**
   * Creates the page of Stripe on which an account is set up or, once it is ready, shown and changed. It is used once, and leads back to
   * `page`. The same key creates it once.
   */
  openPage(ref: string, to: { readonly page: string; readonly isReady: boolean }, key: string): Promise<string>;
  /** Asks for the transfers of a payout. The list is consistent at once. */
  findTransfers(payoutId: string): Promise<readonly TransferSnapshot[]>;
  readTransfer(ref: string): Promise<TransferSnapshot>;
  /** Makes a transfer. The same key makes it once. Throws if the outcome is unknown. */
  transfer(facts: TransferFacts, key: string): Promise<Result<TransferSnapshot, TransferRefusal>>;
  /** Takes back what is left of a transfer. The same key does it once. Throws if the outcome is unknown. */
  reverse(ref: string, key: string): Promise<Result<undefined, TransferRefusal>>;
  /** Verifies a webhook event, and returns what it is about. */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders, now: number): Result<ConnectEvent, 'forged' | 'stale'>;
};

const OUR_UID = 'uid';
const OUR_PAYOUT = 'payout';
const LISTED = 100;
const KEY_HASH_CHARS = 24;
/** How many codes of Stripe's requirements are stored for an account; the rest is on Stripe's page. */
const REQUIREMENTS_STORED = 5;
/** Refusals because of the connected account: it is gone, or may not receive money (docs.stripe.com/error-codes). */
const ACCOUNT_CODES: ReadonlySet<string> = new Set([
  'account_closed',
  'account_invalid',
  'capability_not_active',
  'insufficient_capabilities_for_transfer',
  'no_account',
  'resource_missing',
  'transfers_not_allowed',
]);

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/));
const metadata = v.nullish(v.record(v.string(), v.string()));
const code = v.pipe(v.string(), v.maxLength(255));
const accountAnswer = v.object({
  id: name,
  metadata,
  details_submitted: v.boolean(),
  payouts_enabled: v.boolean(),
  capabilities: v.nullish(v.object({ transfers: v.nullish(v.string()) })),
  requirements: v.nullish(v.object({ currently_due: v.nullish(v.array(code)), disabled_reason: v.nullish(code) })),
  external_accounts: v.nullish(v.object({ data: v.array(v.object({ last4: v.nullish(v.string()) })) })),
});
const transferAnswer = v.object({
  id: name,
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  amount_reversed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency: v.pipe(v.string(), v.toUpperCase()),
  destination: name,
  metadata,
});
const platformAnswer = v.object({ id: name });
const pageAnswer = v.object({ url: v.pipe(v.string(), v.url(), v.regex(/^https?:/)) });
const about = v.object({ id: name, object: v.string(), metadata });

/** Creates the client of Stripe Connect; undefined if payouts do not go by Stripe. */
export function connectProviderOf({
  payouts,
  payoutWebhookSecrets,
  payments,
}: Pick<Config, 'payouts' | 'payoutWebhookSecrets' | 'payments'>): ConnectProvider | undefined {
  if (payouts !== 'stripe') return undefined;
  const { secretKey, api } = payments.stripe;
  const stripe = createStripeClient({ secretKey, ...(api !== undefined && { api: stripePlace(api) }) });
  let platform: string | undefined;
  return {
    async readPlatformAccount() {
      platform ??= await readPlatformAccount(stripe, secretKey);
      return platform;
    },
    async createAccount({ uid, country }, key) {
      try {
        const made = await stripe.accounts.create(
          {
            type: 'express',
            ...(country !== '' && { country }),
            capabilities: { transfers: { requested: true } },
            metadata: { [OUR_UID]: String(uid) },
          },
          { idempotencyKey: key },
        );
        return ok(made.id);
      } catch (error) {
        if (isRefusal(error)) return fail(error.code ?? 'refused');
        throw error;
      }
    },
    async readAccount(ref) {
      try {
        return readAccount(v.parse(accountAnswer, await stripe.accounts.retrieve(ref)));
      } catch (error) {
        // 403 `account_invalid`: the host has disconnected it.
        if (error instanceof Stripe.errors.StripeError && isGone(error)) return undefined;
        throw error;
      }
    },
    async openPage(ref, { page, isReady }, key) {
      const options = { idempotencyKey: `${key}:${isReady ? 'ready' : 'setup'}` };
      if (isReady) return v.parse(pageAnswer, await stripe.accounts.createLoginLink(ref, {}, options)).url;
      const link = await stripe.accountLinks.create(
        {
          account: ref,
          type: 'account_onboarding',
          refresh_url: page,
          return_url: page,
          collection_options: { fields: 'eventually_due' },
        },
        options,
      );
      return v.parse(pageAnswer, link).url;
    },
    async findTransfers(payoutId) {
      const found: TransferSnapshot[] = [];
      for await (const each of stripe.transfers.list({ transfer_group: groupOf(payoutId), limit: LISTED })) {
        const transfer = readTransfer(each);
        if (transfer.payoutId === payoutId) found.push(transfer);
      }
      return found;
    },
    readTransfer: async (ref) => readTransfer(await stripe.transfers.retrieve(ref)),
    async transfer({ payoutId, destination, money }, key) {
      const { unit_amount: amount, currency } = legalSum(money);
      return unlessRefused(async () => {
        const made = await stripe.transfers.create(
          { amount, currency, destination, transfer_group: groupOf(payoutId), metadata: { [OUR_PAYOUT]: payoutId } },
          { idempotencyKey: key },
        );
        return readTransfer(made);
      });
    },
    reverse: (ref, key) =>
      unlessRefused(async () => {
        await stripe.transfers.createReversal(ref, {}, { idempotencyKey: key });
        return undefined;
      }),
    verifyWebhook(raw, headers, now) {
      // Stripe signs the events of connected accounts by another secret than those of the platform.
      let result: ReturnType<typeof verifyStripeEvent> = fail('forged');
      for (const secret of payoutWebhookSecrets) {
        result = verifyStripeEvent(stripe, secret, raw, headers, now);
        if (result.ok || result.error === 'stale') break;
      }
      if (!result.ok) return result;
      const { account, data } = result.value;
      const object = v.safeParse(about, data.object);
      if (object.success && object.output.object === 'transfer') {
        const { id: ref, metadata } = object.output;
        return ok({ kind: 'transfer', ref, payoutId: metadata?.[OUR_PAYOUT] ?? '' });
      }
      const isAccount = object.success && object.output.object === 'account';
      // A payout from Stripe to the bank of the host, or the end of the connection, is an event of the account.
      const ref = account ?? (isAccount ? object.output.id : '');
      return ok(ref === '' ? { kind: 'other' } : { kind: 'account', ref });
    },
  };
}

async function readPlatformAccount(stripe: Stripe, secretKey: string): Promise<string> {
  try {
    const { id } = v.parse(platformAnswer, await stripe.accounts.retrieveCurrent());
    // One account at Stripe has a test and a live mode, so the mode is a part of the result.
    return `${id}:${secretKey.includes('_test_') ? 'test' : 'live'}`;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    return `key:${createHash('sha256').update(secretKey).digest('hex').slice(0, KEY_HASH_CHARS)}`;
  }
}

const groupOf = (payoutId: string) => `payout_${payoutId}`;

const isGone = ({ statusCode, code }: { readonly statusCode?: number; readonly code?: string }) =>
  statusCode === 404 || code === 'account_invalid';

async function unlessRefused<T>(run: () => Promise<T>): Promise<Result<T, TransferRefusal>> {
  try {
    return ok(await run());
  } catch (error) {
    const isLost = error instanceof Stripe.errors.StripePermissionError && isGone(error);
    if (!isLost && !isRefusal(error)) throw error;
    const { code = 'refused' } = error;
    return fail({ code, cause: ACCOUNT_CODES.has(code) ? 'account' : 'other' });
  }
}

function readAccount(answer: v.InferOutput<typeof accountAnswer>): AccountSnapshot {
  const { metadata, requirements, external_accounts: banks } = answer;
  const due = requirements?.currently_due ?? [];
  const reason = requirements?.disabled_reason ?? '';
  const [bank] = banks?.data ?? [];
  return {
    uid: Number(metadata?.[OUR_UID]) || undefined,
    state: stateOf(answer, due, reason),
    problem: [reason, ...due.slice(0, REQUIREMENTS_STORED)].filter((word) => word !== '').join(', '),
    last4: bank?.last4 ?? '',
  };
}

function stateOf(
  { details_submitted, payouts_enabled, capabilities }: v.InferOutput<typeof accountAnswer>,
  due: readonly string[],
  reason: string,
): AccountSnapshot['state'] {
  if (reason.startsWith('rejected')) return 'declined';
  if (payouts_enabled && capabilities?.transfers === 'active') return 'ready';
  if (!details_submitted) return 'incomplete';
  return due.length > 0 ? 'restricted' : 'checking';
}

function readTransfer(answer: unknown): TransferSnapshot {
  const { id: ref, amount, amount_reversed, currency, destination, metadata } = v.parse(transferAnswer, answer);
  return {
    ref,
    payoutId: metadata?.[OUR_PAYOUT] ?? '',
    destination,
    amountMinor: amount,
    currency,
    reversedMinor: amount_reversed,
  };
}
