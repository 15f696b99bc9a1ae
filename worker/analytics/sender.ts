import {
  COLLECTOR_PAUSE_MAX_MS,
  SEND_RETRIES,
  SEND_TIMEOUT_MS,
  SENT_AT_ONCE_MAX,
  SENT_EVERY_MS,
} from '#contract/analytics/rules.ts';
import { DEBUG_PATH, type EventItem, FORM_TYPE, SYNC_PATH } from '#contract/analytics/wire.ts';
import { parseJsonObject } from '#contract/api/answer.ts';
import { backoff } from '../api/attempt.ts';
import type { Schedule } from '../base/drain.ts';
import type { EventRow } from './database.ts';
import type { Events } from './events.ts';
import { debugForm, syncForm } from './form.ts';

/** Outcome of one request. `refused`: the collector will never accept it as it is. */
type Outcome = 'taken' | 'refused' | 'broken' | 'busy';

/** The dependencies of the event sender. */
export type SenderPorts = {
  readonly fetch: typeof fetch;
  readonly baseUrl: string;
  readonly appId: string;
  readonly build: string;
  readonly deviceId: () => string;
  readonly debug: () => '' | 'debug' | 'debug_only';
  readonly events: Events;
  /** Number of waiting events after which they are sent without a delay. */
  readonly batch: number;
  readonly later: Schedule;
  readonly now: () => number;
  readonly random: () => number;
};

/** Sends the waiting analytics events to the collector. */
export type EventSender = {
  /** Called after a write with the number of waiting events. */
  onWritten(waiting: number): void;
  /**
   * Sends the waiting events, or joins a running flush. Does nothing while paused or stopped; during a pause that the collector requested
   * it only schedules the sending for its end.
   */
  flush(): Promise<void>;
  /** Sends these events without storing or retrying them; not while paused, nor during a pause that the collector requested. */
  sendOnce(items: readonly EventItem[]): Promise<void>;
  pause(): void;
  resume(): void;
  /** Aborts the running request and ends sending for good. */
  stop(): void;
};

/**
 * Every answer of a collector has one of these members: `code` from `/sync_js`, `errorLevel` from `/data_debug`, `result` in a refusal of
 * our server.
 */
const ANSWER_CODES = ['code', 'errorLevel', 'result'];
/** Returns whether the body is an answer of a collector, which may be another program than our server, and not a page of a proxy. */
function isCollectorAnswer(text: string): boolean {
  const body = parseJsonObject(text);
  return body !== undefined && ANSWER_CODES.some((name) => typeof body[name] === 'number');
}

/**
 * Maps the response to a batch to its outcome. `taken`: 204, 304, or a 2xx of the collector. `refused` for good: a 400 or 413 of the
 * collector. `broken`, retried after a backoff: a 5xx. `busy`, sent again by a later flush: all others, such as a proxy's page.
 */
export function outcomeOf(status: number, text: string): Outcome {
  if (status >= 500) return 'broken';
  // These have no body.
  if (status === 204 || status === 304) return 'taken';
  if (!isCollectorAnswer(text)) return 'busy';
  if (status >= 200 && status <= 299) return 'taken';
  return status === 400 || status === 413 ? 'refused' : 'busy';
}

/**
 * Returns the pause that the collector requested by `Retry-After` (RFC 9110, 10.2.3), ms: at least one send interval,
 * at most COLLECTOR_PAUSE_MAX_MS.
 */
export function restOf(retryAfter: string | null, now: number): number {
  const text = retryAfter ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Math.min(COLLECTOR_PAUSE_MAX_MS, Math.max(SENT_EVERY_MS, Number.isNaN(ms) ? 0 : ms));
}

/**
 * Creates the sender. A flush sends the oldest events first, one request at a time. It starts after SENT_EVERY_MS, when `batch` events
 * wait, or on demand.
 */
