import type { BrowserContext } from 'playwright';
import * as v from 'valibot';
import { NOTIFY_LOCK } from '../../../contract/notices/shown.ts';
import type { PushPayload } from '../../../contract/push/payload.ts';
import { evaluateInWorker, findWorker } from '../load/workers.ts';

const shownList = v.array(
  v.object({ tag: v.string(), title: v.string(), body: v.string(), actions: v.array(v.string()) }),
);

/** Controls a browser's service worker as push service, browser and user do. No page of the app need be open. */
export type ServiceWorkerDriver = {
  push(payload: PushPayload | string): Promise<void>;
  /** Fires a Background Sync event, as the browser does when there is a network. */
  sync(tag: string): Promise<void>;
  shown(): Promise<v.InferOutput<typeof shownList>>;
  /** Clicks the notification with this tag, or one of its buttons, with the text typed into it. */
  tap(tag: string, action?: string, reply?: string): Promise<void>;
  /** Evaluates an expression in the worker. */
  evaluate(expression: string): Promise<unknown>;
  /** Stops the worker, as a browser does to free memory. */
  stop(): Promise<void>;
};

/** Opens a blank page, which keeps the browser and its DevTools protocol open while no page of the app is. */
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
        `navigator.locks.request('${NOTIFY_LOCK}', () => registration.getNotifications()).then((all) => all.map(({ tag, title, body, actions }) =>
          ({ tag, title, body, actions: actions.map(({ action }) => action) })))`,
      );
      return v.parse(shownList, found);
    },
    async tap(tag, action = '', reply) {
      const init = JSON.stringify({ action, ...(reply !== undefined && { reply }) });
      // A synthetic event has no `waitUntil`: it throws for events that the browser did not dispatch.
      await evaluate(`registration.getNotifications({ tag: ${JSON.stringify(tag)} }).then(async ([notification]) => {
        const tap = new NotificationEvent('notificationclick', { notification, ...${init} });
        Object.defineProperty(tap, 'waitUntil', { value: () => undefined });
        self.dispatchEvent(tap);
      })`);
    },
  };
}
