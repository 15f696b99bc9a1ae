import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import * as v from 'valibot';
import { yearsSince } from '../../../../contract/account/life.ts';
import type { IDENTITY_PROBLEMS, IdentityState } from '../../../../contract/hosting/identity.ts';
import { ADULT_AGE_YEARS } from '../../../../contract/people/rules.ts';
import { ok, type Result } from '../../../../contract/result.ts';
import type { Config } from '../../../config.ts';
import { createStripeClient, verifyStripeEvent } from '../../payments/gateways/stripe.ts';
import { stripePlace } from '../../payments/gateways.ts';

/** Why an identity check was declined or needs a review. */
export type IdentityProblem = (typeof IDENTITY_PROBLEMS)[number];

/** A session at the provider: its id, and the page of the provider that the applicant opens. */
type ProviderSession = { readonly ref: string; readonly url: string };

/**
 * State of a session at the provider. `gone`: it was cancelled or its data were deleted, so that another one is needed. `name`: as on the
 * document, of a verified person only. `uid`: the account for which the session was created; undefined if it names none.
 */
export type IdentitySnapshot = {
  readonly uid: number | undefined;
  readonly state: IdentityState | 'gone';
  readonly problem: '' | IdentityProblem;
  readonly name: string;
  /** The page on which the applicant continues; '' if there is nothing to do. */
  readonly url: string;
};

/** Client of the provider of identity checks. A webhook names a session, and is never trusted for its state. */
export type IdentityProvider = {
  /** Creates a session for an identity check. The same key creates it once. */
  open(facts: { readonly uid: number; readonly returnUrl: string }, key: string): Promise<ProviderSession>;
  /** Asks for the state of a session; undefined if the provider does not know it. */
  read(ref: string, now: number): Promise<IdentitySnapshot | undefined>;
  /** Verifies a webhook event, and returns the session that it is about; '' if none. */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders, now: number): Result<string, 'forged' | 'stale'>;
};

const OUR_UID = 'uid';
const EXPAND = ['verified_outputs', 'verified_outputs.dob'];

const nameText = v.nullish(v.pipe(v.string(), v.maxLength(1_000)), '');
const part = v.nullable(v.pipe(v.number(), v.integer()));
const answer = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/)),
  status: v.string(),
  url: v.nullish(v.pipe(v.string(), v.url(), v.regex(/^https?:/))),
  metadata: v.nullish(v.record(v.string(), v.string())),
  last_error: v.nullish(v.object({ code: v.nullish(v.string()) })),
  redaction: v.nullish(v.object({ status: v.string() })),
  verified_outputs: v.nullish(
    v.object({
      first_name: nameText,
      last_name: nameText,
      dob: v.nullish(v.object({ day: part, month: part, year: part })),
    }),
  ),
});
type Answer = v.InferOutput<typeof answer>;
const about = v.object({ id: v.string(), object: v.literal('identity.verification_session') });

/**
 * Creates the client of the provider that the configuration selects, by the API of Stripe Identity (docs.stripe.com/identity); undefined if
 * identities are not checked.
 */
export function identityProviderOf({ identity }: Pick<Config, 'identity'>): IdentityProvider | undefined {
  if (identity === undefined) return undefined;
  const stripe = createStripeClient({ secretKey: identity.key, api: stripePlace(identity.url) });
  const { verificationSessions: sessions } = stripe.identity;
  return {
    async open({ uid, returnUrl }, key) {
      const made = await sessions.create(
        {
          type: 'document',
          options: { document: { require_live_capture: true, require_matching_selfie: true } },
          metadata: { [OUR_UID]: String(uid) },
          return_url: returnUrl,
        },
        { idempotencyKey: key },
      );
      const { id: ref, url } = v.parse(answer, made);
      if (!url) throw new Error('the provider answered no page');
      return { ref, url };
    },
    async read(ref, now) {
      try {
        return readSession(v.parse(answer, await sessions.retrieve(ref, { expand: EXPAND })), now);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined;
        throw error;
      }
    },
    verifyWebhook(raw, headers, now) {
      const event = verifyStripeEvent(stripe, identity.secret, raw, headers, now);
      if (!event.ok) return event;
      const session = v.safeParse(about, event.value.data.object);
      return ok(session.success ? session.output.id : '');
    },
  };
}

/** Codes of errors after which the applicant only has not finished yet. */
const UNFINISHED: ReadonlySet<string> = new Set(['abandoned', 'device_not_supported']);

function readSession(
  { status, url, metadata, last_error, redaction, verified_outputs }: Answer,
  now: number,
): IdentitySnapshot {
  const uid = Number(metadata?.[OUR_UID]) || undefined;
  const snapshot = { uid, url: (status === 'requires_input' && url) || '', problem: '', name: '' } as const;
  const code = last_error?.code ?? '';
  if (status === 'canceled' || redaction) return { ...snapshot, state: 'gone' };
  if (status === 'processing') return { ...snapshot, state: 'processing' };
  if (status === 'requires_input') {
    if (code === '' || UNFINISHED.has(code)) return { ...snapshot, state: 'started' };
    return { ...snapshot, state: 'declined', problem: problemOf(code) };
  }
  if (status !== 'verified') throw new Error('the provider answered an unknown state');
  const age = ageOf(verified_outputs?.dob, now);
  if (age === undefined) return { ...snapshot, state: 'review', problem: 'document' };
  if (age < ADULT_AGE_YEARS) return { ...snapshot, state: 'declined', problem: 'age' };
  const name = `${verified_outputs?.first_name ?? ''} ${verified_outputs?.last_name ?? ''}`;
  return { ...snapshot, state: 'verified', name };
}

/** Full years of age by the date on the document; undefined if a part of it is missing or no day. */
function ageOf(dob: NonNullable<Answer['verified_outputs']>['dob'], now: number): number | undefined {
  const { year, month, day } = dob ?? {};
  if (!year || !month || !day) return undefined;
  const pad = (part: number, length: number) => String(part).padStart(length, '0');
  return yearsSince(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`, new Date(now).toISOString().slice(0, 10));
}

function problemOf(code: string): IdentityProblem {
  if (code === 'under_supported_age') return 'age';
  const [start] = code.split('_');
  return start === 'document' || start === 'selfie' ? start : 'other';
}
