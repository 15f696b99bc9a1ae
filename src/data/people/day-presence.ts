import { readRelation } from '#db/reads/people.ts';
import type { OnlineUserRow } from '#db/schema.ts';
import { useLiveQuery } from '../use-live-query.ts';
import { useMinute } from '../use-minute.ts';
import { PRESENCE_KEYS } from './use-presence.ts';

/** Activity shown for an offline friend, chosen only by the hour of this device's clock (product 4.6). */
export type DayPresence = 'sleeping' | 'dining' | 'outdoor' | 'private' | 'offline';

/** Each row applies from its hour until the next row. From 15 to 17 and from 18 on it is 'offline'. */
const DAY: readonly (readonly [fromHour: number, what: DayPresence])[] = [
  [0, 'sleeping'],
  [8, 'dining'],
  [9, 'outdoor'],
  [12, 'dining'],
  [13, 'private'],
  [15, 'offline'],
  [17, 'dining'],
  [18, 'offline'],
];

/** Returns the activity of an offline friend at this hour (0 to 23) of this device's clock. */
export function dayPresence(hour: number): DayPresence {
  return DAY.findLast(([from]) => hour >= from)?.[1] ?? 'offline';
}

/** Translation key of the label of each `DayPresence`. */
export const DAY_PRESENCE_KEYS = {
  sleeping: 'wall:day.sleeping',
  dining: 'wall:day.dining',
  outdoor: 'wall:day.outdoor',
  private: 'wall:day.private',
  offline: 'wall:day.offline',
} as const satisfies Record<DayPresence, string>;

/** Returns the translation key of a presence: for an offline friend the activity at this hour, for anyone else the status. */
export function presenceKey(status: OnlineUserRow['status'], isFriend: boolean, hour: number) {
  return status === 'offline' && isFriend ? DAY_PRESENCE_KEYS[dayPresence(hour)] : PRESENCE_KEYS[status];
}

/** Returns the translation key of the presence of a person for this hour (product 4.6). Re-renders when the hour changes. */
export const usePresenceKey = (status: OnlineUserRow['status'], isFriend: boolean) =>
  presenceKey(status, isFriend, new Date(useMinute()).getHours());

/** `usePresenceKey` for a person of whom only the uid is known. */
export function usePresenceKeyOf(uid: number, status: OnlineUserRow['status']) {
  const isFriend = useLiveQuery(async () => (await readRelation(uid))?.friend ?? false, [uid], false);
  return usePresenceKey(status, isFriend);
}
