/** Message from the service worker to the leading core: the database has new work, such as a queued message or a notification action. */
export const KICK = { type: 'kick' } as const;

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

export const isKick = (data: unknown): boolean => typeOf(data) === KICK.type;
/** Announcement of a new page core on the channel (law 10). */
export const isHello = (data: unknown): boolean => typeOf(data) === 'hello';
