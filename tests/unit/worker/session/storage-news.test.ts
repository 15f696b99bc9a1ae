import { describe, expect, it } from 'vitest';
import type { StorageNews } from '../../../../contract/storage-news.ts';
import { createStorageNews } from '../../../../worker/session/storage-news.ts';

function start() {
  const told: StorageNews[] = [];
  let emptied = 0;
  const news = createStorageNews({
    post: (one) => told.push(one),
    makeRoom: async () => {
      emptied += 1;
    },
  });
  return { ...news, told, emptied: () => emptied };
}

describe('a database that takes nothing', () => {
  it('is told of at each attempt, since pages come later as well, and makes room once', () => {
    const { failed, told, emptied } = start();
    failed();
    failed();
    expect(told).toEqual(['fails', 'fails']);
    expect(emptied()).toBe(1);
  });

  it('is told of once when it works again, and never where it always worked', () => {
    const { failed, worked, told } = start();
    worked();
    failed();
    worked();
    worked();
    expect(told).toEqual(['fails', 'works']);
  });
});
