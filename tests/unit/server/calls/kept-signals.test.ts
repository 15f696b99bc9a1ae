import { describe, expect, test } from 'vitest';
import type { Signal } from '../../../../contract/calls/calls.ts';
import {
  BUFFERED_SIGNALS_MAX,
  BUFFERED_SIGNALS_MAX_CHARS,
  CALL_SETUP_TIMEOUT_MS,
  CANDIDATE_MAX_CHARS,
} from '../../../../contract/calls/rules.ts';
import { createSignalBuffer } from '../../../../server/domains/calls/hub/signal-buffer.ts';

const caller = { uid: 1, jid: 'u_1@localhost/phone' };
const offer = (sdp: string): Signal => ({ kind: 'description', generation: 0, type: 'offer', sdp });
const candidate = (text: string): Signal => ({
  kind: 'candidate',
  generation: 0,
  candidate: text,
  sdpMid: '0',
  sdpMLineIndex: 0,
});

function ringing(now = 0) {
  const kept = createSignalBuffer();
  kept.open('sid', caller, now);
  return kept;
}

describe('buffered signals of one call', () => {
  test('buffered signals of a call are bounded by number, however short each signal is', () => {
    const kept = ringing();
    const answers = Array.from({ length: BUFFERED_SIGNALS_MAX + 3 }, (_, n) =>
      kept.add('sid', caller.jid, candidate(`${n}`)),
    );
    expect(answers.filter((answer) => answer === 'kept')).toHaveLength(BUFFERED_SIGNALS_MAX);
    expect(answers.slice(BUFFERED_SIGNALS_MAX)).toEqual(['full', 'full', 'full']);
    expect(kept.take('sid')).toHaveLength(BUFFERED_SIGNALS_MAX);
  });

  test('buffered signals of a call are bounded by size, to the character', () => {
    const kept = ringing();
    const fixed = JSON.stringify(candidate('')).length;
    const long = candidate('x'.repeat(CANDIDATE_MAX_CHARS));
    let left = BUFFERED_SIGNALS_MAX_CHARS;
    while (left >= fixed + 2 * CANDIDATE_MAX_CHARS) {
      expect(kept.add('sid', caller.jid, long)).toBe('kept');
      left -= JSON.stringify(long).length;
    }
    expect(kept.add('sid', caller.jid, candidate('x'.repeat(left - fixed + 1)))).toBe('full');
    expect(kept.add('sid', caller.jid, candidate('x'.repeat(left - fixed)))).toBe('kept');
    expect(kept.add('sid', caller.jid, candidate(''))).toBe('full');
    expect(JSON.stringify(kept.take('sid')).length).toBeLessThan(BUFFERED_SIGNALS_MAX_CHARS + BUFFERED_SIGNALS_MAX + 2);
  });

  test('a new offer replaces the buffered signals and resets their size', () => {
    const kept = ringing();
    kept.add('sid', caller.jid, offer('old'));
    while (kept.add('sid', caller.jid, candidate('x'.repeat(CANDIDATE_MAX_CHARS))) === 'kept');
    expect(kept.add('sid', caller.jid, offer('new'))).toBe('kept');
    expect(kept.add('sid', caller.jid, candidate('after'))).toBe('kept');
    expect(kept.take('sid')).toEqual([offer('new'), candidate('after')]);
  });

  test('buffered signals are delivered once, and later signals are not buffered', () => {
    const kept = ringing();
    kept.add('sid', caller.jid, offer('one'));
    expect(kept.take('sid')).toHaveLength(1);
    expect(kept.add('sid', caller.jid, offer('late'))).toBe('not-ringing');
    expect(kept.take('sid')).toEqual([]);
  });
});

describe('device and time of buffered signals', () => {
  test('signals are buffered only from the calling device, which may move to another address', () => {
    const kept = ringing();
    const other = { uid: 1, jid: 'u_1@localhost/reloaded' };
    expect(kept.add('sid', other.jid, offer('other'))).toBe('not-ringing');
    kept.move('sid', { uid: 2, jid: other.jid });
    expect(kept.add('sid', other.jid, offer('thief'))).toBe('not-ringing');
    kept.move('sid', other);
    expect(kept.add('sid', other.jid, offer('mine'))).toBe('kept');
    expect(kept.add('sid', caller.jid, offer('gone'))).toBe('not-ringing');
    expect(kept.take('sid')).toEqual([offer('mine')]);
  });

  test('signals are buffered for the ringing time of a call, and the next call deletes those of an expired one', () => {
    const kept = ringing(1_000);
    kept.add('sid', caller.jid, offer('one'));
    kept.open('next', caller, 1_000 + CALL_SETUP_TIMEOUT_MS - 1);
    expect(kept.add('sid', caller.jid, candidate('still'))).toBe('kept');
    kept.open('last', caller, 1_000 + CALL_SETUP_TIMEOUT_MS);
    expect(kept.add('sid', caller.jid, candidate('gone'))).toBe('not-ringing');
    expect(kept.add('next', caller.jid, candidate('here'))).toBe('kept');
  });
});
