import { expect, test } from 'vitest';
import { chooseRecommended } from '../../../../src/features/discovery/wall/wall-rows.ts';

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
