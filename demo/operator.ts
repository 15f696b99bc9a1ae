import { and, between, eq, lte } from 'drizzle-orm';
import { noteOnce } from '../server/domains/account/site/operator-log.ts';
import { loadSiteSettings } from '../server/domains/account/site/settings.ts';
import { answerBooking } from '../server/domains/calls/bookings/bookings.ts';
import { booking } from '../server/domains/calls/tables.ts';
import { acceptApplication, waitingApplications } from '../server/domains/hosting/application.ts';
import { findIdentity } from '../server/domains/hosting/identity/identity.ts';
import { changePayout, listPayouts } from '../server/domains/hosting/payouts/payouts.ts';
import { serverClock } from '../server/platform/clock.ts';
import type { Database } from '../server/platform/database/connect.ts';
import { DEMO_HOST_FIRST_UID, DEMO_HOSTS_RUN } from './accounts/rules.ts';

/** An application, a payout or a proposed call waits at least this long, so that a user can see its waiting state. */
const APPROVED_AFTER_MS = 10_000;
const AT_ONCE = 20;

/** Accepts the applications of new hosts as an operator of the demo, so that a newcomer can try the other side alone. */
export async function approveApplications(
  db: Database,
  needsIdentity: boolean,
  afterMs = APPROVED_AFTER_MS,
): Promise<void> {
  for (const { uid } of await waitingApplications(db, AT_ONCE, afterMs)) {
    // A later run accepts the application, once the identity is verified.
    if (needsIdentity && (await findIdentity(db, uid))?.state !== 'verified') continue;
    await db.transaction(async (tx) => {
      const entry = { command: 'host accept', what: { uid }, reason: 'the demo accepts every application' };
      const by = await noteOnce(tx, entry, { who: 'demo' });
      if (by !== undefined) await acceptApplication(tx, uid, { by, site: await loadSiteSettings(tx), needsIdentity });
    });
  }
}

/** Approves and sends the payouts of hosts as an operator of the demo. No money moves. */
export async function sendPayouts(db: Database, afterMs = APPROVED_AFTER_MS): Promise<void> {
  const waiting = await listPayouts(db, ['requested', 'approved'], AT_ONCE);
  for (const { id, requestedAt } of waiting.filter((row) => row.requestedAt.getTime() <= Date.now() - afterMs)) {
    await db.transaction(async (tx) => {
      const entry = {
        command: 'payout sent',
        what: { id },
        reason: `the demo sends each payout, ${requestedAt.toISOString()}`,
      };
      const by = await noteOnce(tx, entry, { who: 'demo' });
      if (by === undefined) return;
      await changePayout(tx, id, { state: 'approved', by });
      await changePayout(tx, id, { state: 'sent', by, reference: 'demo' });
    });
  }
}

/** Accepts proposed calls for the simulated hosts, which answer calls at any time. Declines a call that fails to be accepted. */
export async function answerBookings(
  db: Database,
  now = serverClock.now(),
  afterMs = APPROVED_AFTER_MS,
): Promise<void> {
  const { id, host, state, proposedAt } = booking;
  const isSimulated = between(host, DEMO_HOST_FIRST_UID, DEMO_HOST_FIRST_UID + DEMO_HOSTS_RUN - 1);
  const waiting = await db
    .select({ id, host })
    .from(booking)
    .where(and(eq(state, 'proposed'), isSimulated, lte(proposedAt, now - afterMs)))
    .orderBy(proposedAt)
    .limit(AT_ONCE);
  for (const one of waiting) {
    const answer = await answerBooking(db, one.host, { id: one.id, accepts: true }, now);
    if (!answer.ok) await answerBooking(db, one.host, { id: one.id, accepts: false }, now);
  }
}
