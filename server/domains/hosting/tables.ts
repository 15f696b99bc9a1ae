import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { WeeklyHours } from '../../../contract/hosting/hours.ts';
import { IDENTITY_PROBLEMS, IDENTITY_STATES } from '../../../contract/hosting/identity.ts';
import { CONNECTED_STATES, PAYOUT_STATES } from '../../../contract/hosting/payouts.ts';
import { SOLD_CURRENCY_CODES } from '../../../contract/payments/money.ts';
import { momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';
import { media } from '../media/tables.ts';

/** The listing of a suspended host, from which a reinstatement restores the row of `anchor`. */
export type SuspendedListing = {
  readonly price: number;
  readonly rank: number;
  readonly isSilver: boolean;
  /** Absent in listings of an older build. */
  readonly weeklyHours?: WeeklyHours | null;
  /** ISO 8601. */
  readonly createdAt: string;
};

/** Applications to be a host: one row per account, its latest state. The history is in the operator log. */
export const hostApplication = pgTable(
  'host_application',
  {
    uid: ownUid().primaryKey(),
    state: text('state', { enum: ['submitted', 'returned', 'declined', 'accepted', 'suspended'] }).notNull(),
    /** Version of the rules that the applicant accepted; 0 for hosts who never applied. */
    rulesVersion: smallint('rules_version').notNull().default(0),
    /** The operator's words to the account about the state. */
    reason: text('reason').notNull().default(''),
    appliedAt: momentColumn('applied_at').notNull().defaultNow(),
    /** Id of the entry in the operator log that set the state; empty while it waits. */
    reviewedBy: text('reviewed_by').notNull().default(''),
    /** The former listing, set while the host is suspended. */
    listing: jsonb('listing').$type<SuspendedListing>(),
  },
  (table) => [
    index('host_application_waiting').on(table.appliedAt).where(sql`state = 'submitted'`),
    check('host_application_listing', sql`(${table.state} = 'suspended') = (${table.listing} is not null)`),
  ],
);

/**
 * The identity check of an account by the provider: its latest session there and the outcome. No document, picture or birth date is stored.
 */
export const hostIdentity = pgTable(
  'host_identity',
  {
    uid: ownUid().primaryKey(),
    /** Id of the session at the provider. */
    ref: text('ref').notNull().unique(),
    state: text('state', { enum: IDENTITY_STATES }).notNull().default('started'),
    /** Why it was declined or needs a review; empty otherwise. */
    problem: text('problem', { enum: ['', ...IDENTITY_PROBLEMS] })
      .notNull()
      .default(''),
    /** Whether the document has the name that the applicant stated; null unless the provider has verified the document. */
    nameMatches: boolean('name_matches'),
    /** The name that the applicant stated, encrypted (hosting/personal-data.ts); emptied once the state is final. */
    sealedName: text('sealed_name').notNull().default(''),
    startedAt: momentColumn('started_at').notNull().defaultNow(),
    /** When the provider was asked last; 1970 after a webhook. */
    askedAt: momentColumn('asked_at').notNull().defaultNow(),
    /** When the check was verified, declined or sent to a review, last; null while it is open. */
    endedAt: momentColumn('ended_at'),
    /** Id of the entry in the operator log of a decision after a review; empty for a decision of the provider. */
    reviewedBy: text('reviewed_by').notNull().default(''),
  },
  (table) => [index('host_identity_open').on(table.askedAt).where(sql`state in ('started', 'processing')`)],
);

/** The clip of an application, a private file (`chat` of `media`) that its owner and moderators can see. */
export const hostClip = pgTable('host_clip', {
  uid: ownUid().primaryKey(),
  mediaId: text('media_id')
    .notNull()
    .unique()
    .references(() => media.id, { onDelete: 'cascade' }),
});

/**
 * What tax reports name about a host, encrypted (hosting/personal-data.ts). No foreign key to the account: after payouts the details must
 * outlive it (`TAX_DETAILS_KEPT_DAYS`).
 */
export const taxDetails = pgTable('tax_details', {
  uid: uidColumn('uid').primaryKey(),
  sealed: text('sealed').notNull(),
  changedAt: momentColumn('changed_at').notNull().defaultNow(),
});

/** Changes of prices by hosts, for the daily limit and for questions about a price. */
export const hostPriceChange = pgTable(
  'host_price_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uid: ownUid(),
    before: integer('before').notNull(),
    after: integer('after').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [index('host_price_change_of').on(table.uid, table.at)],
);

/** The bank account to which payouts of a host by the bank go. `sealed`: holder and number, encrypted (hosting/payouts/account.ts). */
export const payoutAccount = pgTable('payout_account', {
  uid: ownUid().primaryKey(),
  sealed: text('sealed').notNull(),
  changedAt: momentColumn('changed_at').notNull().defaultNow(),
});

/**
 * Payouts of hosts. The gems are held in the ledger under the operation `payout:<id>` from the request on; they go to the house when the
 * money is sent, and back to the host when the payout fails or is returned. No foreign key to the account: the history of money outlives
 * it.
 */
export const payout = pgTable(
  'payout',
  {
    id: text('id').primaryKey(),
    uid: uidColumn('uid').notNull(),
    /** Idempotency key of the request. */
    operation: text('operation').notNull(),
    gems: bigint('gems', { mode: 'number' }).notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: SOLD_CURRENCY_CODES as [(typeof SOLD_CURRENCY_CODES)[number]] }).notNull(),
    /** The bank account at the time of the request, encrypted as in `payout_account` ('' by Stripe), and the end of its number. */
    sealed: text('sealed').notNull(),
    last4: text('last4').notNull(),
    state: text('state', { enum: PAYOUT_STATES }).notNull().default('requested'),
    requestedAt: momentColumn('requested_at').notNull().defaultNow(),
    stateAt: momentColumn('state_at').notNull().defaultNow(),
    /** Id of the entry in the operator log that set the state; empty for a request. */
    changedBy: text('changed_by').notNull().default(''),
    /** The operator who gave the first of two approvals, as in `operator_log.who`; empty without one. */
    firstApprover: text('first_approver').notNull().default(''),
    /** The operator who first said that the money did not arrive, if a second one has to; empty after each change of the state. */
    firstUndoer: text('first_undoer').notNull().default(''),
    /** Reference of the bank transfer, or id of the transfer at Stripe; empty before the money is sent. */
    reference: text('reference').notNull().default(''),
    /** The operator's words to the host about a failed or returned payout. */
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    uniqueIndex('payout_once').on(table.uid, table.operation),
    uniqueIndex('payout_one_open').on(table.uid).where(sql`state in ('requested', 'approved')`),
    index('payout_of').on(table.uid, table.requestedAt),
    index('payout_waiting').on(table.requestedAt).where(sql`state in ('requested', 'approved')`),
    index('payout_undo_waiting').on(table.requestedAt).where(sql`first_undoer <> ''`),
    check('payout_amounts', sql`${table.gems} > 0 and ${table.amountMinor} > 0`),
  ],
);

