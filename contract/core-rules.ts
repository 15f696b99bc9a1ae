/** Constants of this domain; names include the unit. */

/** Time that a command waits for a leading core, and a page for a core that it had before; a first core may take the second time. */
export const COMMAND_LOST_AFTER_MS = 3_000;
export const CORE_START_TIMEOUT_MS = 20_000;
/** Time for the core of an older build to step down, and for a newer one to wait for a lock that is not released. */
export const CORE_STEP_DOWN_MAX_MS = 5_000;
export const CORE_TAKE_OVER_AFTER_MS = 15_000;
/** Delay between the closing of the last tab and the end of its core. */
export const CORE_RESTS_AFTER_MS = 10_000;
