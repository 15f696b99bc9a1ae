import * as v from 'valibot';

/**
 * Body of `POST /v1/faults`, by which tests make the next `times` calls of the kind `call` fail. For calls with an idempotency key: `error`
 * answers 500 and stores that answer, `lost` performs the call and closes the connection, `down` answers 503 and stores nothing, `slow`
 * delays the result of a refund and changes no other call. For calls without a key, `lost` does the same, and the rest answer 503 and
 * perform nothing.
 */
export const fault = v.object({
  call: v.picklist(['sessions', 'charge', 'close', 'ask', 'refund', 'bind', 'keep', 'list', 'any']),
  how: v.picklist(['error', 'lost', 'down', 'slow']),
  times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
/** An ordered failure; it replaces an earlier one of the same call. */
export type Fault = v.InferOutput<typeof fault>;
/** A call of the API for which failures can be ordered; `any` in an order means all of them. */
export type Call = Exclude<Fault['call'], 'any'>;

/** Failures ordered by tests, in memory; a restart of the gateway clears them. */
export type Faults = {
  order(fault: Fault): void;
  /** Returns the failure ordered for this call, if any, and decrements its count. */
  next(call: Call): Fault['how'] | undefined;
};

/** Creates an empty set of ordered failures; an order for the call itself precedes one for `any`. */
export function createFaults(): Faults {
  const ordered = new Map<Fault['call'], Fault>();
  return {
    order: (fault) => void ordered.set(fault.call, fault),
    next(call) {
      const found = [ordered.get(call), ordered.get('any')].find((fault) => fault !== undefined && fault.times > 0);
      if (found === undefined) return undefined;
      ordered.set(found.call, { ...found, times: found.times - 1 });
      return found.how;
    },
  };
}
