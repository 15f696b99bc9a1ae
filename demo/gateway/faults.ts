import * as v from 'valibot';

/**
 * Failures that tests can order: `error` answers 500 and stores that answer for the idempotency key; `lost` performs the call and closes
 * the connection; `down` answers 503 and stores nothing; `slow` delays the result of a refund.
 */
export const fault = v.object({
  call: v.picklist(['sessions', 'charge', 'close', 'ask', 'refund', 'bind', 'keep', 'list', 'any']),
  how: v.picklist(['error', 'lost', 'down', 'slow']),
  times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
export type Fault = v.InferOutput<typeof fault>;
/** A call of the API for which failures can be ordered. */
export type Call = Exclude<Fault['call'], 'any'>;

/** Ordered failures, in memory. */
export type Faults = {
  order(fault: Fault): void;
  /** Returns the failure ordered for this call, if any, and decrements its count. */
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
