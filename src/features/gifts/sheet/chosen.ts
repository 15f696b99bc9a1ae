import type { GiftRow } from '#db/schema.ts';

/** Ids of the tabs of the gift sheet, in display order. */
export const GIFT_TABS = ['1', '2', '3', '4'] as const;
/** Id of a tab of the gift sheet. */
export type GiftTab = (typeof GIFT_TABS)[number];

/** Type guard: returns whether a tab id of the server's catalog is one that this build shows. */
export const isGiftTab = (tab: string): tab is GiftTab => (GIFT_TABS as readonly string[]).includes(tab);
/** Tab of a gift; unknown tabs fall back to the first. */
export const tabOf = ({ tabId }: Pick<GiftRow, 'tabId'>): GiftTab => {
  const tab = `${tabId}`;
  return isGiftTab(tab) ? tab : '1';
};

/** Last chosen gift by receiver, so that it is still selected when the user returns from the coin store. */
const last = new Map<number, string>();
/** Remembers the chosen gift for a receiver until the page is reloaded. */
export const saveChoice = (uid: number, gift: string): void => void last.set(uid, gift);
/** Gift last chosen for a receiver; empty if there is none. */
export const choiceFor = (uid: number): string => last.get(uid) ?? '';

/** The selected gift: the wanted one if it is available, otherwise the first. */
export const chosenOf = (gifts: readonly GiftRow[], wanted: string): GiftRow | undefined =>
  gifts.find(({ id }) => id === wanted) ?? gifts[0];
