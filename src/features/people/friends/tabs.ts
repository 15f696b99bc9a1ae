/** The lists of /friendreq, as its address names them (product 2.6). */
export const FRIEND_TABS = ['requests', 'friends', 'likes', 'likedMe', 'favourites'] as const;
export type FriendTab = (typeof FRIEND_TABS)[number];

/** What `?tab=` says; requests where it says nothing that we know. */
export const tabOf = (asked: string | null): FriendTab => FRIEND_TABS.find((tab) => tab === asked) ?? 'requests';
