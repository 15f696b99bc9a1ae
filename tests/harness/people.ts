import { NO_RELATION, type RelationAction } from '../../contract/people/people.ts';
import type { TestApi, User } from './api.ts';

type Facts = typeof NO_RELATION;
type Users = readonly [User, User, User, ...User[]];

/** A relation with these facts and no others. */
export const is = (facts: Partial<Facts>): Facts => ({ ...NO_RELATION, ...facts });
/** Uids of the people in an answer, in its order. */
export const uidsOf = ({ data }: { data: { people: { uid: number }[] } }) => data.people.map(({ uid }) => uid);

/** Actions between users. */
export function peopleOf(api: TestApi) {
  const relative = async (user: User, ...targetUid: number[]) =>
    (await api.call('friendsRelative', { targetUid }, { user })).data;
  return {
    relative,
    /** At least three new guests. */
    async guests(count = 3): Promise<Users> {
      const [one, two, three] = [await api.guest(), await api.guest(), await api.guest()];
      const more: User[] = [];
      while (more.length < count - 3) more.push(await api.guest());
      return [one, two, three, ...more];
    },
    change: (user: User, targetUid: number, action: RelationAction, operation?: string) =>
      api.call('changeRelation', { targetUid, action }, { user, ...(operation === undefined ? {} : { operation }) }),
    favour: (user: User, targetUid: number, favourite = true) =>
      api.call('changeFavourite', { targetUid, favourite }, { user }),
    async relation(user: User, other: User): Promise<Facts> {
      const [found] = (await relative(user, other.id)).relations;
      if (found?.uid !== other.id) throw new Error(`No relation to ${other.id}`);
      const { uid: _uid, ...facts } = found;
      return facts;
    },
    rowsBetween: async (table: string, one: User, other: User) =>
      (
        await api.pool.query(`select 1 from ${table} where uid = any($1) and target_uid = any($1)`, [
          [one.id, other.id],
        ])
      ).rowCount,
  };
}
