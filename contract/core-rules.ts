/** Times of the core and of the pages that wait for it; names include the unit. */

/**
 * How long a page waits for a core that it had before, and a command for its core to lead; then the command fails (`core-lost`, or
 * `stale-build`).
 */
export const COMMAND_LOST_AFTER_MS = 3_000;
/** How long a page waits for its first core, whose script may load over a slow connection; then the command fails as `core-lost`. */
export const CORE_START_TIMEOUT_MS = 20_000;
/** Time in which a core that steps down, after the end of its call, must end its work; then it releases the lock in any case. */
export const CORE_STEP_DOWN_MAX_MS = 5_000;
/** Time that a newer core waits for the lock before it steals it from an older build that is not in a call. */
export const CORE_TAKE_OVER_AFTER_MS = 15_000;
/**
 * Time that a core in the worker of the only tab that hosts one (`isSoleHost`) waits for the lock, before it steals it from a core whose
 * tab is gone.
 */
export const CORE_LEFT_OVER_AFTER_MS = 2_000;
/** Delay after the closing of the last tab until its core ends, unless it has work left or a tab opens (`worker/core/rest.ts`). */
export const CORE_RESTS_AFTER_MS = 10_000;
/** A core without tabs continues while a queued change is due within this time; it does not wait for changes that are due later. */
export const CORE_AWAITS_RETRY_MS = 60_000;
