import { LONGEST_MS, type Said, type SideName, STEP_MS, type Truth } from './call-truth.ts';

/** Gems that a call costs the caller, and minutes that the callee is paid for. */
export type Due = { readonly paid: number; readonly earnedMinutes: number };
type Terms = Pick<Truth, 'gems' | 'price' | 'isFree' | 'down'>;
/** A statement about the media or, without `flowing`, only a sign of life. */
type Word = { readonly at: number; readonly flowing: boolean | undefined; readonly isBroken?: boolean };
export type Stop = { readonly at: number; readonly isByTime: boolean };
type Loss = { readonly from: number; readonly to: number; readonly isOver: boolean };

const [INTERVAL, LATE, LOSS, GIVE_UP, GRACE, SETUP, RESTART] = [5_000, 7_500, 5_000, 30_000, 10_000, 30_000, 60_000];
const FAIR_START = 20_000;

/**
 * Computes the cost of a call from its messages, by the rules alone and without the server's code. A clock runs in steps of STEP_MS; each
 * step applies all messages up to then. With `stop` the call runs until that moment and ends then, by a message or by a deadline.
 *
 * - The meter starts with the callee's picture. Without one within 30 s of the answer there is no call, and no cost.
 * - It pauses for a loss of more than 5 s that the callee attests, from the beat before the loss to the last beat that attests it, up to 30
 *   s of pauses in total. Free time is used first; then each minute is charged at its beginning, while there are gems.
 * - The call ends 30 s into a loss of either side, 10 s after the callee's picture if the caller's is missing, or after 15 s of silence. It
 *   is billed as far as the callee attests: to the beginning of their loss, or to their last beat if the next one is late. A side that
 *   hangs up pays for a loss of up to 5 s.
 * - The callee earns while the meter runs and the caller attests media: not before the caller's first picture, not from the last moment at
 *   which media provably arrived before a loss to the next such moment after it, and not after the caller's last beat if the next one is
 *   late.
 * - Up to 60 s in which the server is down count for no deadline. A call that ends with no media attested by the callee since such an
 *   outage, and with the callee's beat late, costs only the minutes that were complete at their last attestation.
 * - Each side attests broken media from its last beat, but not longer than 7.5 s, to the beat that says so; the caller also when nothing
 *   arrives. Time that is broken for the caller is not earned. Only the minutes of the time that is not broken for both at once are paid,
 *   and none if less than 20 s of it are left to pay.
 * - A call that ends within 20 s of paid time costs nothing, the first one of its two sides on a day. A longer one earns only if both
 *   attest 20 s of paid time.
 */
export function oracle(terms: Terms, said: readonly Said[], stop?: Stop): Due {
  const { gems, price, isFree, down } = terms;
  const heard = said.filter(({ at }) => !(down && at >= down.from && at < down.to));
  const start = heard.find(({ side, does }) => side === 'callee' && does === 'success')?.at ?? Number.POSITIVE_INFINITY;
  const over = heard.find(({ does }) => does === 'hangUp' || does === 'fail')?.at ?? Number.POSITIVE_INFINITY;
  if (start >= Math.min(over, stop?.at ?? Number.POSITIVE_INFINITY, SETUP)) return { paid: 0, earnedMinutes: 0 };
  const all = { caller: wordsOf(heard, 'caller', start, down), callee: wordsOf(heard, 'callee', start, down) };
  const free = isFree ? 60_000 : 0;
  let begun = 0;

  for (let now = start; now <= Math.max(LONGEST_MS, down?.to ?? 0) + 100_000; now += STEP_MS) {
    // In an outage of hours nothing further falls due.
    if (down && now > down.from + 4 * RESTART && now < down.to) now = down.to;
    // A message is handled after the changes that are due at its time.
    const before = (word: Word) => word.at < now || word.at === start;
    const words = { caller: all.caller.filter(before), callee: all.callee.filter(before) };
    const losses = { caller: lossesOf(words.caller), callee: lossesOf(words.callee) };
    const isDown = down !== undefined && now >= down.from && now < down.to;
    const alive = down && now >= down.to ? down.to : 0;
    const end = (at: number, isByTime = false): Due =>
      settle({ words, losses, start, free, price, begun, isByTime, back: down && now >= down.from ? down.to : 0 }, at);

    const patience = (['caller', 'callee'] as const).map((side) => {
      const last = words[side].at(-1)?.at ?? start;
      const silence = Math.min(Math.max(last, alive) + 3 * INTERVAL, last + RESTART);
      const loss = losses[side].at(-1);
      if (!loss || loss.isOver) return silence;
      const isUnseen = side === 'caller' && words.caller.every(({ flowing }) => flowing !== true);
      return Math.min(silence, Math.max(loss.from, alive) + (isUnseen ? GRACE : GIVE_UP), loss.from + RESTART);
    });
    const due = Math.min(...patience);
    if (now > due && !isDown && !stop) return end(due, true);
    while (isRunning(losses.callee) && meter(losses.callee, start, now) >= free + begun * 60_000) {
      if ((begun + 1) * price > gems) {
        // The server notices this when it is back, unless the call has timed out by then. The call then ends where the minute began.
        if (isDown) break;
        const since = meter(losses.callee, start, now) - (free + begun * 60_000);
        return end(now === alive ? now - since : now);
      }
      begun += 1;
    }
    // A resumed meter may have started a minute before the message that ends the call.
    if (stop && now >= stop.at) return end(now, stop.isByTime);
    if (now >= over && !isDown) return end(now);
  }
  throw new Error('The oracle saw no end');
}

