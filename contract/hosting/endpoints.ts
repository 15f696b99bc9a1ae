import {
  array,
  boolean,
  type InferOutput,
  integer,
  literal,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { amount } from '../api/shapes.ts';
import { externalId } from '../external-id.ts';
import { money } from '../payments/money.ts';
import { web } from '../payments/orders.ts';
import { shownText } from '../text/typed-text.ts';
import { openHours, weeklyHours } from './hours.ts';
import { identity, legalName } from './identity.ts';
import { payoutAccount, payoutStatement, payouts, statementYear, taxDetails, yearlyStatement } from './payouts.ts';
import { HOST_PAUSE_MINUTES, HOST_PRICE_MOST_GEMS, HOST_RULES_VERSION } from './rules.ts';
import { studio } from './studio.ts';

/**
 * States of an account on its way to being a host. `none`: never applied. `submitted`: waits for the operator. `returned`: the operator
 * asks for changes. `declined`, `suspended`: by the operator, with a reason. `accepted`: the account is a host.
 */
const HOSTING_STATES = ['none', 'submitted', 'returned', 'declined', 'accepted', 'suspended'] as const;

/** Parts of a profile that an applicant needs. */
export const HOST_NEEDS = ['avatar', 'about', 'country', 'lang'] as const;

const gems = pipe(number(), integer(), minValue(1), maxValue(HOST_PRICE_MOST_GEMS));

/** Schema of the state of an account's application to be a host and, once it is one, of its settings as a host. */
export const hosting = object({
  state: picklist(HOSTING_STATES),
  /** The operator's words about the state; empty if there are none. */
  reason: shownText,
  /** Parts that the profile still lacks for an application. */
  missing: array(picklist(HOST_NEEDS)),
  /** The identity check, which an applicant needs; null: identities are not checked. */
  identity: optional(nullable(identity), null),
  /** The application has a clip. Absent from older servers. */
  hasClip: optional(boolean(), false),
  /** Null: the account is no host. */
  host: nullable(
    object({
      /** Gems per started minute. */
      price: amount,
      bounds: object({ min: amount, max: amount, step: amount }),
      /** Changes of the price that are left within 24 hours. */
      priceChangesLeft: amount,
      /** The switch "Taking calls", regardless of a pause. */
      isTakingCalls: boolean(),
      /** End of the pause (server clock, ms); 0: no pause. */
      pausedUntil: number(),
      /** Null: viewers can call at any time while the switch is on. */
      weeklyHours: optional(nullable(weeklyHours), null),
      /** The present or the next of the weekly hours; null without weekly hours. */
      openHours: optional(nullable(openHours), null),
      /** The switch was turned off because too many calls were missed in a row. */
      isOffByMissedCalls: boolean(),
      /** Percent of a caller's gems that the host earns. */
      sharePercent: amount,
    }),
  ),
});
/** State of an account's application to be a host and, once it is one, its settings as a host. */
export type Hosting = InferOutput<typeof hosting>;

/** Endpoints of hosts, and of applications to become one (product 1.4). Changes answer the new state, or a provider's page (`url`). */
export const hostingRows = {
  hosting: {
    path: '/api/host_service/hosting',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: hosting,
  },
  /**
   * Starts or continues the identity check by the provider, and answers the page of the provider. Refused with `forbidden` if identities
   * are not checked, with `conflict` if there is nothing to do.
   */
  startIdentity: {
    path: '/api/host_service/start_identity',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ name: legalName }),
    output: object({ url: web }),
  },
  /**
   * Applies, or applies again; refused with `conflict` while the profile lacks a part or the identity check was not completed, and for a
   * suspended account.
   */
  applyAsHost: {
    path: '/api/host_service/apply',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** `clip`: id of the caller's private clip; without it the application keeps the one that it has. */
    input: object({ rulesVersion: literal(HOST_RULES_VERSION), clip: optional(externalId) }),
    output: hosting,
  },
  /** Sets the price of new calls; calls that run or ring keep theirs. Refused with `rate-limited` after the day's changes. */
  setHostPrice: {
    path: '/api/host_service/price',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ price: gems }),
    output: hosting,
  },
  /** Turns "Taking calls" on or off; with `pauseMinutes`, viewers cannot call for that time either, and the switch applies after it. */
  setTakingCalls: {
    path: '/api/host_service/taking_calls',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ on: boolean(), pauseMinutes: optional(picklist(HOST_PAUSE_MINUTES)) }),
    output: hosting,
  },
  /** Sets the weekly hours outside of which calls are refused; null: none. Refused with `bad-request` for an unknown time zone. */
  setWeeklyHours: {
    path: '/api/host_service/weekly_hours',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ weeklyHours: nullable(weeklyHours) }),
    output: hosting,
  },
  /** The earnings of the caller by day and source, from the ledger. */
  hostStudio: {
    path: '/api/host_service/studio',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: studio,
  },
  hostPayouts: {
    path: '/api/host_service/payouts',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: payouts,
  },
  /** The statement of one of the caller's payouts, to print. */
  payoutStatement: {
    path: '/api/host_service/payout_statement',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ id: externalId }),
    output: payoutStatement,
  },
  /** The statement of a calendar year of the caller, to print. */
  yearlyStatement: {
    path: '/api/host_service/yearly_statement',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ year: statementYear }),
    output: yearlyStatement,
  },
  /** Stores or replaces what tax reports name about the caller, who was a host at some time. */
  saveTaxDetails: {
    path: '/api/host_service/tax_details',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: taxDetails,
    output: payouts,
  },
  /** Stores or replaces the account to which later payouts go. */
  savePayoutAccount: {
    path: '/api/host_service/payout_account',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: payoutAccount,
    output: payouts,
  },
  /**
   * Creates the caller's account at Stripe if there is none, and answers the page of Stripe on which it is set up or changed. Refused with
   * `forbidden` if payouts do not go by Stripe, to an account that never was a host, and if Stripe refuses the country.
   */
  startPayoutSetup: {
    path: '/api/host_service/payout_setup',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({}),
    output: object({ url: web }),
  },
  /**
   * Requests a payout of these gems for the money that was shown; refused with `price-changed` if the rate differs, with `conflict` while
   * another one is open, no account is given or the one at Stripe is not ready, with `gems-insufficient` above what is available.
   */
  requestPayout: {
    path: '/api/host_service/request_payout',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ gems: pipe(amount, minValue(1)), money }),
    output: payouts,
  },
} as const satisfies EndpointTable;
