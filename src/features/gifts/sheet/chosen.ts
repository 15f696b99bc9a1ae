import type { GiftRow } from '#db/schema.ts';

export const GIFT_TABS = ['1', '2', '3', '4'] as const;
export type GiftTab = (typeof GIFT_TABS)[number];

export const isGiftTab = (tab: string): tab is GiftTab => (GIFT_TABS as readonly string[]).includes(tab);
export const tabOf = ({ tabId }: Pick<GiftRow, 'tabId'>): GiftTab => {
  const tab = `${tabId}`;
  return isGiftTab(tab) ? tab : '1';
};

/** The gift that was chosen last for somebody, so that who comes back with more gems finds it chosen. */
const last = new Map<number, string>();
export const keepChoice = (uid: number, gift: string): void => void last.set(uid, gift);
export const choiceFor = (uid: number): string => last.get(uid) ?? '';

/** What is chosen: the wanted one as long as it can be given, else the first. */
export const chosenOf = (gifts: readonly GiftRow[], wanted: string): GiftRow | undefined =>
  gifts.find(({ id }) => id === wanted) ?? gifts[0];
