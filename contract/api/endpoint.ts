import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/** Definition of one API endpoint (product 7.3): path, access, retry behaviour, and the schemas of input and output. */
export type Endpoint = {
  /** Called with POST only (product 7.1). */
  readonly path: `/api/${string}`;
  /** `public` works without a token; `user` requires one that headers and body agree on; `anyone` accepts both. */
  readonly access: 'public' | 'user' | 'anyone';
  /**
   * For `user` endpoints: false if the endpoint works before the account's birth date is known, such as reads, safety and account
   * endpoints. All others are refused until then (403 `age`).
   */
  readonly adult?: false;
  readonly input: GenericSchema;
  readonly output: GenericSchema;
} & Delivery;

/**
 * `effect`: a `read` may be sent any number of times and returns the current state. A `change` carries an Idempotency-Key: the client
 * retries under the same key; the server refuses a request without one (400) and answers a repeat with the first response.
 *
 * `delivery`: `now` fails when offline. `queued` may wait in the database.
 */
type Delivery =
  | { readonly effect: 'read'; readonly delivery: 'now' }
  | {
      readonly effect: 'change';
      readonly delivery: 'now';
      /** A repeat is answered from rows that the first request wrote under its key. No response is stored: a refused one can be retried. */
      readonly once: true;
    }
  | {
      readonly effect: 'change';
      readonly delivery: 'now';
      /** The first response is stored for an hour, encrypted with the key, which only the caller has. */
      readonly replay: 'sealed';
    }
  | {
      readonly effect: 'change';
      readonly delivery: 'queued';
      /**
       * The response to a replay after the first request was accepted. `saved`: the first response, which the server retains for 30 days,
       * so it is short and holds no personal data. `recomputed`: the current state; no response is stored.
       */
      readonly replay: 'saved' | 'recomputed';
    };

/** A domain's endpoints by name. `contract/endpoints.ts` joins them; server handlers, API client and API description derive from it. */
export type EndpointTable = Readonly<Record<string, Endpoint>>;

/** The validated input, as a handler of the server receives it. */
export type Input<E extends Endpoint> = InferOutput<E['input']>;
/** The input as a client sends it, before the schema applies defaults. */
export type ClientInput<E extends Endpoint> = InferInput<E['input']>;
/** The validated output, as a client receives it. */
export type Output<E extends Endpoint> = InferOutput<E['output']>;

/** The handlers that the server must implement, exactly one per row, called with the caller that the row's `access` admits. */
export type ApiHandlers<
  T extends EndpointTable,
  Callers extends Record<Endpoint['access'], unknown>,
  Answers extends { readonly [K in keyof T]: unknown },
> = {
  readonly [K in keyof T]: (caller: Callers[T[K]['access']], input: Input<T[K]>) => Promise<Answers[K]>;
};

/** Names of the rows with `replay: 'recomputed'`: for a repeated request the server computes the response again from the current state. */
export type RecomputedEndpoint<T extends EndpointTable> = {
  [K in keyof T]: T[K] extends { readonly replay: 'recomputed' } ? K : never;
}[keyof T];
