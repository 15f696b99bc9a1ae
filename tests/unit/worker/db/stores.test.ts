import { expect, test } from 'vitest';
import { openChatDb, openNoticeDb } from '../../../../worker/db/schema.ts';

/** Key, unique and other single indexes of a store. */
const storeOf = (db: ReturnType<typeof openChatDb | typeof openNoticeDb>, name: string) => {
  const { primKey, indexes } = db.table(name).schema;
  const single = indexes.filter(({ compound }) => !compound);
  return {
    key: primKey.keyPath,
    unique: single.filter(({ unique }) => unique).map(({ keyPath }) => keyPath),
    indexes: single.filter(({ unique }) => !unique).map(({ keyPath }) => keyPath),
  };
};

test('the database chat has its stores with their keys and indexes since version 3', () => {
  const db = openChatDb();
  expect(Math.floor(db.verno)).toBe(3);
  expect(storeOf(db, 'users')).toMatchObject({ key: 'uid', unique: ['jid'] });
  expect(storeOf(db, 'threads')).toMatchObject({ key: 'id', unique: ['tid'] });
  expect(storeOf(db, 'messages')).toMatchObject({ unique: ['mid'], indexes: expect.arrayContaining(['tid', 'date']) });
  expect(storeOf(db, 'videocalls')).toEqual({ key: 'vid', unique: [], indexes: ['caller', 'callee', 'startTime'] });
  db.close();
});

test('the database of notices has the users who are online by their id', () => {
  const db = openNoticeDb();
  expect(storeOf(db, 'onlineUsers')).toMatchObject({ key: 'id' });
  db.close();
});