/** The account of a host at Stripe (Connect), with `PAYOUTS=stripe`. The host's data are at Stripe alone. */
export const connectedAccount = pgTable(
  'connected_account',
  {
    uid: ownUid().primaryKey(),
    /** Its id at Stripe; empty until Stripe answered. */
    ref: text('ref').notNull().default(''),
    /** Idempotency key of its creation, and the country (ISO 3166) with which it is created. */
    creation: text('creation').notNull(),
    country: text('country').notNull(),
    state: text('state', { enum: CONNECTED_STATES }).notNull().default('none'),
    /** What Stripe needs, or why it does not pay out, in Stripe's codes; for operators. */
    problem: text('problem').notNull().default(''),
    /** The end of the number of the bank account at Stripe. */
    last4: text('last4').notNull().default(''),
    /** When the host opened Stripe's page last. */
    openedAt: momentColumn('opened_at').notNull(),
    /** When Stripe was asked last; 1970 after a webhook. */
    askedAt: momentColumn('asked_at').notNull(),
  },
  (table) => [
    uniqueIndex('connected_account_ref').on(table.ref).where(sql`ref <> ''`),
    index('connected_account_asked').on(table.askedAt),
  ],
);

/**
 * The transfers of payouts by Stripe; a payout without a row goes by the bank. `waiting`: nothing was asked of Stripe. `asked`: Stripe may
 * have made the transfer. `made`: it did. `reversing`: operators want it back.
 */
export const payoutTransfer = pgTable(
  'payout_transfer',
  {
    payoutId: text('payout_id')
      .primaryKey()
      .references(() => payout.id, { onDelete: 'cascade' }),
    /** The account at Stripe to which it goes. */
    destination: text('destination').notNull(),
    state: text('state', { enum: ['waiting', 'asked', 'made', 'reversing'] })
      .notNull()
      .default('waiting'),
    /**
     * The account of the house at Stripe of which it was asked (`ConnectProvider.readPlatformAccount`); empty before, and in rows of an
     * older build.
     */
    platformAccount: text('platform_account').notNull().default(''),
    /** Its id at Stripe; empty until it is made. */
    ref: text('ref').notNull().default(''),
    /** Requests that Stripe refused: a part of the idempotency key, because Stripe repeats its answer to a key. */
    refusals: smallint('refusals').notNull().default(0),
    /** Why it is not made, or what Stripe took back or refused to, for operators; empty if nothing is wrong. */
    problem: text('problem').notNull().default(''),
    /** Id of the entry in the operator log that asked to reverse it, and the words to the host. */
    reversedBy: text('reversed_by').notNull().default(''),
    reversalReason: text('reversal_reason').notNull().default(''),
    /** When Stripe was asked last; 1970: it is due, after a webhook or a decision. */
    askedAt: momentColumn('asked_at').notNull(),
  },
  (table) => [
    uniqueIndex('payout_transfer_ref').on(table.ref).where(sql`ref <> ''`),
    index('payout_transfer_asked').on(table.askedAt),
  ],
);
