import { ok } from '../contract/result.ts';
import type { Replays, UserCaller } from './http/callers.ts';
import { loadProfile } from './people/profile.ts';
import { relationOf } from './people/relations.ts';

const relationNow = async ({ db, uid }: UserCaller, { targetUid }: { targetUid: number }) =>
  ok({ relation: await relationOf(db, uid, targetUid) });

/** How it stands now, for who sends a change again that was taken before (`replay: 'anew'` in the table of endpoints). */
export const replays: Replays = {
  updateProfile: ({ db, uid }) => loadProfile(db, uid),
  changeRelation: relationNow,
  autoAddFriend: relationNow,
  changeFavourite: relationNow,
};
