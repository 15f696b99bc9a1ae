import type { profileRows } from '../../../contract/api/rows/profile.ts';
import { loadProfile } from '../../accounts/profile.ts';
import { updateProfile } from '../../people/edit-profile.ts';
import type { Handlers } from '../callers.ts';

export function profileHandlers(): Pick<Handlers, keyof typeof profileRows> {
  return {
    profile: ({ db, uid }) => loadProfile(db, uid),

    updateProfile: ({ db, uid }, input) => updateProfile(db, uid, input),
  };
}
