import { expect, test } from 'vitest';
import { NO_RELATION, type Relation, type RelationAction } from '#contract/people/people.ts';
import { applyAction, LISTS_OF_RELATION } from '../../../../worker/people/relation.ts';

const stranger: Relation = { uid: 9001, ...NO_RELATION };
const close: Relation = { ...stranger, friend: true, liked: true, likesMe: true, favourite: true };

test.each<[string, Relation, RelationAction, Partial<Relation>]>([
  ['a like', stranger, 'like', { liked: true }],
  ['a like taken back', close, 'unlike', { liked: false }],
  ['a request', stranger, 'request', { requested: true }],
  ['a request to who asked first', { ...stranger, requestedMe: true }, 'request', { friend: true, requestedMe: false }],
  ['a request to a friend', close, 'request', { requested: false, friend: true }],
  ['an acceptance', { ...stranger, requestedMe: true }, 'accept', { friend: true, requestedMe: false }],
  ['a refusal', { ...stranger, requestedMe: true }, 'refuse', { friend: false, requestedMe: false }],
  ['an end of a friendship', close, 'unfriend', { friend: false, liked: true }],
  ['a request taken back', { ...stranger, requested: true }, 'unfriend', { requested: false }],
  ['a block', close, 'block', { ...NO_RELATION, blocked: true }],
  ['the end of a block', { ...stranger, blocked: true }, 'unblock', { blocked: false, friend: false }],
])('%s is shown as the server will store it', (_name, before, action, after) => {
  expect(applyAction(before, action)).toEqual({ ...before, ...after });
});

test('a relation determines the lists that a user is on', () => {
  const listsOf = (relation: Relation) =>
    Object.entries(LISTS_OF_RELATION).flatMap(([name, isOn]) => (isOn(relation) ? name : []));
  expect(listsOf(stranger)).toEqual([]);
  expect(listsOf(close)).toEqual(['friends', 'likes', 'favourites']);
  expect(listsOf({ ...stranger, requestedMe: true })).toEqual(['requests']);
});
