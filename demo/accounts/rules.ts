/** Settings of the demo; names include the unit. */

/** Gems of a demo viewer, and of every new account while DEMO is on. */
export const DEMO_USER_GEMS = 5_000;
export const DEMO_WELCOME_GEMS = 300;
/** The first hosts, `DEMO_HOSTS_RUN` of them, are signed in; they start one after another. */
export const DEMO_HOST_FIRST_UID = 9_001;
export const DEMO_HOSTS_RUN = 20;
export const DEMO_HOST_STAGGER_MS = 150;
/** Backoff of a host's reconnects, and of restarts of the hosts' thread. */
export const DEMO_HOST_RECONNECT_FIRST_MS = 500;
export const DEMO_HOST_RECONNECT_MAX_MS = 30_000;
/** Ranges of random delays: before a message is read, and while its answer is typed (plus a time per character). */
export const DEMO_HOST_READS_AFTER_MS = [700, 1_800] as const;
export const DEMO_HOST_TYPES_MS = [900, 2_200] as const;
export const DEMO_HOST_TYPES_PER_CHAR_MS = 15;
/** Price of a host's locked picture, and maximum price of a gift that a host asks for. */
export const DEMO_HOST_LOCK_GEMS = 20;
export const DEMO_HOST_WISH_MAX_GEMS = 20;
/** Maximum of `DEMO_HOST_TEMPO`, for tests. */
export const DEMO_HOST_TEMPO_MAX = 100;
/** Ranges of random delays: before a call is answered, a match accepted, and a declined caller called back. */
export const DEMO_HOST_ANSWERS_AFTER_MS = [1_000, 3_000] as const;
export const DEMO_HOST_AGREES_AFTER_MS = [1_000, 2_000] as const;
export const DEMO_HOST_CALLS_BACK_AFTER_MS = [8_000, 15_000] as const;
/** Probabilities that a call is declined, or refused as busy. */
export const DEMO_HOST_DECLINES_CHANCE = 0.08;
export const DEMO_HOST_IS_BUSY_CHANCE = 0.07;
/** Probability that a host who declined asks the caller to call again. */
export const DEMO_HOST_CALLS_BACK_CHANCE = 0.5;
/** A host who answers every call, so that the first call of a new account succeeds. */
export const DEMO_HOST_RELIABLE_UID = 9_001;
/** Idle hosts wait in the random match in shifts, as each waiting host sends the hub heartbeats. */
export const DEMO_HOST_MATCH_SHIFTS = 4;
export const DEMO_HOST_MATCH_SHIFT_MS = 60_000;
