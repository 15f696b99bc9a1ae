import { expect, test } from 'vitest';
import { foldText } from '../../../../contract/text/fold-text.ts';
import { searchMessages } from '../../../../worker/db/reads/search.ts';
import type { MessageRow } from '../../../../worker/db/schema.ts';
import { messageRow } from '../../src/messages/message-row.ts';
import { freshChat } from '../support/databases.ts';

/** A conversation with these rows, the oldest first, and a second one with the same texts. */
async function talk(rows: readonly Partial<MessageRow>[]) {
  const db = freshChat();
  await db.messages.bulkAdd(rows.map((row, index) => messageRow(`m${index}`, index, row)));
  await db.messages.add(messageRow('elsewhere', 0, { tid: 'u_9002', payload: { kind: 'text', body: 'tea' } }));
  const search = async (words: string) => {
    const found: string[] = [];
    const add = (hits: readonly MessageRow[]) => void found.push(...hits.map(({ mid }) => mid));
    await searchMessages('u_9001', words, add, new AbortController().signal, db);
    return found;
  };
  return { db, search };
}
const text = (body: string) => ({ kind: 'text', body }) as const;

test('a search ignores case and accents, requires all words, and returns the newest message first', async () => {
  expect(foldText('ÉCOLE Ｔｅａ')).toBe('ecole tea');
  const { search } = await talk([
    { payload: text('Une école à Paris') },
    { payload: text('nothing') },
    { payload: text('Paris, ECOLE') },
  ]);
  expect(await search('ecole paris')).toEqual(['m2', 'm0']);
  expect(await search('  ')).toEqual([]);
  expect(await search('school')).toEqual([]);
});

test('a search distinguishes vowel signs, which are letters in Indic and Thai scripts', async () => {
  const { search } = await talk([{ payload: text('किताब') }, { payload: text('कताब') }, { payload: text('ดี') }]);
  expect(await search('किताब')).toEqual(['m0']);
  expect(await search('ด')).toEqual(['m2']);
  expect(await search('ดา')).toEqual([]);
  expect(await search('कताब')).toEqual(['m1']);
});

test('typed text, translations and captions are searched, covered and removed content is not', async () => {
  const { search } = await talk([
    { payload: { ...text('Tee'), said: { lang: 'en', text: 'tea' } } },
    { payload: text('chai'), translate: { lang: 'en', text: 'tea', by: 'service' } },
    { payload: { kind: 'question_answer', body: 'What?', options: ['tea', 'milk'] } },
    { payload: text('tea'), sensitiveInfo: 2 },
    { payload: undefined },
  ]);
  expect(await search('tea')).toEqual(['m2', 'm1', 'm0']);
});

test('hits of a long conversation arrive step by step, and none after further typing', async () => {
  const { db } = await talk(Array.from({ length: 1_200 }, () => ({ payload: text('tea') })));
  const search = new AbortController();
  const steps: number[] = [];
  const add = (hits: readonly MessageRow[]) => {
    steps.push(hits.length);
    if (steps.length === 2) search.abort();
  };
  await searchMessages('u_9001', 'tea', add, search.signal, db);
  expect(steps).toEqual([500, 500]);
});

test('a message that arrives during the search shifts nothing, and each hit is returned once, also many of one date', async () => {
  const rows = Array.from({ length: 1_700 }, (_, at) => ({ payload: text('tea'), date: at < 1_300 ? 7 : at }));
  const { db } = await talk(rows);
  const found: string[] = [];
  let late = 0;
  const arrive: Promise<unknown>[] = [];
  const add = (hits: readonly MessageRow[]) => {
    found.push(...hits.map(({ mid }) => mid));
    late += 1;
    arrive.push(db.messages.add(messageRow(`late${late}`, 5_000 + late, { payload: text('tea') })));
  };
  await searchMessages('u_9001', 'tea', add, new AbortController().signal, db);
  await Promise.all(arrive);
  expect(found.length).toBe(1_700);
  expect(new Set(found).size).toBe(1_700);
});

test('a search in all conversations returns the newest message first, and no message that is never drawn', async () => {
  const { db } = await talk([
    { payload: text('tea') },
    { payload: text('no') },
    { payload: text('tea'), retract: 'done' },
  ]);
  await db.messages.add(messageRow('newest', 9, { tid: 'u_9003', payload: text('Green tea') }));
  await db.messages.add(messageRow('side', 8, { tid: '#u_9003', payload: text('tea') }));
  const found: string[] = [];
  const counts: number[] = [];
  const add = (hits: readonly MessageRow[], read: number) => {
    found.push(...hits.map(({ tid, mid }) => `${tid} ${mid}`));
    counts.push(read);
  };
  await searchMessages(undefined, 'tea', add, new AbortController().signal, db);
  expect(found.slice(0, 1)).toEqual(['u_9003 newest']);
  expect([...found].sort()).toEqual(['u_9001 m0', 'u_9002 elsewhere', 'u_9003 newest']);
  expect(counts).toEqual([6]);
});

test('a search in all conversations returns each hit once when many messages have one date, and waits for who receives them', async () => {
  const rows = Array.from({ length: 1_700 }, (_, at) => ({ payload: text('tea'), date: at < 1_300 ? 7 : at }));
  const { db } = await talk(rows);
  const found = new Set<string>();
  let total = 0;
  let waits = 0;
  const add = async (hits: readonly MessageRow[]) => {
    expect(waits).toBe(0);
    waits += 1;
    await db.messages.count();
    waits -= 1;
    total += hits.length;
    for (const { mid } of hits) found.add(mid);
  };
  await searchMessages(undefined, 'tea', add, new AbortController().signal, db);
  expect([total, found.size]).toEqual([1_701, 1_701]);
});
