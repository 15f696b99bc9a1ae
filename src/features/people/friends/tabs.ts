/** Lists of /friendreq, as named in its `tab` parameter (product 2.6). */
export const FRIEND_TABS = ['requests', 'friends', 'likes', 'likedMe', 'favourites'] as const;
/** A list of /friendreq. */
export type FriendTab = (typeof FRIEND_TABS)[number];

/** Parses the `tab` parameter of /friendreq; `requests` if it is missing or unknown. */
export const tabOf = (param: string | null): FriendTab => FRIEND_TABS.find((tab) => tab === param) ?? 'requests';
