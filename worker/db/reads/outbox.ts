import { chat } from '../open.ts';

/** Counts the messages and marks that wait for the server, uploads aside. */
export const countOutbox = (): Promise<number> => chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count();
