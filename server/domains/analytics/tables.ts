import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AttributionInfo } from '../../../contract/analytics/attribution.ts';
import { CONSENT_WAYS } from '../../../contract/analytics/endpoints.ts';
import { momentColumn, ownUid } from '../../platform/database/account.ts';

/**
 * Events as devices told of them, with consent. What they say of themselves is believed: it is for counting, never for money or
 * rights.
 */
export const measureEvent = pgTable(
  'measure_event',
  {
    /** Made on the device: an event that comes again is the same row. */
    uuid: uuid('uuid').primaryKey(),
    appId: text('app_id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    distinctId: text('distinct_id').notNull(),
    /** As the device says, so no reference. */
    accountUid: bigint('account_uid', { mode: 'number' }),
    deviceId: text('device_id').notNull(),
    /** By the device's clock where that can be, else when it was received. */
    at: momentColumn('at').notNull(),
    receivedAt: momentColumn('received_at').notNull().defaultNow(),
    /** Hours ahead of UTC. */
    zone: real('zone').notNull(),
    tag: boolean('tag').notNull(),
    properties: jsonb('properties').notNull(),
  },
  (table) => [
    index('measure_event_by_name').on(table.name, table.at),
    index('measure_event_by_device').on(table.distinctId, table.name, table.at),
    index('measure_event_by_account').on(table.accountUid).where(sql`${table.accountUid} is not null`),
    index('measure_event_by_age').on(table.receivedAt),
  ],
);

/** Who allowed what, and took it back. Append-only: rows leave by their age alone (see the triggers in the migrations). */
export const consentProof = pgTable(
  'consent_proof',
  {
    /** Made on the device. */
    id: text('id').primaryKey(),
    device: text('device').notNull(),
    /** No reference: the account may go, the proof may not. */
    uid: bigint('uid', { mode: 'number' }),
    version: integer('version').notNull(),
    textHash: text('text_hash').notNull(),
    measurement: boolean('measurement').notNull(),
    attribution: boolean('attribution').notNull(),
    how: text('how', { enum: CONSENT_WAYS }).notNull(),
    language: text('language').notNull(),
    build: bigint('build', { mode: 'number' }).notNull(),
    /** By the device's clock. */
    saidAt: momentColumn('said_at').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [index('consent_proof_by_age').on(table.at), check('consent_proof_id', sql`length(${table.id}) = 21`)],
);

/** How an account's devices came here: each change, newest last. */
export const accountAttribution = pgTable(
  'account_attribution',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    uid: ownUid(),
    info: jsonb('info').$type<AttributionInfo>().notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [index('account_attribution_by_uid').on(table.uid, table.id)],
);
