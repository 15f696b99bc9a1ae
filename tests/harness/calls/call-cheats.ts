import * as fc from 'fast-check';
import { LONGEST_MS, type Said, type SideName, STEP_MS } from './call-truth.ts';

/** One kind of false statement: messages that replace honest ones. */
type Lie = (mine: readonly Said[], side: SideName) => readonly Said[];
const lie =
  (change: (one: Said, index: number) => Said | readonly Said[]): Lie =>
  (mine) =>
    mine.flatMap(change);
const isBeat = ({ does }: Said) => does === 'beat';
const steps = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * STEP_MS);

/** False statements that may recur, from some moment on or throughout the call. */
const deny = fc
  .record({ from: steps(0, 1_500), every: fc.integer({ min: 1, max: 4 }) })
  .map(({ from, every }) =>
    lie((one, index) => (isBeat(one) && one.at >= from && index % every === 0 ? { ...one, flowing: false } : one)),
  );
const affirm = fc.constant(lie((one) => (isBeat(one) ? { ...one, flowing: true } : one)));
const denyQuality = fc
  .record({ from: steps(0, 1_500), every: fc.integer({ min: 1, max: 3 }) })
  .map(({ from, every }) =>
    lie((one, index) => (isBeat(one) && one.at >= from && index % every === 0 ? { ...one, usable: false } : one)),
  );
const affirmQuality = fc.constant(lie(({ usable: _usable, ...one }) => one));
const deal = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
const guess = deal.map((words) =>
  lie((one, index) => (isBeat(one) ? { ...one, flowing: words[index % words.length] ?? true } : one)),
);
const withholdSuccess = fc.constant(lie((one) => (one.does === 'success' ? [] : one)));
const withholdFrom = steps(0, 1_500).map((from) => lie((one) => (isBeat(one) && one.at >= from ? [] : one)));
const withholdSome = deal.map((kept) => lie((one, index) => (isBeat(one) && !kept[index % kept.length] ? [] : one)));
const withholdDenials = fc.constant(lie((one) => (isBeat(one) && !one.flowing ? [] : one)));
const lateSuccess = steps(1, 120).map((ms) =>
  lie((one) => (one.does === 'success' ? { ...one, at: one.at + ms } : one)),
);
const earlySuccess = fc.constant(lie((one) => (one.does === 'success' ? { ...one, at: STEP_MS } : one)));
const late = fc
  .array(steps(0, 60), { minLength: 10, maxLength: 10 })
  .map((by) => lie((one, index) => (isBeat(one) ? { ...one, at: one.at + (by[index % by.length] ?? 0) } : one)));
const repeatWhere = (isIt: (one: Said) => boolean) =>
  steps(0, 30).map((gap) =>
    lie((one) => (isIt(one) ? [one, { ...one, at: one.at + gap }, { ...one, at: one.at + gap }] : one)),
  );
const repeat = repeatWhere(({ does }) => does !== 'hangUp');
const repeatDenials = repeatWhere(({ does, flowing }) => does === 'success' || !flowing);
const comeBack = fc.array(steps(0, 1_500), { maxLength: 8 }).map(
  (times): Lie =>
    (mine, side) => [...mine, ...times.map((at): Said => ({ at, side, does: 'accept', flowing: true }))],
);
const otherReason = fc.constant(lie((one) => (one.does === 'hangUp' ? { ...one, does: 'fail' } : one)));

const common = [guess, withholdFrom, withholdSome, lateSuccess, earlySuccess, late, repeat, comeBack, otherReason];
/** Any false statement, for calls in which the other side is honest. */
const ANY = {
  caller: fc.oneof(deny, denyQuality, withholdSuccess, affirm, affirmQuality, ...common),
  callee: fc.oneof(affirm, affirmQuality, withholdDenials, withholdSuccess, deny, denyQuality, ...common),
} as const;
/**
 * False statements that can only profit their sender. Used where both sides send them: others (media affirmed late) would give the other
 * side something.
 */
const SELFISH = {
  caller: fc.oneof(deny, denyQuality, withholdSuccess, lateSuccess, withholdFrom, repeatDenials, otherReason),
  callee: fc.oneof(affirm, affirmQuality, earlySuccess, repeat, otherReason),
} as const;

const CHEATS = ['nobody', 'caller', 'callee', 'both'] as const;
export type Cheat = (typeof CHEATS)[number];
export type Play = { readonly cheat: Cheat; readonly told: (honest: readonly Said[]) => readonly Said[] };

const lies = (side: SideName, of: typeof ANY | typeof SELFISH) =>
  fc.array(of[side], { minLength: 1, maxLength: 3 }).map((all) => (honest: readonly Said[]) => {
    const mine = honest.filter((one) => one.side === side);
    const last = mine.findLast(({ does }) => does === 'hangUp')?.at ?? LONGEST_MS;
    const others = honest.filter((one) => one.side !== side);
    const told = all.reduce((words, tell) => tell(words, side), mine as readonly Said[]);
    return [...others, ...told.filter(({ at }) => at <= last)].toSorted((a, b) => a.at - b.at);
  });

/** Chooses which side sends false statements, and which. */
export const play: fc.Arbitrary<Play> = fc.constantFrom(...CHEATS).chain((cheat) => {
  if (cheat === 'nobody') return fc.constant<Play>({ cheat, told: (honest) => honest });
  if (cheat !== 'both') return lies(cheat, ANY).map((told) => ({ cheat, told }));
  return fc
    .tuple(lies('caller', SELFISH), lies('callee', SELFISH))
    .map(([one, other]) => ({ cheat, told: (honest: readonly Said[]) => other(one(honest)) }));
});
