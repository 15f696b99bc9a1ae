import type { GenericSchema, InferInput, InferOutput } from 'valibot';

export type Endpoint = {
  /** Always called by POST (product 7.1). */
  readonly path: `/api/${string}`;
  /** `public` works without a token; `user` needs one that headers and body agree on; `anyone` takes both. */
  readonly access: 'public' | 'user' | 'anyone';
  /**
   * Of `user`: false where it is answered before the account's birth date is known, as what shows, what protects and what is about
   * the account itself. All else is refused until then (403 `age`).
   */
  readonly adult?: false;
  readonly input: GenericSchema;
  readonly output: GenericSchema;
} & Delivery;

/**
 * `effect`: a `read` may be sent any number of times, and each answer is the state at that time. A `change` carries an
 * Idempotency-Key: the client repeats it under the same key, and the server refuses it without one (400) and answers a repeat
 * with the first answer.
 *
 * `delivery`: `now` fails when offline. `queued` may wait in the database.
 */
type Delivery =
  | { readonly effect: 'read'; readonly delivery: 'now' }
  | {
      readonly effect: 'change';
      readonly delivery: 'now';
      /** The effect has rows of its own under the key, which answer a repeat: no answer is stored, so that a refusal may pass. */
      readonly once: true;
    }
  | {
      readonly effect: 'change';
      readonly delivery: 'now';
      /** The first answer is stored for an hour, encrypted with the key, which only the caller has. */
      readonly replay: 'sealed';
    }
  | {
      readonly effect: 'change';
      readonly delivery: 'queued';
      /**
       * The answer to a replay after the first request was accepted. `saved`: the first answer, which the server keeps for 30
       * days, so it is short and holds nothing about a person. `anew`: the current state; no answer is stored.
       */
      readonly replay: 'saved' | 'anew';
    };

export type EndpointTable = Readonly<Record<string, Endpoint>>;

export type Input<E extends Endpoint> = InferOutput<E['input']>;
export type Sent<E extends Endpoint> = InferInput<E['input']>;
export type Output<E extends Endpoint> = InferOutput<E['output']>;

/** Handlers that the server must implement: exactly one per row. */
export type ApiHandlers<
  T extends EndpointTable,
  Callers extends Record<Endpoint['access'], unknown>,
  Answers extends { readonly [K in keyof T]: unknown },
> = {
  readonly [K in keyof T]: (caller: Callers[T[K]['access']], input: Input<T[K]>) => Promise<Answers[K]>;
};

/** The rows whose replays are answered anew. */
export type AnsweredAnew<T extends EndpointTable> = {
  [K in keyof T]: T[K] extends { readonly replay: 'anew' } ? K : never;
}[keyof T];
