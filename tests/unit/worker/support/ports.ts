import { createServerClock } from '../../../../worker/base/clock.ts';
import type { CorePart } from '../../../../worker/base/part.ts';
import { createTabs } from '../../../../worker/base/tabs.ts';
import { fakeLocks } from './locks.ts';
import { NOW } from './receiving.ts';

/** Runs the upkeep of a core module, as the core does once after its start. */
export async function runUpkeep({ upkeep = [] }: Pick<CorePart, 'upkeep'>): Promise<void> {
  for (const step of upkeep) await step();
}

/** A device clock that a test sets. */
export function fakeClock(start = NOW) {
  let device = start;
  const clock = createServerClock(() => device);
  return {
    clock,
    set(ms: number): void {
      device = ms;
    },
    pass(ms: number): void {
      device += ms;
    },
  };
}

export const idsFrom = (prefix: string) => {
  let made = 0;
  return () => {
    made += 1;
    return `${prefix}${made}`;
  };
};

/** Tabs that the test closes: every lock is held until `locks.free(name)`. */
export function fakeTabs(...open: string[]) {
  const locks = fakeLocks();
  for (const tab of open) locks.hold(`tab:${tab}`);
  return { tabs: createTabs(locks), locks };
}
