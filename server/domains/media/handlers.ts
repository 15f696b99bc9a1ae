import type { lockRows } from '../../../contract/chat/lock/endpoints.ts';
import type { mediaRows } from '../../../contract/media/endpoints.ts';
import { ok } from '../../../contract/result.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { MediaFolder } from './folder.ts';
import { readLocks, unlock } from './locks.ts';
import { NO_PASS, setPass } from './serve/pass.ts';

/** Creates the API handlers of media in messages: the media pass, unlocking for gems, and the state and files of locks. */
export const mediaHandlers = (
  folder: MediaFolder,
  awaitsCheck: boolean,
): Pick<Handlers, keyof typeof mediaRows | keyof typeof lockRows> => ({
  // The effect of this endpoint is the cookie that it sets.
  mediaPass: async () => ok({}),
  unlockMessage: ({ db, uid }, wanted) => unlock(db, folder, uid, wanted, awaitsCheck),
  unlockedMedia: async ({ db, uid }, { lockIds }) => ok({ locks: await readLocks(db, folder, uid, lockIds) }),
});

type LoginAnswer = { readonly userInfo: { readonly id: number; readonly vcToken: string } };

/** Creates the cookies that API answers set: the media pass at login and by `mediaPass`, deleted at logout. */
export function mediaCookies(hashToken: (token: string) => string): Cookies {
  const passOfLogin: Cookies['login'] = ({ db, data }) => {
    const { id, vcToken } = (data as LoginAnswer).userInfo;
    return setPass(db, hashToken(vcToken), id);
  };
  return {
    login: passOfLogin,
    userPwdLogin: passOfLogin,
    passkeyLogin: passOfLogin,
    mediaPass: ({ db, tokenHash, uid }) => setPass(db, tokenHash, uid),
    logout: async () => NO_PASS,
  };
}
