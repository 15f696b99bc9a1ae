import { notice } from '../open.ts';
import type { NoticeRow } from '../schema.ts';

/** Returns the notification list, newest first. */
export const readNotices = (): Promise<NoticeRow[]> => notice.notices.orderBy('at').reverse().toArray();

/** Returns the number of unread entries of the notification list, for the badge. */
export const countUnreadNotices = (): Promise<number> => notice.notices.filter(({ read }) => !read).count();
