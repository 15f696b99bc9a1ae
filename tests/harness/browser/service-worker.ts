import type { BrowserContext } from 'playwright';
import * as v from 'valibot';
import { TELL_LOCK } from '../../../contract/notices/shown.ts';
import type { PushPayload } from '../../../contract/push/payload.ts';
import { evaluateInWorker, findWorker } from '../load/workers.ts';

const shownList = v.array(
  v.object({ tag: v.string(), title: v.string(), body: v.string(), actions: v.array(v.string()) }),
);

/** The service worker of a browser, driven as a push service, the browser and a thumb drive it. No page of ours need be open. */
export type ServiceWorkerDriver = {
  push(payload: PushPayload | string): Promise<void>;
  /** What Background Sync does when there is a network. */
  sync(tag: string): Promise<void>;
  shown(): Promise<v.InferOutput<typeof shownList>>;
  /** Taps on the notification with this tag, or on its button, with what was typed into it. */
  tap(tag: string, action?: string, reply?: string): Promise<void>;
  /** The value of an expression in the worker. */
  evaluate(expression: string): Promise<unknown>;
  /** Ends the worker, as a browser does that needs its memory. */
  stop(): Promise<void>;
};

/** Opens a blank page, which keeps the browser and its protocol open while no page of ours is. */
export async function driveServiceWorker(context: BrowserContext, origin: string): Promise<ServiceWorkerDriver> {
  const blank = await context.newPage();
  const protocol = await context.newCDPSession(blank);
  const scopeURL = `${origin}/`;
  const registered = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find((one) => one.scopeURL === scopeURL && !one.isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await protocol.send('ServiceWorker.enable');
  const registrationId = await registered;

  async function evaluate(expression: string): Promise<unknown> {
    await protocol.send('ServiceWorker.startWorker', { scopeURL });
    return evaluateInWorker(context, await findWorker(context, { kind: 'service_worker', part: origin }), expression);
  }

  return {
    evaluate,
    async push(payload) {
      const data = typeof payload === 'string' ? payload : JSON.stringify(payload);
      await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    async sync(tag) {
      await protocol.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
    },
    async stop() {
      await protocol.send('ServiceWorker.stopAllWorkers');
    },
    async shown() {
      const found = await evaluate(
        `navigator.locks.request('${TELL_LOCK}', () => registration.getNotifications()).then((all) => all.map(({ tag, title, body, actions }) =>
          ({ tag, title, body, actions: actions.map(({ action }) => action) })))`,
      );
      return v.parse(shownList, found);
    },
    async tap(tag, action = '', reply) {
      const init = JSON.stringify({ action, ...(reply !== undefined && { reply }) });
      // Only events of the browser may be waited for.
      await evaluate(`registration.getNotifications({ tag: ${JSON.stringify(tag)} }).then(async ([notification]) => {
        const tap = new NotificationEvent('notificationclick', { notification, ...${init} });
        Object.defineProperty(tap, 'waitUntil', { value: () => undefined });
        self.dispatchEvent(tap);
      })`);
    },
  };
}
