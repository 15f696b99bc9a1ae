import { NO_RELATION, type Relation, type RelationAction } from '#contract/people/people.ts';
import { unreachable } from '#contract/result.ts';

/** Returns the relation that the server will set for an action, so that it is shown before the server responds. */
export function applyAction(before: Relation, action: RelationAction): Relation {
  switch (action) {
    case 'like':
      return { ...before, liked: true };
    case 'unlike':
      return { ...before, liked: false };
    case 'request':
      // A request accepts a pending request of the other side.
      return before.requestedMe ? befriended(before) : { ...before, requested: !before.friend };
    case 'accept':
      return befriended(before);
    case 'refuse':
      return { ...before, requestedMe: false };
    case 'unfriend':
      return { ...before, friend: false, requested: false };
    case 'block':
      return { ...before, ...NO_RELATION, blocked: true };
    case 'unblock':
      return { ...before, blocked: false };
    default:
      return unreachable(action);
  }
}

/** Returns the relation after both sides became friends, so that it is shown before the server responds. */
export const befriended = (before: Relation): Relation => ({
  ...before,
  friend: true,
  requested: false,
  requestedMe: false,
});

/** For each list that depends on a relation, whether a person with that relation is in it. */
export const LISTS_OF_RELATION = {
  friends: ({ friend }) => friend,
  requests: ({ requestedMe }) => requestedMe,
  likes: ({ liked }) => liked,
  favourites: ({ favourite }) => favourite,
} as const satisfies Record<string, (relation: Relation) => boolean>;
