import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftSaver } from '../../../../../src/messages/composer/draft-saver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A composer whose text is being sent: `stored` holds each text that was stored. */
function sending() {
  const stored: string[] = [];
  const saver = createDraftSaver(async ({ text }) => stored.push(text) === 0);
  const answer = Promise.withResolvers<void>();
  saver.change({ text: 'hello' });
  const sent = saver.whileSending(async () => {
    saver.change({ text: '' });
    await answer.promise;
  });
  return { stored, saver, sent, accept: answer.resolve };
}

test('a draft is stored once when typing pauses', () => {
  const stored: string[] = [];
  const saver = createDraftSaver(async ({ text }) => stored.push(text) === 0);
  for (const text of ['h', 'he', 'hel']) saver.change({ text });
  vi.advanceTimersByTime(1_000);
  saver.flush();
  expect(stored).toEqual(['hel']);
});

test('a draft stays stored when the page ends before the worker has accepted the message', () => {
  const { stored, saver } = sending();
  vi.advanceTimersByTime(10_000);
  saver.flush();
  expect(stored).toEqual(['hello']);
});

test('a draft is deleted when the worker has accepted the message', async () => {
  const { stored, sent, accept } = sending();
  accept();
  await sent;
  expect(stored).toEqual(['hello', '']);
});

test('a text is stored when it is typed while a message is being sent', () => {
  const { stored, saver } = sending();
  saver.change({ text: 'next' });
  saver.flush();
  expect(stored).toEqual(['hello', 'next']);
});

test('a draft that could not be stored is saved again with what was typed since', async () => {
  const stored: string[] = [];
  const failures = [true, true, false];
  const answers: (() => void)[] = [];
  const saver = createDraftSaver(async ({ text }) => {
    stored.push(text);
    await new Promise<void>((resolve) => answers.push(resolve));
    return failures.shift() ?? false;
  });
  const answer = async () => {
    answers.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  saver.change({ text: 'one' });
  saver.flush();
  await answer();
  await vi.waitFor(() => expect(stored).toEqual(['one', 'one']));
  saver.change({ text: 'one and two' });
  await answer();
  saver.flush();
  await vi.waitFor(() => expect(stored).toEqual(['one', 'one', 'one and two']));
  await answer();
  saver.flush();
  expect(stored).toHaveLength(3);
});

const draftOf = (text: string) => ({ text, replyTo: '', original: undefined });
/** Lets the stored change be acknowledged. */
const acknowledged = () => vi.advanceTimersByTimeAsync(1_000);

test('a draft is emptied when another composer has sent it', async () => {
  const saver = createDraftSaver(async () => false);
  expect(saver.follow(draftOf('hello'))).toEqual(draftOf('hello'));
  expect(saver.follow(draftOf(''))).toEqual(draftOf(''));
});

test('a draft is emptied in the composer that typed it when another composer has sent it', async () => {
  const saver = createDraftSaver(async () => false);
  saver.change({ text: 'hello' });
  await acknowledged();
  expect(saver.follow(draftOf('hello'))).toBeUndefined();
  expect(saver.follow(draftOf(''))).toEqual(draftOf(''));
});

test('a draft does not follow its row while it is being typed, stored or sent', async () => {
  const answer = Promise.withResolvers<void>();
  const saver = createDraftSaver(() => answer.promise.then(() => false));
  saver.change({ text: 'mine' });
  expect(saver.follow(draftOf('theirs'))).toBeUndefined();
  saver.flush();
  expect(saver.follow(draftOf('theirs too'))).toBeUndefined();
  answer.resolve();
  await acknowledged();
  // An old read is repeated after the write.
  expect(saver.follow(draftOf('theirs too'))).toBeUndefined();
  expect(saver.follow(draftOf('later'))).toEqual(draftOf('later'));
});
