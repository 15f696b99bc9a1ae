import type { AppDb, ChatDb } from '../db/schema.ts';
import type { RunBrief } from './brief.ts';
import type { AllWords } from './known.ts';

/** The dependencies of the service worker's push handling; replaced in tests. */
export type AwayWorld = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly words: AllWords;
  /** The reader's languages, the most wanted first. */
  readonly languages: readonly string[];
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
  /** Sets the app badge to the number of unread conversations, where the platform supports it. */
  readonly setBadge: (count: number) => Promise<void>;
  /** Safari requires a notification for each push, even while the app is visible. */
  readonly mustShow: boolean;
};
