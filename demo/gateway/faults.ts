import * as v from 'valibot';

/**
 * Failures to order, for tests: `error` answers 500 and keeps that answer for the key; `lost` does what was asked and cuts the
 * line; `down` answers 503 and keeps nothing; `slow`, of refunds: the bank takes its time.
 */
export const fault = v.object({
  call: v.picklist(['sessions', 'charge', 'close', 'ask', 'refund', 'bind', 'keep', 'list', 'any']),
  how: v.picklist(['error', 'lost', 'down', 'slow']),
  times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
export type Fault = v.InferOutput<typeof fault>;
export type Call = Exclude<Fault['call'], 'any'>;

export type Faults = {
  order(fault: Fault): void;
  /** The failure that this call is to have, counted down. */
  next(call: Call): Fault['how'] | undefined;
};

export function createFaults(): Faults {
  const ordered = new Map<Fault['call'], Fault>();
  return {
    order: (fault) => void ordered.set(fault.call, fault),
    next(call) {
      const found = [ordered.get(call), ordered.get('any')].find((one) => one !== undefined && one.times > 0);
      if (found === undefined) return undefined;
      ordered.set(found.call, { ...found, times: found.times - 1 });
      return found.how;
    },
  };
}
