/** Operating system of a device; iPadOS is `ios`. */
export type System = 'ios' | 'android' | 'windows' | 'mac' | 'linux' | 'other';

/** What a browser reports about its device. Workers do not have `maxTouchPoints`: pages report it to them. */
export type Reported = { readonly userAgent: string; readonly maxTouchPoints?: number | undefined };

/** Patterns of user agents. The first that matches counts, because a user agent may also contain the name of another system. */
const SYSTEMS: readonly (readonly [RegExp, System])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh/, 'mac'],
  [/Linux|CrOS/, 'linux'],
];

/** Returns the operating system of a device. An iPad reports a Mac, but no Mac has a touch screen. */
export function systemOf({ userAgent, maxTouchPoints = 0 }: Reported): System {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
  return system === 'mac' && maxTouchPoints > 1 ? 'ios' : system;
}
