import { liveQuery } from 'dexie';
import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import { isHello, KICK } from '#contract/away/kick.ts';
import { BRIEF_FREED_WITHIN_MS, BRIEF_MAX_MS } from '#contract/away/rules.ts';
import { CORE_LOCK } from '#contract/core.ts';
import { readSettings } from '../account/settings.ts';
import { createUserApi } from '../account/user-api.ts';
import { createOutcomes } from '../api/outcomes.ts';
import { createApiQueue } from '../api/queue.ts';
import { createServerClock } from '../base/clock.ts';
import { lastStream } from '../base/last-stream.ts';
import { expire, readSession } from '../base/session-row.ts';
import { goLive, type LiveStream } from '../chat/live.ts';
import { wordsWait } from '../db/reads/waiting.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import { dial, type Stream } from '../xmpp/dial.ts';
import { type Brief, type BriefEffect, type BriefEnd, type BriefEvent, newBrief, stepBrief } from './step.ts';

/** What a short core is begun for. */
export type Errand = {
  /** It ends by then at the latest. */
  readonly maxMs?: number;
  /** A question of its own, asked once the stream is up; false when it was not answered. */
  readonly ask?: (live: LiveStream, session: SessionRow) => Promise<boolean>;
  /** It ends as soon as this holds; else when everything that waited is sent and read. Watched like a live query. */
  readonly until?: () => Promise<boolean>;
};

export type BriefPorts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly build: number;
  readonly locks: Pick<LockManager, 'request' | 'query'>;
  readonly openChannel: () => BroadcastChannel;
  readonly apiUrl: string;
  /** Address of the chat socket. */
  readonly service: string;
};

/** Runs one short core after the other; resolves how each ended. */
export type RunBrief = (errand?: Errand) => Promise<BriefEnd>;

const NOBODY_WATCHES = { isWatched: () => false };

export function createBrief(ports: BriefPorts): RunBrief {
  let last: Promise<unknown> = Promise.resolve();
  return (errand = {}) => {
    const next = last.then(() => runOnce(ports, errand));
    last = next.catch(() => undefined);
    return next;
  };
}

/** Whether nothing waits any more that a core could send or read by itself. */
async function isDrained({ app, chat }: BriefPorts, uid: number): Promise<boolean> {
  const [waits, archive] = await Promise.all([wordsWait({ app, chat }, uid), chat.sync.get('archive')]);
  return !waits && archive?.key === 'archive' && archive.settled;
}

