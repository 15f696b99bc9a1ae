import { expect, test, vi } from 'vitest';
import { createLogin } from '../../../../server/domains/account/login.ts';
import { verifyPassword } from '../../../../server/domains/account/passwords.ts';

vi.mock('../../../../server/domains/account/accounts.ts', () => ({ findAccount: async () => undefined }));
vi.mock('../../../../server/domains/account/closing.ts', () => ({ isRefusedDevice: async () => false }));
vi.mock('../../../../server/domains/account/passwords.ts', () => ({ verifyPassword: vi.fn(async () => false) }));

test('a password login counts and compares the password when the account does not exist', async () => {
  const countWrong = vi.fn(async () => ({ right: async () => {} }));
  const login = createLogin({
    db: {} as never,
    domain: 'chat.example',
    verifyGoogle: async () => ({ ok: false, error: { code: 'google-refused' } }),
    welcomeGems: 0,
    countWrong,
  });
  const commit = await login.byPassword({ uid: 5, passwd: 'a password', restore: false }, { id: 'd' } as never);
  expect(await commit({} as never, () => undefined)).toEqual({ ok: false, error: { code: 'wrong-credentials' } });
  expect(countWrong).toHaveBeenCalledWith(5, 'd');
  expect(verifyPassword).toHaveBeenCalledWith('a password', null);
});
