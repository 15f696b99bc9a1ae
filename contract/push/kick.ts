/** Message from the service worker to the leading core: the database has new work, such as a queued message or a notification action. */
export const KICK = { type: 'kick' } as const;

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

/** Whether a message on the core channel is the service worker's; only the leading core reacts. */
export const isKick = (data: unknown): boolean => typeOf(data) === KICK.type;
/** Whether a message on the core channel announces a page's new core (law 10); a headless session then ends and releases the lock. */
export const isHello = (data: unknown): boolean => typeOf(data) === 'hello';
