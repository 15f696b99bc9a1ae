import { sql } from 'drizzle-orm';
import { PASSKEYS_MAX } from '../../../contract/account/rules.ts';
import { CALL_FRAMES_KEPT_DAYS } from '../../../contract/calls/rules.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { TAX_DETAILS_KEPT_DAYS } from '../../../contract/hosting/payouts.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Database } from './connect.ts';

/**
 * Retention of revoked and unused tokens. They record the devices of an account, which once-per-person offers check
 * (`server/domains/payments/order/claims.ts`). A logout whose answer was lost is also retried with a revoked token, for up to 30 days
 * (`server/platform/http/idempotency.ts`).
 */
export const TOKENS_KEPT_DAYS = 180;
/**
 * Retention of webhook events of payment gateways. An event may be repeated: Stripe retries for 3 days and its dashboard resends for 30.
 * A dispute may arrive up to 540 days after the payment, the longest period of the card networks, and its order is found by earlier
 * events.
 */
export const GATEWAY_EVENTS_KEPT_DAYS = 550;
/** Retention of card bindings: the validity of an operation id, as a retry of `save_bank_card` finds its binding. */
export const CARD_BINDINGS_KEPT_DAYS = 30;
/** Retention of saved cards after their removal. A removed card is not charged again; its orders store what they need of it. */
export const FORGOTTEN_CARDS_KEPT_DAYS = 180;
/** Retention of violations. Locks count the last 24 hours; the team reviews longer periods. */
export const VIOLATIONS_KEPT_DAYS = 365;
/** Retention of wishes to be notified when a person comes online. An older one is no longer expected. */
const ONLINE_WISHES_KEPT_DAYS = 30;
/** Retention of rows that count for one UTC day, which are used on that day only. */
const DAILY_ROWS_KEPT_DAYS = 2;

/** Retention rule of a table: when, or by what, its rows are deleted. */
export type Retention =
  /** Deleted by `deleteOldRows` when this SQL condition holds. */
  | { readonly deletedWhen: string }
  /** Deleted by the job of this name, or by something else that `by` describes. */
  | { readonly by: string; readonly job?: string }
  /** Deleted with the account (`server/domains/account/purge.ts`, or a foreign key). The text bounds the rows per account. */
  | { readonly withAccount: string }
  /** Never deleted; the text is the reason. */
  | { readonly kept: string };

const olderThan = (column: string, days: number) => `${column} < now() - interval '${days} days'`;
const daysAgo = (days: number) => `(extract(epoch from now()) / 86400)::int - ${days}`;
const ONE_ROW = 'one row per account';
const MONEY = 'history of money, which outlives accounts';
const OPERATED = 'set by the operator';

