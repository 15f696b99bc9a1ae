/** Lists of /friendreq, as named in its `tab` parameter (product 2.6). */
export const FRIEND_TABS = ['requests', 'friends', 'likes', 'likedMe', 'favourites'] as const;
/** Screen name of each list in the page views that are measured (product 2.6). */
export const TAB_TRACKING = {
  requests: 'friend requests list',
  friends: 'friend list',
  likes: 'like list',
  likedMe: 'liked me list',
  favourites: 'favourite list',
} as const satisfies Record<FriendTab, string>;
/** A list of /friendreq. */
export type FriendTab = (typeof FRIEND_TABS)[number];

/** Parses the `tab` parameter of /friendreq; `requests` if it is missing or unknown. */
export const tabOf = (param: string | null): FriendTab => FRIEND_TABS.find((tab) => tab === param) ?? 'requests';
