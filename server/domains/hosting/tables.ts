import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { momentColumn, ownUid } from '../../platform/database/account.ts';

/** The listing of a suspended host, from which a reinstatement restores the row of `anchor`. */
export type SuspendedListing = {
  readonly price: number;
  readonly rank: number;
  readonly isSilver: boolean;
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
    /** Set while the host is suspended. */
    listing: jsonb('listing').$type<SuspendedListing>(),
  },
  (table) => [
    index('host_application_waiting').on(table.appliedAt).where(sql`state = 'submitted'`),
    check('host_application_listing', sql`(${table.state} = 'suspended') = (${table.listing} is not null)`),
  ],
);

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
