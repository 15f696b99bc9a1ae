/**
 * From the service worker to the core that leads, on the channel of cores: something was written that it is to send, or decided that
 * it is to do.
 */
export const KICK = { type: 'kick' } as const;

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

export const isKick = (data: unknown): boolean => typeOf(data) === KICK.type;
/** What the core of a page says when it comes (law 10). */
export const isHello = (data: unknown): boolean => typeOf(data) === 'hello';
