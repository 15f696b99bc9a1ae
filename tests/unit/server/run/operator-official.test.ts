import { expect, test } from 'vitest';
import { OFFICIAL_CHANGES } from '../../../../server/run/operator-official.ts';

const { official, answer, close, maintenance } = OFFICIAL_CHANGES;
const [FROM, UNTIL] = ['2099-12-01T14:00Z', '2099-12-01T15:00+00:00'];

test('a command that is not whole is none', () => {
  for (const args of [[], ['all'], ['0', 'hi'], ['-1', 'hi'], ['u_5', 'hi'], ['5', 'hi', 'more']]) {
    expect(() => official(args) ?? fault()).toThrow();
    expect(() => answer(args.slice(0, 2)) ?? fault()).toThrow();
  }
  for (const args of [[], ['ticket'], ['ticket', 'maybe'], ['', 'acted'], ['ticket', 'acted', 'more']])
    expect(close(args)).toBeUndefined();
  for (const args of [
    [],
    [FROM],
    [FROM, UNTIL, 'more'],
    ['tomorrow', UNTIL],
    [FROM, '2099-12-01'],
    ['2099-13-01T14:00Z', UNTIL],
  ])
    expect(maintenance(args)).toBeUndefined();
});

test('a command that is whole says what is logged', () => {
  expect(official(['all', ' hi '])?.what).toEqual({ to: 'all', text: 'hi' });
  expect(answer(['5', 'Ina', 'hi'])?.what).toEqual({ to: '5', by: 'Ina', text: 'hi' });
  expect(close(['r1', 'not'])?.what).toEqual({ ticket: 'r1', outcome: 'not' });
  expect(maintenance([FROM, UNTIL])?.what).toEqual({ from: new Date(FROM), until: new Date(UNTIL) });
  expect(maintenance(['end'])?.what).toEqual({ end: true });
});

test('maintenance that ends before it begins, or is over, is refused', () => {
  expect(() => maintenance([UNTIL, FROM])).toThrow('ahead');
  expect(() => maintenance(['2020-01-01T10:00Z', '2020-01-01T11:00Z'])).toThrow('ahead');
});

function fault(): never {
  throw new TypeError('not a command');
}
