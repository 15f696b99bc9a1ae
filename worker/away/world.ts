import type { AppDb, ChatDb } from '../db/schema.ts';
import type { RunBrief } from './brief.ts';
import type { AllWords } from './known.ts';

/** What the service worker's part of this domain works with. Tests give others. */
export type AwayWorld = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly words: AllWords;
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(filter?: { readonly tag: string }): Promise<readonly Notification[]>;
    readonly pushManager?: Pick<PushManager, 'getSubscription' | 'subscribe'>;
    readonly sync?: { register(tag: string): Promise<void> };
    readonly periodicSync?: { unregister(tag: string): Promise<void> };
    readonly scope: string;
  };
  readonly locks: Pick<LockManager, 'query' | 'request'>;
  readonly brief: RunBrief;
  readonly pause: (ms: number) => Promise<void>;
  /** Device clock, ms. */
  readonly now: () => number;
  readonly canReplyInside: boolean;
  readonly maxActions: number;
  /** Shows so many unread conversations on the app's icon, where the system has a count. */
  readonly setBadge: (count: number) => Promise<void>;
  /** Safari wants a notification for each push, also while the app is looked at. */
  readonly mustShow: boolean;
};