function runOnce(ports: BriefPorts, errand: Errand): Promise<BriefEnd> {
  const { app, chat, locks } = ports;
  const { maxMs = BRIEF_MAX_MS } = errand;
  let brief: Brief = newBrief;
  let live: LiveStream | undefined;
  let stop = () => {};
  let release = () => {};
  let session: SessionRow | undefined;
  const attempt = new AbortController();
  // Heard before the lock is asked for: a page's core asks for it first and then says hello.
  const channel = ports.openChannel();
  channel.addEventListener('message', ({ data }) => {
    if (isHello(data)) dispatch({ type: 'hello' });
  });
  const deadline = setTimeout(() => dispatch({ type: 'deadline' }), maxMs);

  return new Promise((resolve, reject) => {
    const held = new Promise<void>((free) => {
      release = () => {
        clearTimeout(deadline);
        stop();
        free();
        channel.close();
        resolve(brief.end ?? 'broken');
      };
    });
    locks
      .request(CORE_LOCK, { ifAvailable: true }, (lock) => {
        dispatch({ type: 'lock', isFree: lock !== null });
        return lock === null ? undefined : held;
      })
      .catch((error: unknown) => {
        release();
        reject(error);
      });
  });

  function dispatch(event: BriefEvent): void {
    const [next, effects] = stepBrief(brief, event);
    brief = next;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: BriefEffect): void {
    switch (effect.type) {
      case 'kick':
        channel.postMessage(KICK);
        return;
      case 'check':
        void check();
        return;
      case 'dial':
        void connect();
        return;
      case 'work':
        void work();
        return;
      case 'abort':
        attempt.abort();
        return;
      case 'expire':
        if (session) void expire(app, session.vcToken);
        return;
      case 'close':
        void close(effect.how);
        return;
      case 'free':
        release();
        return;
    }
  }

  async function check(): Promise<void> {
    try {
      session = await readSession(app);
      const row = await app.state.get('build');
      // A core of a page waits behind this one: it came before its hello was heard.
      const isAskedFor = (await locks.query()).pending?.some(({ name }) => name === CORE_LOCK);
      if (isAskedFor) dispatch({ type: 'hello' });
      else if (session?.status !== 'active') dispatch({ type: 'may', why: 'idle' });
      else if (row?.key === 'build' && row.build > ports.build) dispatch({ type: 'may', why: 'stale' });
      else dispatch({ type: 'may', why: 'yes' });
    } catch (error) {
      dispatch({ type: 'may', why: isNewerDatabase(error) ? 'stale' : 'idle' });
    }
  }

  async function connect(): Promise<void> {
    const own = session;
    if (!own) return;
    try {
      const dialled = await dial(
        {
          service: ports.service,
          domain: own.services.domain,
          username: own.jid.slice(0, own.jid.indexOf('@')),
          password: own.vcToken,
          resume: await lastStream(chat, own),
        },
        attempt.signal,
      );
      if (!dialled.ok) dispatch({ type: 'failed', why: dialled.error === 'auth-fail' ? 'refused' : 'broken' });
      else if (attempt.signal.aborted) dialled.value.end('drop');
      else await begin(dialled.value, own);
    } catch {
      dispatch({ type: 'failed', why: 'broken' });
    }
  }

  async function begin(stream: Stream, own: SessionRow): Promise<void> {
    const clock = createServerClock(Date.now);
    const { readReceipt } = await readSettings(app);
    const up = await goLive(stream, {
      chat,
      app,
      session: own,
      clock,
      isCurrentAccount: async () => (await readSession(app))?.uid === own.uid,
      tabs: NOBODY_WATCHES,
      newId: () => nanoid(REQUEST_ID_LENGTH),
      // What was measured waits for a core of a page.
      onSent: () => undefined,
      sendsReadMarks: () => readReceipt,
      onLost: () => dispatch({ type: 'lost' }),
      onStorageFailure: (error) => console.warn('a short core could not store what arrived', error),
      // What rings is told by a push: this core has no calls.
      onPush: () => false,
      onMessage: () => {},
      onRefreshAttribution: () => {},
      onRefused: () => {},
    });
    if (attempt.signal.aborted) {
      await up.close('drop');
      return;
    }
    live = up;
    dispatch({ type: 'up' });
  }

  /** Sends, reads and asks; watches the database for the end of it. */
  async function work(): Promise<void> {
    const [up, own] = [live, session];
    if (!up || !own) return;
    const api = createUserApi({ app, session: () => readSession(app), baseUrl: ports.apiUrl, onServerTime: () => {} });
    // What the server refused is said when a page is open; its truth is fetched then.
    const outcomes = createOutcomes(app);
    const queue = createApiQueue(app, api, outcomes.onRefused);
    queue.kick();
    stop = () => {
      queue.stop();
      api.cancelAll();
    };
    try {
      // The answer comes behind all that the server has kept for a stream that goes on.
      const [isThere, isAnswered] = await Promise.all([up.check(), errand.ask?.(up, own) ?? true]);
      if (!isThere || !isAnswered) {
        dispatch({ type: 'lost' });
        return;
      }
      const isDone = errand.until ?? (() => isDrained(ports, own.uid));
      const watching = liveQuery(isDone).subscribe({
        next: (done) => {
          if (done) dispatch({ type: 'drained' });
        },
        error: () => dispatch({ type: 'lost' }),
      });
      const stopBefore = stop;
      stop = () => {
        stopBefore();
        watching.unsubscribe();
      };
      if (brief.phase !== 'working') stop();
    } catch {
      dispatch({ type: 'lost' });
    }
  }

  /** An abandoned stream is not resumed: the next core opens a new one at once. */
  async function forget(how: 'leave' | 'drop'): Promise<void> {
    if (how === 'leave') await chat.sync.delete('stream');
  }

  /** Ends within a second, whatever hangs: a page's core waits for the lock. */
  async function close(how: 'leave' | 'drop'): Promise<void> {
    stop();
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, BRIEF_FREED_WITHIN_MS);
    });
    await Promise.race([
      live
        ?.close(how)
        .then(() => forget(how))
        .catch(() => undefined),
      late,
    ]);
    dispatch({ type: 'closed' });
  }
}

/** A newer build has changed the database: only that one may read it. */
export const isNewerDatabase = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'VersionError' || (error as { inner?: Error }).inner?.name === 'VersionError');
