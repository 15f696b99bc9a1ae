import type { mediaRows } from '../../contract/media/endpoints.ts';
import { ok } from '../../contract/result.ts';
import type { Handlers } from '../http/callers.ts';
import type { Cookies } from '../http/cookies.ts';
import { editExclusive, openExclusive, readExclusive } from './exclusive.ts';
import type { MediaFolder } from './folder.ts';
import { readLocks, unlock } from './locks.ts';
import { NO_PASS, setPass } from './pass.ts';

export const mediaHandlers = (folder: MediaFolder): Pick<Handlers, keyof typeof mediaRows> => ({
  // What it is called for is its cookie.
  mediaPass: async () => ok({}),
  unlockMessage: ({ db, uid }, { lockId }) => unlock(db, folder, uid, lockId),
  unlockedMedia: async ({ db, uid }, { lockIds }) => ok({ locks: await readLocks(db, folder, uid, lockIds) }),
  exclusiveItems: ({ db, uid }, { targetUid }) => readExclusive(db, folder, uid, targetUid),
  openExclusive: ({ db, uid }, wanted) => openExclusive(db, folder, uid, wanted),
  editExclusive: ({ db, uid }, page) => editExclusive(db, uid, page),
});

type LoginAnswer = { readonly userInfo: { readonly id: number; readonly vcToken: string } };

export function mediaCookies(hashToken: (token: string) => string): Cookies {
  const passOfLogin: Cookies['login'] = ({ db, data }) => {
    const { id, vcToken } = (data as LoginAnswer).userInfo;
    return setPass(db, hashToken(vcToken), id);
  };
  return {
    login: passOfLogin,
    userPwdLogin: passOfLogin,
    mediaPass: ({ db, tokenHash, uid }) => setPass(db, tokenHash, uid),
    logout: async () => NO_PASS,
  };
}
