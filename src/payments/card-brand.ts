/** Brand names that are not the gateway's word capitalized. */
const NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners Club',
  rupay: 'RuPay',
};

/** Returns the name of a card brand as printed on cards, for the gateway's code such as `visa`. */
export const brandName = (word: string): string => NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the expiry of a card as printed on it: `04/30` for `2030-04`. */
export const cardEnd = (expires: string): string => `${expires.slice(5)}/${expires.slice(2, 4)}`;
