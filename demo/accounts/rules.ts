/** Settings of the demo; names include the unit. */

/** Gems granted once to each of `DEMO_USERS` when it is seeded. */
export const DEMO_USER_GEMS = 5_000;
/** Uid of the first simulated host. Hosts with the uids from here on, `DEMO_HOSTS_RUN` of them, sign in by themselves. */
export const DEMO_HOST_FIRST_UID = 9_001;
/** Number of simulated hosts per deployment; the other demo hosts exist as accounts but stay offline. */
export const DEMO_HOSTS_RUN = 20;
/** Delay between the logins of two successive simulated hosts, so that they do not slow down the start. */
export const DEMO_HOST_STAGGER_MS = 150;
/** First delay before a simulated host reconnects, or the hosts' failed worker thread restarts; it doubles with each failure. */
export const DEMO_HOST_RECONNECT_FIRST_MS = 500;
/** Longest delay before a simulated host reconnects, or the hosts' failed worker thread restarts. */
export const DEMO_HOST_RECONNECT_MAX_MS = 30_000;
/** Range (ms) of the random delay after which a simulated host reads a message, or begins to type thanks for a gift. */
export const DEMO_HOST_READS_AFTER_MS = [700, 1_800] as const;
/**
 * A simulated host reacts to one in this many messages of a user: to the 3rd, the 7th and so on. Gifts, greetings and refused calls count
 * as messages.
 */
export const DEMO_HOST_REACTS_EVERY = 4;
/** Range (ms) of the random time for which a simulated host types an answer, in addition to the time per character. */
export const DEMO_HOST_TYPES_MS = [900, 2_200] as const;
/** Typing time per character of a simulated host's answer, added to `DEMO_HOST_TYPES_MS`. */
export const DEMO_HOST_TYPES_PER_CHAR_MS = 15;
/** Price of a locked picture that a simulated host sends. */
export const DEMO_HOST_LOCK_GEMS = 20;
/** Maximum price of a gift that a simulated host asks for. */
export const DEMO_HOST_WISH_MAX_GEMS = 20;
/** Range (ms) of the random ringing time before a simulated host answers or refuses a call. */
export const DEMO_HOST_ANSWERS_AFTER_MS = [1_000, 3_000] as const;
/** Range (ms) of the random delay before a simulated host accepts a random match. */
export const DEMO_HOST_AGREES_AFTER_MS = [1_000, 2_000] as const;
/** Range (ms) of the random delay between refusing a call and requesting a callback. */
export const DEMO_HOST_CALLS_BACK_AFTER_MS = [8_000, 15_000] as const;
/** Probability per call that a simulated host declines it. */
export const DEMO_HOST_DECLINES_CHANCE = 0.08;
/** Probability per call that a simulated host refuses it as busy, in addition to `DEMO_HOST_DECLINES_CHANCE`. */
export const DEMO_HOST_IS_BUSY_CHANCE = 0.07;
/** Probability that a simulated host who declined a call or was busy requests a callback. */
export const DEMO_HOST_CALLS_BACK_CHANCE = 0.5;
/** The simulated host that never declines a call or claims to be busy, so that the first call of a new account can succeed. */
export const DEMO_HOST_RELIABLE_UID = 9_001;
/** Number of shifts into which idle hosts are divided (by uid): one in this many waits in the random match at a time. */
export const DEMO_HOST_MATCH_SHIFTS = 4;
/** Length of one shift of waiting in the random match. Shifts limit the heartbeats that waiting hosts send to the hub. */
export const DEMO_HOST_MATCH_SHIFT_MS = 60_000;
