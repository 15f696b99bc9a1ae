import { and, asc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { MAINTENANCE_STATES } from '../../../../contract/chat/official.ts';
import { HOUR_MS } from '../../../../contract/durations.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { maintenanceWindow } from './tables.ts';

type Window = typeof maintenanceWindow.$inferSelect;
type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

const PLANNED_AHEAD_MS = 24 * HOUR_MS;
const SOON_AHEAD_MS = HOUR_MS;

/**
 * State of a maintenance window at `now` (ms): `planned` from 24 hours before, `soon` from one hour before, `on`, `over`. Undefined
 * earlier, when it is not announced yet.
 */
export function stateOfWindow({ startsAt, endsAt }: Window, now: number): MaintenanceState | undefined {
  if (now >= endsAt.getTime()) return 'over';
  const ahead = startsAt.getTime() - now;
  if (ahead <= 0) return 'on';
  if (ahead <= SOON_AHEAD_MS) return 'soon';
  return ahead <= PLANNED_AHEAD_MS ? 'planned' : undefined;
}

/**
 * Whether `state` of a maintenance window must be announced after `announced`, the last announced one. A window that ended before any
 * announcement is not announced.
 */
export const isNewState = (state: MaintenanceState, announced: MaintenanceState | null): boolean =>
  announced === null ? state !== 'over' : MAINTENANCE_STATES.indexOf(state) > MAINTENANCE_STATES.indexOf(announced);

/** Whether a planned maintenance window is running at `now`; the endpoint `maintenanceStatus` reports it. */
export async function isUnderMaintenance(db: Queries, now: Date): Promise<boolean> {
  const running = and(lte(maintenanceWindow.startsAt, now), gt(maintenanceWindow.endsAt, now));
  return (await db.select().from(maintenanceWindow).where(running).limit(1)).length > 0;
}

/** Plans a maintenance window for an operator and returns its id. The chat job announces it. */
export async function planMaintenance(db: Queries, startsAt: Date, endsAt: Date): Promise<number> {
  const [made] = await db.insert(maintenanceWindow).values({ startsAt, endsAt }).returning();
  if (made === undefined) throw new Error('A window was not planned');
  return made.id;
}

/** Ends all planned and running maintenance windows now, for an operator, and returns how many. */
export async function endMaintenance(db: Queries, now: Date): Promise<number> {
  const open = await db.select().from(maintenanceWindow).where(gt(maintenanceWindow.endsAt, now)).for('update');
  for (const { id, startsAt } of open) {
    const began = startsAt < now ? startsAt : now;
    await db.update(maintenanceWindow).set({ startsAt: began, endsAt: now }).where(eq(maintenanceWindow.id, id));
  }
  return open.length;
}

/** Locks and returns the maintenance windows that are not announced as over yet; skips those that another process announces now. */
export const windowsToAnnounce = (db: Queries): Promise<Window[]> =>
  db
    .select()
    .from(maintenanceWindow)
    .where(or(isNull(maintenanceWindow.told), ne(maintenanceWindow.told, 'over')))
    .orderBy(asc(maintenanceWindow.id))
    .for('update', { skipLocked: true });

/** Stores the last announced state of a maintenance window, in the transaction that announces it. */
export async function markAnnounced(db: Queries, id: number, announced: MaintenanceState): Promise<void> {
  await db.update(maintenanceWindow).set({ told: announced }).where(eq(maintenanceWindow.id, id));
}