export function createSender(ports: SenderPorts): EventSender {
  const { events, later, baseUrl, appId, build } = ports;
  const stopped = new AbortController();
  let state: 'normal' | 'paused' = 'normal';
  let flushing: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  /** Events were written during a flush that may have read the queue before they were in it, so another flush follows. */
  let isMore = false;
  /** Nothing is sent before this time (`now`, ms), because the collector asked for a pause (429, `Retry-After`). */
  let restsUntil = 0;
  const restsForMs = () => Math.max(0, restsUntil - ports.now());

  const pause = (ms: number) => new Promise<void>((resolve) => void later(ms, resolve));

  async function post(path: string, body: string): Promise<Outcome> {
    try {
      const answer = await ports.fetch(baseUrl + path, {
        method: 'POST',
        body,
        headers: { 'Content-Type': FORM_TYPE },
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.any([AbortSignal.timeout(SEND_TIMEOUT_MS), stopped.signal]),
      });
      const text = await answer.text();
      if (answer.status === 429 && isCollectorAnswer(text))
        restsUntil = ports.now() + restOf(answer.headers.get('retry-after'), ports.now());
      return outcomeOf(answer.status, text);
    } catch {
      return 'broken';
    }
  }

  async function request(items: readonly EventItem[]): Promise<Outcome> {
    const debug = ports.debug();
    if (debug === '') return post(SYNC_PATH, syncForm(items, { appId, build, now: ports.now() }));
    for (const item of items) {
      const to = { appId, deviceId: ports.deviceId(), dryRun: debug === 'debug_only' };
      const outcome = await post(DEBUG_PATH, debugForm(item, to));
      if (outcome !== 'taken') return outcome;
    }
    return 'taken';
  }

  async function withRetries(items: readonly EventItem[]): Promise<Outcome> {
    for (let retry = 0; ; retry += 1) {
      const outcome = await request(items);
      if (outcome !== 'broken' || retry >= SEND_RETRIES || stopped.signal.aborted) return outcome;
      await pause(backoff(retry, ports.random()));
      if (stopped.signal.aborted || state === 'paused') return outcome;
    }
  }

  /**
   * Sends rows and removes those that the collector took. A refused batch is split in halves until the invalid event is found. Resolves to
   * whether to continue with later rows.
   */
  async function send(rows: readonly EventRow[]): Promise<boolean> {
    const outcome = await withRetries(rows.map(({ item }) => item));
    if (stopped.signal.aborted) return false;
    if (outcome === 'taken' || (outcome === 'refused' && rows.length === 1)) {
      await events.remove(rows, outcome === 'refused');
      return true;
    }
    if (outcome !== 'refused') return false;
    const middle = Math.ceil(rows.length / 2);
    return (await send(rows.slice(0, middle))) && send(rows.slice(middle));
  }

  async function sendAll(): Promise<void> {
    cancel?.();
    cancel = undefined;
    for (let goesOn = true; goesOn && state === 'normal' && !stopped.signal.aborted; ) {
      const rows = await events.oldest(SENT_AT_ONCE_MAX);
      if (rows.length === 0) return;
      goesOn = await send(rows);
    }
    arm();
  }

  function arm(): void {
    if (state === 'normal' && !stopped.signal.aborted)
      cancel ??= later(Math.max(SENT_EVERY_MS, restsForMs()), () => void flush());
  }

  function flush(): Promise<void> {
    if (state === 'paused' || stopped.signal.aborted) return Promise.resolve();
    if (restsForMs() > 0) {
      arm();
      return Promise.resolve();
    }
    flushing ??= sendAll()
      // The database failed or was closed: the events that it still has are sent by a later flush.
      .catch(() => {})
      .finally(() => {
        flushing = undefined;
        if (isMore) arm();
        isMore = false;
      });
    return flushing;
  }

  return {
    onWritten(waiting) {
      if (flushing) isMore = true;
      else if (waiting >= ports.batch) void flush();
      else if (waiting > 0) arm();
    },
    flush,
    sendOnce: async (items) => {
      if (items.length > 0 && state === 'normal' && restsForMs() === 0) await request(items);
    },
    pause() {
      state = 'paused';
      cancel?.();
      cancel = undefined;
    },
    resume() {
      state = 'normal';
      arm();
    },
    stop() {
      stopped.abort();
      cancel?.();
      cancel = undefined;
    },
  };
}
