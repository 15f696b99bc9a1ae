import { expect, test } from 'vitest';
import { chooseRecommended, decideRow } from '../../../../src/features/discovery/wall/wall-rows.ts';

test('a row is shown when it has content before the first hosts are drawn', () => {
  expect(decideRow(undefined, false, false)).toBeUndefined();
  expect(decideRow(undefined, true, false)).toBe(true);
  expect(decideRow(undefined, true, true)).toBe(true);
});

test('a row that arrives after the hosts is not shown during this visit', () => {
  const decision = decideRow(undefined, false, true);
  expect(decision).toBe(false);
  expect(decideRow(decision, true, true)).toBe(false);
});

test('a shown row stays decided when it becomes empty', () => {
  expect(decideRow(true, false, true)).toBe(true);
});

test('recommended hosts repeat neither the stories nor the first hosts of the list', () => {
  const hosts = Array.from({ length: 30 }, (_, index) => 9_001 + index);
  const stories = [{ anchor: { uid: 9_020 } }];
  expect(chooseRecommended(hosts.slice(0, 12), stories, hosts)).toEqual([9_009, 9_010, 9_011, 9_012]);
  expect(chooseRecommended(hosts, stories, hosts)).toHaveLength(12);
  expect(chooseRecommended(hosts, stories, hosts)).not.toContain(9_020);
});

test('a row of fewer than three recommended hosts is not shown', () => {
  expect(chooseRecommended([9_001, 9_002, 9_040, 9_041], [], [9_001, 9_002])).toEqual([]);
});
