import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { payoutAccount } from '#contract/hosting/payouts.ts';
import { typedDigits } from '#contract/text/typed-digits.ts';
import { faultOfCode } from '../../../src/features/account/recovery/recovery-fields.tsx';
import { limitOf } from '../../../src/features/payments/history/limit-wish.ts';

test.each(['12345670', '١٢٣٤٥٦٧٠', '۱۲۳۴۵۶۷۰', '१२३४५६७०', '১২৩৪৫৬৭০', '１２３４５６７０', '𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟎'])(
  'a code that is typed or pasted as %s is read as its digits',
  (code) => {
    for (const typed of [code, ` ${code}\u200f`, [...code].join(' ')]) {
      expect(typedDigits(typed)).toBe('12345670');
      expect(faultOfCode(typed)).toBeUndefined();
    }
    expect(limitOf([...code].slice(0, 4).join(''))).toBe(1_234);
    expect(safeParse(payoutAccount, { holder: 'Ada Byron', number: `de ${code}` }).output).toMatchObject({
      number: 'DE12345670',
    });
  },
);

test('a text that is no code stays none', () => {
  for (const typed of ['1234567', '123456789', '1234567a', ''])
    expect(faultOfCode(typed)).toMatchObject({ code: 'wrong-code' });
});
