import { app, chat } from '../open.ts';

/**
 * Returns whether something can be sent as soon as there is a connection: a message or mark that does not wait for an upload, or a queued
 * change that is not stalled, of a former account too.
 */
export const hasUnsent = async (): Promise<boolean> =>
  (await chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count()) > 0 ||
  (await app.apiQueue.filter(({ failure }) => failure?.isStalled !== true).count()) > 0;
