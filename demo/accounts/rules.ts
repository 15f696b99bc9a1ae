/** Numbers of the demo, each with its unit in its name. */

export const DEMO_USER_GEMS = 5_000;
export const DEMO_WELCOME_GEMS = 300;
export const DEMO_HOST_FIRST_UID = 9_001;
export const DEMO_HOSTS_RUN = 20;
export const DEMO_HOST_STAGGER_MS = 150;
export const DEMO_HOST_RECONNECT_FIRST_MS = 500;
export const DEMO_HOST_RECONNECT_MAX_MS = 30_000;
export const DEMO_HOST_READS_AFTER_MS = [700, 1_800] as const;
export const DEMO_HOST_TYPES_MS = [900, 2_200] as const;
export const DEMO_HOST_TYPES_PER_CHAR_MS = 15;
/** Price of a host's locked picture, and the dearest gift that a host wishes for. */
export const DEMO_HOST_LOCK_GEMS = 20;
export const DEMO_HOST_WISH_MAX_GEMS = 20;
/** How many times quicker than people hosts read and type at most: for tests. */
export const DEMO_HOST_TEMPO_MAX = 100;
export const DEMO_HOST_ANSWERS_AFTER_MS = [1_000, 3_000] as const;
export const DEMO_HOST_AGREES_AFTER_MS = [1_000, 2_000] as const;
export const DEMO_HOST_CALLS_BACK_AFTER_MS = [8_000, 15_000] as const;
export const DEMO_HOST_DECLINES_CHANCE = 0.08;
export const DEMO_HOST_IS_BUSY_CHANCE = 0.07;
/** Share of declined callers whom the host asks to call again. */
export const DEMO_HOST_CALLS_BACK_CHANCE = 0.5;
/** Host who always takes a call, so that the first one of a new account works. */
export const DEMO_HOST_RELIABLE_UID = 9_001;
/** Some of the idle hosts wait in the match at a time, by turns: each wait sends the hub a heartbeat. */
export const DEMO_HOST_MATCH_SHIFTS = 4;
export const DEMO_HOST_MATCH_SHIFT_MS = 60_000;
