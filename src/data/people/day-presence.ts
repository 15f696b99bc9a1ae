import { useMinute } from '../use-minute.ts';

/** Activity shown for an offline friend, chosen only by the hour of the viewer's clock (product 4.6). */
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

/** Returns the activity of an offline friend at this hour (0 to 23) of the viewer's clock. */
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

/** Returns the activity shown now for offline friends: `t(DAY_PRESENCE_KEYS[useDayPresence()])`. */
export const useDayPresence = (): DayPresence => dayPresence(new Date(useMinute()).getHours());
