import type { GiftRow } from '#db/schema.ts';

/** Ids of the tabs of the gift sheet, in display order. */
export const GIFT_TABS = ['1', '2', '3', '4'] as const;
/** Id of a tab of the gift sheet. */
export type GiftTab = (typeof GIFT_TABS)[number];

/** Type guard: returns whether a string is the id of a tab of the gift sheet. */
export const isGiftTab = (tab: string): tab is GiftTab => (GIFT_TABS as readonly string[]).includes(tab);
/** Returns the tab in which the gift sheet shows a gift; gifts of unknown tabs are in the first. */
export const tabOf = ({ tabId }: Pick<GiftRow, 'tabId'>): GiftTab => {
  const tab = `${tabId}`;
  return isGiftTab(tab) ? tab : '1';
};

/** Last chosen gift by receiver, so that it is still selected when the user returns from buying gems. */
const last = new Map<number, string>();
/**
 * Stores the gift last chosen for a receiver, until the page is reloaded, so that it is still selected when the user returns from
 * buying gems.
 */
export const saveChoice = (uid: number, gift: string): void => void last.set(uid, gift);
/** Returns the gift last chosen for a receiver in this page; empty if there is none. */
export const choiceFor = (uid: number): string => last.get(uid) ?? '';

/** Returns the gift that the sheet selects: the wanted one if the catalog has it, otherwise the first. */
export const chosenOf = (gifts: readonly GiftRow[], wanted: string): GiftRow | undefined =>
  gifts.find(({ id }) => id === wanted) ?? gifts[0];
