import { describe, expect, test } from 'vitest';
import { androidIntents, iosLinks, readUpi } from '../../../../contract/payments/upi.ts';

const URI = 'upi://pay?pa=gemcall@demobank&pn=gemcall&mc=5815&tr=V1StGXR8_Z5jdHi6B-myT&tn=700+gems&am=579.00&cu=INR';
const QUERY = URI.slice('upi://pay?'.length);

test('a UPI request of a gateway is parsed', () => {
  expect(readUpi(URI)).toEqual({
    ok: true,
    value: {
      payee: 'gemcall@demobank',
      payeeName: 'gemcall',
      order: 'V1StGXR8_Z5jdHi6B-myT',
      note: '700 gems',
      amountMinor: 57_900,
    },
  });
});

const changed = (from: string, to: string) => URI.replace(from, to);

describe('invalid UPI requests', () => {
  test.each([
    ['nothing', ''],
    ['another scheme', changed('upi:', 'https:')],
    ['a script', 'javascript:alert(1)//upi://pay?'],
    ['capitals', changed('upi://pay', 'UPI://PAY')],
    ['another command', changed('://pay?', '://mandate?')],
    ['a path behind it', changed('://pay?', '://pay/x?')],
    ['no amount', changed('&am=579.00', '')],
    ['an amount of zero', changed('579.00', '0.00')],
    ['a negative amount', changed('579.00', '-1.00')],
    ['whole rupees', changed('579.00', '579')],
    ['three decimals', changed('579.00', '579.000')],
    ['an exponent', changed('579.00', '1e3')],
    ['a leading zero', changed('579.00', '0579.00')],
    ['two amounts', `${URI}&am=1.00`],
    ['dollars', changed('INR', 'USD')],
    ['no currency', changed('&cu=INR', '')],
    ['no order', changed('tr=V1StGXR8_Z5jdHi6B-myT&', '')],
    ['an empty order', changed('V1StGXR8_Z5jdHi6B-myT', '')],
    ['a payee without a bank', changed('@demobank', '')],
    ['a name that it does not know', `${URI}&url=https://evil.example`],
    ['an intent within it', `${URI}#Intent;package=evil;end`],
    ['a semicolon', changed('700+gems', '700;end')],
    ['a line break', changed('700+gems', '700%0Agems')],
    ['a raw line break', changed('700+gems', '700\ngems')],
    ['markup', changed('700+gems', '%3Cb%3E')],
    ['too much', changed('700+gems', 'a'.repeat(500))],
  ])('a UPI request is refused: %s', (_title, uri) => {
    expect(readUpi(uri)).toEqual({ ok: false, error: 'not-upi' });
    expect([androidIntents(uri), iosLinks(uri)]).toEqual([[], []]);
  });
});

test('an Android intent targets one app by its package, or leaves the choice to Android', () => {
  const links = androidIntents(URI);
  expect(links.map(({ app }) => app)).toEqual(['gpay', 'phonepe', 'paytm', 'bhim', 'any']);
  expect(links.map(({ href }) => /package=([\w.]+);end$/.exec(href)?.[1])).toEqual([
    'com.google.android.apps.nbu.paisa.user',
    'com.phonepe.app',
    'net.one97.paytm',
    'in.org.npci.upiapp',
    undefined,
  ]);
  expect(links[0]?.href).toBe(
    `intent://pay?${QUERY}#Intent;scheme=upi;package=com.google.android.apps.nbu.paisa.user;end`,
  );
  expect(links.at(-1)?.href).toBe(URI);
});

test('an iOS link targets one app by its scheme', () => {
  expect(iosLinks(URI).map(({ href }) => href)).toEqual([
    `tez://upi/pay?${QUERY}`,
    `phonepe://pay?${QUERY}`,
    `paytmmp://pay?${QUERY}`,
    `bhim://pay?${QUERY}`,
    URI,
  ]);
});