/** The statements of one side from the start on. A mere sign of life counts unless media are lost. */
function wordsOf(said: readonly Said[], side: SideName, start: number, down: Terms['down']): readonly Word[] {
  const isThere =
    side === 'callee' || said.some((one) => one.side === side && one.does === 'success' && one.at < start);
  const words: Word[] = [{ at: start, flowing: isThere }];
  const connects = said.findIndex((one) => one.side === 'callee' && one.does === 'success');
  for (const [index, { at, side: whose, does, flowing, usable }] of said.entries()) {
    if (whose !== side || at < start) continue;
    // A beat before the callee's picture says nothing, even at the same time.
    if (at === start && does === 'beat' && index < connects) continue;
    const isUnseen = words.every((word) => word.flowing !== true);
    const isLost = words.findLast((word) => word.flowing !== undefined)?.flowing === false;
    const last = words.at(-1)?.at ?? start;
    // The first message after an outage attests nothing about the outage.
    const isAcross = side === 'callee' && down && last < down.from && at >= down.to && at - last > LATE;
    if (does === 'beat') words.push({ at, flowing, isBroken: usable === false || (side === 'caller' && !flowing) });
    else if (does === 'accept' && !isLost && !isAcross) words.push({ at, flowing: undefined });
    else if (does === 'success' && side === 'caller' && isUnseen) words.push({ at, flowing: true });
  }
  return words;
}

/** Each loss runs from the statement before the first denial to the last denial; it is over when media are affirmed afterwards. */
function lossesOf(words: readonly Word[]): readonly Loss[] {
  const losses: Loss[] = [];
  words.forEach(({ at, flowing }, index) => {
    const last = losses.at(-1);
    const open = last && !last.isOver ? last : undefined;
    if (flowing === true && open) losses[losses.length - 1] = { ...open, isOver: true };
    if (flowing !== false) return;
    if (open) losses[losses.length - 1] = { ...open, to: at };
    else losses.push({ from: words[index - 1]?.at ?? at, to: at, isOver: false });
  });
  return losses;
}

/** Pauses of the meter. A pause that has not ended has `to` = infinity. */
function pausesOf(losses: readonly Loss[]): readonly { from: number; to: number }[] {
  const pauses: { from: number; to: number }[] = [];
  let stood = 0;
  for (const { from, to, isOver } of losses) {
    if (to - from <= LOSS || stood >= GIVE_UP) continue;
    pauses.push({ from, to: isOver ? to : Number.POSITIVE_INFINITY });
    stood += to - from;
  }
  return pauses;
}
const isRunning = (losses: readonly Loss[]) => pausesOf(losses).every(({ to }) => to < Number.POSITIVE_INFINITY);

