import { useSyncExternalStore } from 'react';
import { readThreads } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { takeFirst } from '../core/storage.ts';
import { createLiveStore } from './live-store.ts';

/** One read for list, badge and title. */
const threads = createLiveStore<readonly ThreadRow[]>(readThreads, () => takeFirst('threads'));

const unreadNow = (): number => threads.now()?.reduce((sum, { unread }) => sum + unread, 0) ?? 0;

/** All conversations, the one with the newest message first; undefined until the database answered. */
export const useThreads = () => useSyncExternalStore(threads.subscribe, threads.nowOrThrow);

/** Unread messages over all conversations: for the badge and the document title. */
export const useUnread = (): number => useSyncExternalStore(threads.subscribe, unreadNow);
