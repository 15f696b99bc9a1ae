/** What the official service says by a key: each reader sees it in their own language. */

/** Lines in a conversation (type 5). The first two change another message and are not drawn. */
export const SYSTEM_KEYS = ['opened', 'removed', 'givenBack'] as const;
/** Cards of the official service (type 21). */
export const OFFICIAL_KEYS = ['welcome', 'reportClosed', 'purchase', 'reward', 'refund'] as const;
/** Where a card's button leads. */
export const OFFICIAL_ROUTES = ['goddess', 'task', 'paymenthistory', 'rules', 'story', 'profile', 'store'] as const;
/** Why a message was not sent (type 22). */
export const VIOLATION_RULES = ['porn-words', 'porn-picture', 'locked', 'unlocked'] as const;
export const MAINTENANCE_STATES = ['planned', 'soon', 'on', 'over'] as const;
