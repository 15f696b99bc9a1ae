import { expect, test } from 'vitest';
import { createSensitiveBits } from '../../../../server/platform/edge/blocked-words.ts';

const bits = createSensitiveBits({ discard: [], covered: ['paypal', 'कमल'], offline: [], porn: [] });

test.each(['PayPal!', 'pa\u200dypal', 'pa\u00adypal', 'pàypal', 'ｐａｙｐａｌ', 'कमल'])(
  'a blocked word is found in %j, however it is written',
  (text) => {
    expect(bits(text)).toBeGreaterThan(0);
  },
);

test.each(['paypals', 'pay pal', 'कमाल'])('another word is not a blocked one, as in %j', (text) => {
  expect(bits(text)).toBe(0);
});
