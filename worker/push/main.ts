import { config as brand } from '#brand/config.ts';
import { hostsOf } from '#contract/brand.ts';
import type { Shared } from '#contract/chat/share.ts';
import { CORE_CHANNEL } from '#contract/core.ts';
import type { NoticeTarget } from '#contract/notices/notice.ts';
import { LISTS_SYNC } from '#contract/push/rules.ts';
import { createUserApi } from '../account/user-api.ts';
import { readSession } from '../base/session-row.ts';
import { app, chat, notice } from '../db/open.ts';
import { delay } from '../delay.ts';
import { createBrief } from './brief.ts';
import type { AllWords } from './known.ts';
import { refreshWhileAway } from './lists.ts';
import { createNotificationActions } from './notification-actions.ts';
import { createPushes } from './pushes.ts';
import { resubscribe } from './resubscribe.ts';
import { storeShare } from './shares.ts';
import { createTaps } from './taps.ts';
import type { AwayWorld } from './world.ts';

declare const __BUILD__: number;

/** The event handlers of the service worker for push, notification taps, background sync and shares. */
export type AwayWorker = {
  onPush(text: string | undefined): Promise<void>;
  onTap(tag: string, data: unknown, action: string, reply: string | undefined): Promise<void>;
  onSubscriptionChange(): Promise<void>;
  /**
   * Sends everything queued. Throws if the service worker must try again (`NotificationActions.flush`), so that the browser retries the
   * sync later.
   */
  onSync(): Promise<void>;
  /** Stores content shared from another app. `waits`: a window is in a call, so the share must not interrupt it. */
  onShare(shared: Shared<Blob>): Promise<{ readonly id: string; readonly waits: boolean }>;
  onPeriodicSync(): Promise<void>;
};

type Places = {
  readonly registration: AwayWorld['registration'];
  readonly words: AllWords;
  readonly open: (target: NoticeTarget) => Promise<void>;
  /** Returns whether the app runs in an open window. */
  readonly isAppOpen: () => Promise<boolean>;
  readonly canReplyInside: boolean;
  readonly maxActions: number;
};

const isSafari = (userAgent: string) => /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent);

/** Creates the event handlers of the service worker. Opens no database and no connection until an event arrives. */
export function createAwayWorker({ open, isAppOpen, ...places }: Places): AwayWorker {
  const hosts = hostsOf(brand, import.meta.env.MODE);
  const socket = hosts.chatSocket || `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;
  const brief = createBrief({
    app,
    chat,
    build: __BUILD__,
    locks: navigator.locks,
    apiUrl: hosts.api,
    openChannel: () => new BroadcastChannel(CORE_CHANNEL),
    service: `${socket}/xmpp-websocket?brief`,
  });
  const world: AwayWorld = {
    app,
    chat,
    brief,
    locks: navigator.locks,
    mustShow: isSafari(navigator.userAgent),
    ...places,
    languages: navigator.languages,
    now: () => Date.now(),
    async setBadge(count) {
      if ('setAppBadge' in navigator) await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
    },
    pause: delay,
  };
  const actions = createNotificationActions({ app, chat, brief });
  const pushes = createPushes(world);
  const taps = createTaps({ world, actions, open });

  return {
    onPush: (text) => pushes.onPush(parsed(text)),
    onTap: (tag, data, action, reply) => taps.onTap({ tag, data, action, reply }),
    onSubscriptionChange: () => resubscribe(world),
    async onSync() {
      if (!(await actions.flush())) throw new Error('Something waits for a line');
    },
    onShare: (shared) => storeShare({ app, isAppOpen, now: world.now }, shared),
    async onPeriodicSync() {
      const end = await refreshWhileAway({
        app,
        notice,
        build: __BUILD__,
        locks: navigator.locks,
        now: world.now,
        registration: world.registration,
        openChannel: () => new BroadcastChannel(CORE_CHANNEL),
        openApi: () =>
          createUserApi({ app, session: () => readSession(app), baseUrl: hosts.api, onServerTime: () => {} }),
        permission: () => Notification.permission,
      });
      if (end === 'tells') await brief();
      // No user is signed in, or the database failed: the next page with a user registers the sync again.
      if (end === 'idle') await world.registration.periodicSync?.unregister(LISTS_SYNC);
    },
  };
}

/**
 * Returns the payload of a push as JSON; undefined for an unreadable one. Apple's declarative web push wraps it in a `notification` that
 * the system can show by itself.
 */
function parsed(text: string | undefined): unknown {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    const { notification } = Object(value) as { readonly notification?: unknown };
    return notification === undefined ? value : (Object(notification) as { readonly data?: unknown }).data;
  } catch {
    return undefined;
  }
}
