import { expect, test } from 'vitest';
import type { AppError, Result } from '#contract/result.ts';
import {
  type Choice,
  CONFIRM_FROM_GEMS,
  createGiving,
  type GivingView,
  type Purchase,
} from '../../../../src/features/gifts/sheet/giving.ts';

const ROSE = { gift: 'rose', price: 10 };
const WINK = { gift: 'wink', price: 5 };
const COMET = { gift: 'comet', price: 5 * CONFIRM_FROM_GEMS };
type Answer = Result<unknown, AppError>;
const BOUGHT: Answer = { ok: true, value: null };
const refused = (reason: 'conflict' | 'price-changed' | 'other'): Answer => ({
  ok: false,
  error: { code: 'gift', detail: '', reason },
});
const UNKNOWN: Answer = { ok: false, error: { code: 'timeout' } };

/** A sheet and a core; the test triggers the response to each purchase. */
function openSheet() {
  const bought: Purchase[] = [];
  const given: Choice[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const views: GivingView[] = [];
  const giving = createGiving({
    buy(purchase) {
      bought.push(purchase);
      return new Promise((resolve) => answers.push(resolve));
    },
    newOp: () => `op${new Set(bought.map(({ op }) => op)).size + 1}`,
    onChange: (view) => void views.push(view),
    onGiven: (choice) => void given.push(choice),
  });
  return {
    ...giving,
    given,
    bought: () => bought.map(({ gift, op }) => `${gift} ${op}`),
    view: () => views.at(-1),
    async answer(answer: Answer) {
      answers.shift()?.(answer);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('a press buys one gift at once and reports it immediately', async () => {
  const { give, bought, view, given, answer } = openSheet();
  give(ROSE);
  expect(bought()).toEqual(['rose op1']);
  expect(view()).toEqual({ isBusy: true, asks: undefined, failure: undefined });
  await answer(BOUGHT);
  expect(given).toEqual([ROSE]);
  expect(view()?.isBusy).toBe(false);
});

test('a second press before the answer pays nothing', async () => {
  const { give, bought, given, answer } = openSheet();
  give(ROSE);
  give(ROSE);
  give(WINK);
  expect(bought()).toEqual(['rose op1']);
  await answer(BOUGHT);
  expect(bought()).toEqual(['rose op1']);
  expect(given).toEqual([ROSE]);
});

test('an expensive gift needs a confirmation, and two presses on it pay once', async () => {
  const { give, confirm, bought, given, view, answer } = openSheet();
  give(COMET);
  expect([bought(), view()?.asks]).toEqual([[], COMET]);
  void confirm(true);
  void confirm(true);
  await answer(BOUGHT);
  void confirm(false);
  expect([bought(), given, view()?.asks]).toEqual([['comet op1'], [COMET], undefined]);
});

test('an expensive gift is not bought when the confirmation is declined', async () => {
  const { give, confirm, bought, view } = openSheet();
  give(COMET);
  await confirm(false);
  expect([bought(), view()?.asks]).toEqual([[], undefined]);
});

test.each([UNKNOWN, refused('other')])(
  'a purchase with an unknown outcome is retried under the same operation id: %j',
  async (lost) => {
    const { give, bought, given, answer } = openSheet();
    give(ROSE);
    await answer(lost);
    expect(given).toEqual([]);
    give(ROSE);
    expect(bought()).toEqual(['rose op1', 'rose op1']);
    await answer(BOUGHT);
    give(ROSE);
    expect(bought()).toEqual(['rose op1', 'rose op1', 'rose op2']);
  },
);

test('another gift after an unknown outcome is another purchase', async () => {
  const { give, bought, answer } = openSheet();
  give(ROSE);
  await answer(UNKNOWN);
  give(WINK);
  expect(bought()).toEqual(['rose op1', 'wink op2']);
});

test('a refusal names its amount of gems, and the next press is a new purchase', async () => {
  const { give, bought, given, view, answer } = openSheet();
  give(ROSE);
  await answer(refused('price-changed'));
  expect(given).toEqual([]);
  expect(view()).toMatchObject({ isBusy: false, failure: { gems: 10, error: { reason: 'price-changed' } } });
  give({ gift: 'rose', price: 12 });
  expect(view()?.failure).toBeUndefined();
  expect(bought()).toEqual(['rose op1', 'rose op2']);
});

test('the refusal reason disappears when another gift is chosen', async () => {
  const { give, forget, view, answer } = openSheet();
  give(ROSE);
  await answer(refused('conflict'));
  forget();
  expect(view()).toEqual({ isBusy: false, asks: undefined, failure: undefined });
});