/** Retention rule of every table of the database, for the job `deleteOldRows`; a test compares the names with the tables. */
export const RETENTION: Readonly<Record<string, Retention>> = {
  account: { kept: 'a tombstone, so that no uid is given twice' },
  account_attribution: { withAccount: 'the newest 50' },
  account_lock: { withAccount: ONE_ROW },
  account_move: { deletedWhen: olderThan('until', 1) },
  account_openid: { withAccount: 'one row per device that the owner took it to' },
  account_settings: { withAccount: ONE_ROW },
  allowance_use: {
    deletedWhen: `kind <> 'first' and owner ~ '@[0-9]+$' and substring(owner from '@([0-9]+)$')::numeric < ${daysAgo(DAILY_ROWS_KEPT_DAYS)}`,
  },
  anchor: { withAccount: ONE_ROW },
  archive: { withAccount: 'messages of a person are theirs until they delete the account' },
  auto_message: { deletedWhen: `day < ${daysAgo(DAILY_ROWS_KEPT_DAYS)}` },
  block: { withAccount: 'what the owner blocked' },
  booking: { kept: MONEY },
  call: { kept: MONEY },
  call_frame: {
    deletedWhen: `${olderThan('at', CALL_FRAMES_KEPT_DAYS)} and not exists (select from report where report.ticket = call_frame.ticket and report.open)`,
  },
  call_rating: { by: 'its call' },
  came_online: { withAccount: ONE_ROW },
  card_binding: { deletedWhen: olderThan('created_at', CARD_BINDINGS_KEPT_DAYS) },
  check_in_reminder: { withAccount: ONE_ROW },
  chosen_country: { withAccount: ONE_ROW },
  closed_host: { by: 'its time', job: 'closed hosts' },
  connected_account: { withAccount: ONE_ROW },
  consent_proof: { by: 'its age', job: 'forget old events' },
  data_export: { deletedWhen: olderThan('at', 1) },
  device_token: { deletedWhen: olderThan('coalesce(revoked_at, used_at)', TOKENS_KEPT_DAYS) },
  exclusive_item: { withAccount: '24' },
  favourite: { withAccount: 'a bounded list of the owner' },
  friend_request: { withAccount: 'one row per pair' },
  friendship: { withAccount: 'two rows per pair' },
  gateway_event: { deletedWhen: olderThan('at', GATEWAY_EVENTS_KEPT_DAYS) },
  gift: { kept: OPERATED },
  gift_received: { withAccount: 'one row per gift of the catalogue' },
  gift_sent: { kept: MONEY },
  gift_version: { kept: 'one row' },
  host_application: { withAccount: ONE_ROW },
  host_clip: { by: 'its file' },
  host_identity: { withAccount: ONE_ROW },
  host_price_change: { withAccount: 'the changes of a host, a few a day' },
  leader: { kept: 'one row per task that a single process does' },
  left_online: { withAccount: ONE_ROW },
  lucky_draw: { kept: MONEY },
  maintenance_window: { kept: OPERATED },
  market: { kept: OPERATED },
  measure_event: { by: 'its age, and a bound of all rows', job: 'forget old events' },
  media: { by: 'the file that it describes', job: 'forget private media' },
  media_lock: { kept: MONEY },
  media_pass: { by: 'the session that it belongs to' },
  media_share: { by: 'its file' },
  message_lock: { withAccount: ONE_ROW },
  money_lock: { withAccount: ONE_ROW },
  notice: { by: 'its age', job: 'old notices' },
  online_stream: { by: 'the process that holds the stream, or the one that finds it gone' },
  online_wish: { deletedWhen: olderThan('at', ONLINE_WISHES_KEPT_DAYS) },
  operation: { by: 'its age', job: 'forget old operations' },
  operator_account: { kept: OPERATED },
  operator_log: { kept: 'the log of what operators did is only added to' },
  operator_session: { by: 'the next sign-in of the operator' },
  payout: { kept: MONEY },
  payout_account: { withAccount: ONE_ROW },
  payout_transfer: { kept: MONEY },
  passkey: { withAccount: `the ${PASSKEYS_MAX} that the owner may add` },
  passkey_challenge: { deletedWhen: 'until < now()' },
  passkey_handle: { withAccount: ONE_ROW },
  payment_call: { kept: MONEY },
  payment_comparison: { kept: 'one row per gateway' },
  payment_difference: { kept: MONEY },
  payment_order: { kept: MONEY },
  person_like: { withAccount: 'one row per pair' },
  posting: { kept: MONEY },
  profile: { withAccount: ONE_ROW },
  push_job: { by: 'its end', job: 'old pushes' },
  push_pace: { withAccount: ONE_ROW },
  push_token: { by: 'the session that it belongs to' },
  rate_use: { by: 'its window', job: 'forget rates' },
  recovery_code: { deletedWhen: olderThan('until', 1) },
  recovery_email: { withAccount: ONE_ROW },
  refused_device: { deletedWhen: 'until < now()' },
  report: { by: 'the accounts that it is about', job: 'purge closed accounts' },
  report_message: { by: 'its report' },
  reversal: { kept: MONEY },
  reward_claim: { kept: MONEY },
  saved_card: { deletedWhen: olderThan('forgotten_at', FORGOTTEN_CARDS_KEPT_DAYS) },
  sealed_answer: { by: 'its age', job: 'forget sealed answers' },
  secret: { kept: 'one row per secret of the server' },
  service_outbox: { by: 'its delivery' },
  site_setting: { kept: OPERATED },
  site_setting_log: { kept: 'the log of what operators did is only added to' },
  sku: { kept: OPERATED },
  sku_claim: { kept: MONEY },
  sku_price: { kept: OPERATED },
  spend_limit: { withAccount: ONE_ROW },
  story: { withAccount: 'what the host recorded' },
  story_seen: { by: 'its story, or the account that saw it' },
  story_sent: { by: 'its story, or the account that got it' },
  support_inbox: { withAccount: 'what the owner wrote to the team' },
  tax_details: {
    deletedWhen: `uid in (select uid from account where ${olderThan('purged_at', TAX_DETAILS_KEPT_DAYS)})`,
  },
  transfer: { kept: MONEY },
  upload_room: { by: 'the end of its upload, or the next upload after its time' },
  violation: { deletedWhen: olderThan('at', VIOLATIONS_KEPT_DAYS) },
  wallet: { kept: MONEY },
  wallet_day: { kept: MONEY },
};

const EVERY_MS = 6 * HOUR_MS;
/** Maximum number of rows that one statement of `deleteOldRows` deletes, which takes a fraction of a second. */
const DELETED_AT_ONCE = 2_000;

/**
 * Creates the job that deletes rows by the `deletedWhen` rules of `RETENTION`, every 6 hours in batches. Locked rows wait for the next run.
 */
export const deleteOldRows = (db: Pick<Database, 'execute'>): Job => ({
  name: 'delete old rows',
  everyMs: EVERY_MS,
  async run(signal) {
    for (const [table, rule] of Object.entries(RETENTION)) {
      if (!('deletedWhen' in rule)) continue;
      const old = sql`select ctid from ${sql.identifier(table)} where ${sql.raw(rule.deletedWhen)}
        limit ${DELETED_AT_ONCE} for update skip locked`;
      const batch = sql`delete from ${sql.identifier(table)} where ctid = any(array(${old}))`;
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
        if (signal.aborted) return;
        deleted = (await db.execute(batch)).rowCount ?? 0;
      }
    }
  },
});
