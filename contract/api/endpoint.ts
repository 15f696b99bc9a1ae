import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Result } from '../result.ts';

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
 * `now` fails when offline. `queued` may wait in the database and is replayed with the same Idempotency-Key; no other call
 * has one, but for `once`.
 */
type Delivery =
  | {
      readonly delivery: 'now';
      /** It moves money under a name of its own, which is the key: no answer is kept, so that a refusal is none for ever. */
      readonly once?: true;
    }
  | {
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
export type ApiHandlers<T extends EndpointTable, Callers extends Record<Endpoint['access'], unknown>> = {
  readonly [K in keyof T]: (caller: Callers[T[K]['access']], input: Input<T[K]>) => Promise<Result<Output<T[K]>>>;
};

/** The rows whose replays are answered anew. */
export type AnsweredAnew<T extends EndpointTable> = {
  [K in keyof T]: T[K] extends { readonly replay: 'anew' } ? K : never;
}[keyof T];
