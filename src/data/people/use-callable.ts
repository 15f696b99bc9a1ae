import { ROLE_ANCHOR, ROLE_USER } from '#contract/account/rules.ts';
import { USER_CALL_PRICE } from '#contract/calls/rules.ts';
import { readPerson, readRelation } from '#db/reads/people.ts';
import { useSession } from '../session.tsx';
import { useAppState } from '../use-app-state.ts';
import { useLiveQuery } from '../use-live-query.ts';

/** Whether the signed-in user may call a person or ask for a callback, and at which price. */
export type Callable = {
  /** The user may call: users call hosts, and friends call each other. */
  readonly call: boolean;
  /** The user may ask for a callback: hosts ask users. */
  readonly ask: boolean;
  /** Gems per started minute that the user would pay; 0: free. */
  readonly price: number;
  /** The person is a host who takes no calls now. */
  readonly isPaused?: boolean;
};

type Who = { readonly role: number; readonly price: number; readonly takesCalls?: boolean };

/** Computes `Callable` from the roles and the friendship. `callbacks`: the operator's switch for callback requests. */
export function callableOf(
  own: Pick<Who, 'role'>,
  person: Who | undefined,
  isFriend: boolean,
  callbacks = true,
): Callable {
  const isAnchor = person?.role === ROLE_ANCHOR;
  if (own.role !== ROLE_ANCHOR && isAnchor) {
    const isTaking = person.takesCalls ?? true;
    return { call: isTaking, ask: false, price: person.price, ...(!isTaking && { isPaused: true }) };
  }
  const ask = own.role === ROLE_ANCHOR && person?.role === ROLE_USER && callbacks;
  return { call: isFriend && person !== undefined, ask, price: USER_CALL_PRICE };
}

const NOTHING: Callable = { call: false, ask: false, price: 0 };

/**
 * Returns whether the signed-in user may call a person or ask for a callback. Nothing is allowed until the database responds, or
 * without a session.
 */
export function useCallable(uid: number): Callable {
  const session = useSession();
  const known = useLiveQuery(async () => {
    const [person, relation] = await Promise.all([readPerson(uid), readRelation(uid)]);
    return { person, isFriend: relation?.friend ?? false };
  }, [uid]);
  const callbacks = useAppState('site')?.common?.enableCallback;
  return session && known ? callableOf(session, known.person, known.isFriend, callbacks) : NOTHING;
}
