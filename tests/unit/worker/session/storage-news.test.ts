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

describe('a database that rejects writes', () => {
  it('a database that rejects writes is reported at each attempt, because pages attach later, and is cleaned once', () => {
    const { failed, told, emptied } = start();
    failed();
    failed();
    expect(told).toEqual(['fails', 'fails']);
    expect(emptied()).toBe(1);
  });

  it('a database that works again is reported once, and one that always worked never', () => {
    const { failed, worked, told } = start();
    worked();
    failed();
    worked();
    worked();
    expect(told).toEqual(['fails', 'works']);
  });
});
