import type { profileRows } from '../../../../contract/account/profile-endpoints.ts';
import type { Handlers } from '../../../platform/http/callers.ts';
import { updateProfile } from './edit-profile.ts';
import { loadProfile } from './profile.ts';

/** Handlers of the endpoints that read and change the own profile. */
export function profileHandlers(): Pick<Handlers, keyof typeof profileRows> {
  return {
    profile: ({ db, uid }) => loadProfile(db, uid),

    updateProfile: ({ db, uid }, input) => updateProfile(db, uid, input),
  };
}
