import xml from '@xmpp/xml';
import { expect, test } from 'vitest';
import {
  COMPONENT_KEPT_MAX,
  COMPONENT_KEPT_MAX_CHARS,
  COMPONENT_KEPT_MS,
} from '../../../../server/platform/services/bounds.ts';
import { createSendBuffer } from '../../../../server/platform/services/send-buffer.ts';

const answer = xml('iq', { type: 'result' });
const event = xml('message', { type: 'headline' });

function started() {
  let now = 0;
  const kept = createSendBuffer(() => now);
  const all = () => {
    const texts: string[] = [];
    for (let row = kept.first(); row; row = kept.first()) {
      texts.push(row.text);
      kept.shift();
    }
    return texts;
  };
  return {
    kept,
    all,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('buffered answers and events are sent in order', () => {
  const { kept, all } = started();
  kept.add(event, '1');
  kept.add(answer, '2');
  kept.add(event, '3');
  expect(all()).toEqual(['1', '2', '3']);
  expect(kept.size()).toBe(0);
});

test('beyond the bound the oldest events are dropped first, and answers only when no event is left', () => {
  const { kept, all } = started();
  kept.add(answer, 'answer');
  for (let n = 0; n < COMPONENT_KEPT_MAX + 2; n += 1) kept.add(event, `e${n}`);
  const texts = all();
  expect(texts).toHaveLength(COMPONENT_KEPT_MAX);
  expect(texts.slice(0, 2)).toEqual(['answer', 'e3']);

  const half = 'x'.repeat(COMPONENT_KEPT_MAX_CHARS / 2);
  for (const text of ['a', half, half]) kept.add(answer, text);
  expect(all()).toEqual([half, half]);
});

test('an answer that is older than its time-out is not sent', () => {
  const { kept, all, pass } = started();
  kept.add(answer, 'old');
  pass(COMPONENT_KEPT_MS);
  kept.add(event, 'new');
  pass(1);
  expect(all()).toEqual(['new']);
});

test('answers that a closing stream may have lost are sent again, first and in order; events are not', () => {
  const { kept, all, pass } = started();
  kept.noteSent(answer, 'long ago');
  pass(2_001);
  kept.noteSent(answer, '1');
  kept.noteSent(event, 'an event');
  kept.noteSent(answer, '2');
  kept.broken();
  kept.add(event, '3');
  expect(all()).toEqual(['1', '2', '3']);
  // They were sent again on this stream, which may break too.
  kept.broken();
  expect(all()).toEqual(['1', '2']);
  pass(2_001);
  kept.broken();
  expect(all()).toEqual([]);
});
