import { describe, expect, test } from 'vitest';
import {
  changesOf,
  type FormValues,
  faultsOf,
  faultsOfRefused,
  fieldOfRefusal,
  latestBirthday,
} from '../../../../src/features/account/edit-profile/fields.ts';

const values: FormValues = {
  nickName: 'Mira',
  about: '',
  gender: '',
  bDay: '',
  country: '',
  lang: '',
  tel: '',
  email: '',
  address: '',
};
const today = new Date(2026, 10, 21);
const faults = (change: Partial<FormValues>) => faultsOf({ ...values, ...change }, today);

describe('the fields of the profile', () => {
  test('profile fields may be empty, except the name', () => {
    expect(faults({})).toEqual({});
    expect(faults({ nickName: '  ' })).toEqual({ nickName: 'nameMissing' });
  });

  test('a name that the server refused is said to be reserved, and the fields of the same change are not blamed', () => {
    expect(faultsOfRefused(['nickName', 'about'])).toEqual({ nickName: 'reserved' });
    expect(faultsOfRefused(['about'])).toEqual({ about: 'refused' });
  });

  test('the length of a profile field is counted in graphemes', () => {
    expect(faults({ nickName: '👩‍👩‍👧‍👦'.repeat(20) })).toEqual({});
    expect(faults({ nickName: 'n'.repeat(33) })).toEqual({ nickName: 'tooLong' });
  });

  test('a birth date is accepted from the eighteenth birthday on', () => {
    expect(latestBirthday(today)).toBe('2008-11-21');
    expect(faults({ bDay: '2008-11-21' })).toEqual({});
    expect(faults({ bDay: '2008-11-22' })).toEqual({ bDay: 'tooYoung' });
  });

  test('invalid telephone numbers and email addresses are refused', () => {
    expect(faults({ tel: '+44 (20) 7946-0000', email: 'a@b.co' })).toEqual({});
    expect(faults({ tel: 'call me', email: 'a at b' })).toEqual({ tel: 'phone', email: 'email' });
  });
});

test('a phone number is saved without the hidden characters, spaces and hyphens of where it was copied from', () => {
  for (const tel of [
    '\u202a+44\u00a020\u20117946\u20110000\u202c',
    '\u2066＋４４ 20-7946-0000\u2069',
    '+٤٤ 20\u20137946\u20130000\u200e',
  ]) {
    expect(faults({ tel })).toEqual({});
    expect(changesOf(values, { ...values, tel })).toEqual({ tel: '+44 20-7946-0000' });
  }
});

test('only changed fields are sent, without surrounding white space', () => {
  expect(changesOf(values, { ...values, about: '  I sing. ', nickName: 'Mira ' })).toEqual({ about: 'I sing.' });
});

test('a server refusal is assigned to its field', () => {
  expect(fieldOfRefusal('email: must be an e-mail address or empty')).toBe('email');
  expect(fieldOfRefusal('nickName')).toBe('nickName');
  expect(fieldOfRefusal('something else')).toBeUndefined();
});
