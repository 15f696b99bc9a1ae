/** Names that are not the gateway's word with a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners Club',
  rupay: 'RuPay',
};

/** The name of a card's brand as it stands on the card, for a gateway's word of it. */
export const brandName = (word: string): string => NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1);

/** When a card ends as it stands on the card: `04/30` for `2030-04`. */
export const cardEnd = (expires: string): string => `${expires.slice(5)}/${expires.slice(2, 4)}`;
