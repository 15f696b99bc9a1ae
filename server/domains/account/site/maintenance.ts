import { and, asc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { MAINTENANCE_STATES } from '../../../../contract/chat/official.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { maintenanceWindow } from './tables.ts';

type Window = typeof maintenanceWindow.$inferSelect;
type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

const HOUR_MS = 3_600_000;
const PLANNED_AHEAD_MS = 24 * HOUR_MS;
const SOON_AHEAD_MS = HOUR_MS;

/** How a window stands; undefined while it is further away than people are told of. */
export function stateOfWindow({ startsAt, endsAt }: Window, now: number): MaintenanceState | undefined {
  if (now >= endsAt.getTime()) return 'over';
  const ahead = startsAt.getTime() - now;
  if (ahead <= 0) return 'on';
  if (ahead <= SOON_AHEAD_MS) return 'soon';
  return ahead <= PLANNED_AHEAD_MS ? 'planned' : undefined;
}

/** Whether `state` is one that people have to be told after `told`. Of a window that came and went untold they hear nothing. */
export const isNewState = (state: MaintenanceState, told: MaintenanceState | null): boolean =>
  told === null ? state !== 'over' : MAINTENANCE_STATES.indexOf(state) > MAINTENANCE_STATES.indexOf(told);

export async function isUnderMaintenance(db: Queries, now: Date): Promise<boolean> {
  const running = and(lte(maintenanceWindow.startsAt, now), gt(maintenanceWindow.endsAt, now));
  return (await db.select().from(maintenanceWindow).where(running).limit(1)).length > 0;
}

export async function planMaintenance(db: Queries, startsAt: Date, endsAt: Date): Promise<number> {
  const [made] = await db.insert(maintenanceWindow).values({ startsAt, endsAt }).returning();
  if (made === undefined) throw new Error('A window was not planned');
  return made.id;
}

/** Ends what is planned or runs, now. Answers to how many windows that were. */
export async function endMaintenance(db: Queries, now: Date): Promise<number> {
  const open = await db.select().from(maintenanceWindow).where(gt(maintenanceWindow.endsAt, now)).for('update');
  for (const { id, startsAt } of open) {
    const began = startsAt < now ? startsAt : now;
    await db.update(maintenanceWindow).set({ startsAt: began, endsAt: now }).where(eq(maintenanceWindow.id, id));
  }
  return open.length;
}

/** The windows of which something may be to be told; another process that tells it has them meanwhile. */
export const windowsToTell = (db: Queries): Promise<Window[]> =>
  db
    .select()
    .from(maintenanceWindow)
    .where(or(isNull(maintenanceWindow.told), ne(maintenanceWindow.told, 'over')))
    .orderBy(asc(maintenanceWindow.id))
    .for('update', { skipLocked: true });

export async function noteTold(db: Queries, id: number, told: MaintenanceState): Promise<void> {
  await db.update(maintenanceWindow).set({ told }).where(eq(maintenanceWindow.id, id));
}