const overlap = (spans: readonly { from: number; to: number }[], from: number, to: number) =>
  spans.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)), 0);
const meter = (losses: readonly Loss[], start: number, at: number) => at - start - overlap(pausesOf(losses), start, at);
const minutes = (metered: number, free: number) => (metered < free ? 0 : Math.floor((metered - free) / 60_000) + 1);

type Known = {
  readonly words: Readonly<Record<SideName, readonly Word[]>>;
  readonly losses: Readonly<Record<SideName, readonly Loss[]>>;
} & { readonly start: number; readonly free: number; readonly price: number; readonly begun: number } & {
  readonly isByTime: boolean;
  /** When the server came back from the outage before the end; 0 if there was none. */
  readonly back: number;
};

function settle({ words, losses, start, free, price, begun, isByTime, back }: Known, end: number): Due {
  const lastOf = (side: SideName) => words[side].at(-1)?.at ?? start;
  const loss = losses.callee.at(-1);
  const isLate = end - lastOf('callee') > LATE;
  const at = isByTime && loss && !loss.isOver ? Math.min(end, loss.from) : isLate ? lastOf('callee') : end;
  const attested = loss && !loss.isOver ? loss.from : lastOf('callee');
  const isCut = attested < back && end - attested > LATE;
  const started = minutes(meter(losses.callee, start, at), free);
  const paidMinutes = Math.min(begun, isCut ? Math.max(0, started - 1) : started);

  const doubts = losses.caller.map(({ from, isOver }) => {
    const denied = words.caller.findIndex((word) => word.at >= from && word.flowing === false);
    const affirmed = words.caller.slice(0, denied).findLastIndex(({ flowing }) => flowing === true);
    const proven = words.caller[affirmed - 1]?.at ?? words.caller[0]?.at ?? start;
    const next = words.caller.slice(denied).find(({ flowing }) => flowing === true)?.at;
    return { from: provenSince(words.caller, affirmed, proven), to: isOver && next !== undefined ? next : at };
  });
  if (losses.caller.every(({ isOver }) => isOver) && end - lastOf('caller') > LATE)
    doubts.push({ from: lastOf('caller'), to: at });
  if (meter(losses.callee, start, at) - free < FAIR_START) return { paid: 0, earnedMinutes: 0 };
  const paused = pausesOf(losses.callee);
  const broken = { caller: brokenSpans(words.caller), callee: brokenSpans(words.callee) };
  // Counted step by step, as doubts, pauses and broken media may overlap.
  let [metered, usable, earning] = [0, 0, 0];
  for (let step = start; step < at; step += STEP_MS) {
    const isIn = (spans: readonly { from: number; to: number }[]) =>
      spans.some(({ from, to }) => from <= step && step < to);
    if (isIn(paused)) continue;
    metered += STEP_MS;
    if (!isIn(broken.caller) || !isIn(broken.callee)) usable += STEP_MS;
    if (!isIn(doubts) && !isIn(broken.caller)) earning += STEP_MS;
  }
  // Only broken media give minutes back.
  const left = usable - free < FAIR_START ? 0 : minutes(usable, free);
  const charged = usable < metered ? Math.min(paidMinutes, left) : paidMinutes;
  const isSeen = words.caller.some(({ flowing }) => flowing === true);
  const earnedMinutes = isSeen && earning - free >= FAIR_START ? Math.min(charged, minutes(earning, free)) : 0;
  return { paid: charged * price, earnedMinutes };
}

/** Each attestation of broken media: from the statement before it, but at most LATE, to its own time. */
const brokenSpans = (words: readonly Word[]): readonly { from: number; to: number }[] =>
  words.flatMap(({ at, isBroken }, index) =>
    isBroken ? [{ from: Math.max(words[index - 1]?.at ?? at, at - LATE), to: at }] : [],
  );

/** The first picture proves media at its own time; a later beat proves only that media arrived since the beat before it. */
function provenSince(words: readonly Word[], affirmed: number, before: number): number {
  const isFirst = words.slice(0, affirmed).every(({ flowing }) => flowing !== true);
  return isFirst && affirmed >= 0 ? (words[affirmed]?.at ?? before) : before;
}
