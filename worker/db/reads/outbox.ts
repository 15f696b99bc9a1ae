import { chat } from '../open.ts';

/** Counts the messages and marks in the outbox that do not wait for an upload. */
export const countOutbox = (): Promise<number> => chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count();
