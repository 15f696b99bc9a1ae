import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import { CORE_LOCK } from '#contract/core.ts';
import { isHello, KICK } from '#contract/push/kick.ts';
import { BRIEF_FREED_WITHIN_MS, BRIEF_MAX_MS } from '#contract/push/rules.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import { readSettingsIn } from '../account/settings.ts';
import { createUserApi } from '../account/user-api.ts';
import { createOutcomes } from '../api/outcomes.ts';
import { createApiQueue } from '../api/queue.ts';
import { createStoredClock } from '../base/clock.ts';
import { lastStream } from '../base/last-stream.ts';
import { expire, readSession } from '../base/session-row.ts';
import { goLive, type LiveStream } from '../chat/live.ts';
import { liveQuery } from '../db/reads/live-query.ts';
import { isNewerDatabase } from '../db/reads/storage-failure.ts';
import { hasDueSends, hasUnsentChanges } from '../db/reads/waiting.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import { delay } from '../delay.ts';
import { dial, type Stream } from '../xmpp/dial.ts';
import { type Brief, type BriefEffect, type BriefEnd, type BriefEvent, newBrief, stepBrief } from './step.ts';

/** The task of a headless session, such as sending a reply from a notification. */
export type HeadlessTask = {
  /** Maximum duration, ms; the session ends by then at the latest. */
  readonly maxMs?: number;
  /** An additional request, sent once the stream is up. Resolves to false when it was not answered: the stream then counts as lost. */
  readonly ask?: (live: LiveStream, session: SessionRow) => Promise<boolean>;
  /**
   * The session ends as soon as this resolves to true. By default it ends when everything queued is sent and the
   * archive is read. Observed as a live query.
   */
  readonly until?: () => Promise<boolean>;
};

/** The dependencies of a headless session. */
export type BriefPorts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly build: number;
  readonly locks: Pick<LockManager, 'request' | 'query'>;
  readonly openChannel: () => BroadcastChannel;
  readonly apiUrl: string;
  /** URL of the chat WebSocket. */
  readonly service: string;
};

/** Runs headless sessions one after the other; resolves with how the session ended. */
export type RunBrief = (task?: HeadlessTask) => Promise<BriefEnd>;

const NOTHING_WATCHED = { isWatched: () => false };

/** Creates the runner of headless sessions: cores that the service worker runs for some seconds while no page is open. */
export function createBrief(ports: BriefPorts): RunBrief {
  const queue = createSerialQueue();
  return (task = {}) => queue.add(() => runOnce(ports, task));
}

/** Returns whether nothing is left that can be sent now and the archive is read to its end. */
async function isDrained({ app, chat }: BriefPorts, uid: number): Promise<boolean> {
  const [waits, archive] = await Promise.all([hasDueSends({ app, chat }, uid), chat.sync.get('archive')]);
  return !waits && archive?.key === 'archive' && archive.settled;
}

function runOnce(ports: BriefPorts, task: HeadlessTask): Promise<BriefEnd> {
  const { app, chat, locks } = ports;
  const { maxMs = BRIEF_MAX_MS } = task;
  let brief: Brief = newBrief;
  let live: LiveStream | undefined;
  let stop = () => {};
  let release = () => {};
  let session: SessionRow | undefined;
  const clock = createStoredClock(app, () => readSession(app));
  const attempt = new AbortController();
  // Opened before the lock is requested: a page's core first requests the lock and then announces itself.
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
      case 'send':
        sendChanges();
        watchUntil(async () => !(await hasDueSends({ app, chat }, undefined)));
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
      // A page's core that is queued for the lock may have announced itself before this channel was open.
      const isAskedFor = (await locks.query()).pending?.some(({ name }) => name === CORE_LOCK);
      if (isAskedFor) dispatch({ type: 'hello' });
      else if (session?.status !== 'active')
        dispatch({ type: 'may', why: (await hasUnsentChanges(app, undefined)) ? 'signed-out' : 'idle' });
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
    await clock.load();
    const { readReceipt } = await readSettingsIn(app);
    const up = await goLive(stream, {
      chat,
      app,
      session: own,
      clock,
      isCurrentAccount: async () => (await readSession(app))?.uid === own.uid,
      tabs: NOTHING_WATCHED,
      newId: () => nanoid(REQUEST_ID_LENGTH),
      // A headless session measures nothing.
      onSent: () => undefined,
      sendsReadMarks: () => readReceipt,
      onLost: () => dispatch({ type: 'lost' }),
      onStorageFailure: (error) => console.warn('headless session: failed to store received stanzas', error),
      // Incoming calls arrive as push messages: this core handles no calls.
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

  /** Starts to send the queued changes, until `stop`. */
  function sendChanges(): void {
    const api = createUserApi({
      app,
      session: () => readSession(app),
      baseUrl: ports.apiUrl,
      onServerTime: clock.learn,
    });
    // Refusals are shown when a page is open; the page then fetches the server's state.
    const queue = createApiQueue({ app, api, outcomes: createOutcomes(app) });
    queue.kick('reached');
    stop = () => {
      queue.stop();
      api.cancelAll();
    };
  }

  /** Ends the session as soon as this resolves to true. */
  function watchUntil(isDone: () => Promise<boolean>): void {
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
  }

  /**
   * Sends the API queue and runs `ask`, while the stream sends the outbox and reads the archive; then observes the database until the task
   * is done.
   */
  async function work(): Promise<void> {
    const [up, own] = [live, session];
    if (!up || !own) return;
    sendChanges();
    try {
      // The ping result arrives after all stanzas that the server buffered for a resumed stream.
      const [isThere, isAnswered] = await Promise.all([up.check(), task.ask?.(up, own) ?? true]);
      if (isThere && isAnswered) watchUntil(task.until ?? (() => isDrained(ports, own.uid)));
      else dispatch({ type: 'lost' });
    } catch {
      dispatch({ type: 'lost' });
    }
  }

  /**
   * Deletes the stream row of a stream that was closed for good, so that the next core opens a new one without trying
   * to resume.
   */
  async function forget(how: 'leave' | 'drop'): Promise<void> {
    if (how === 'leave') await chat.sync.delete('stream');
  }

  /** Ends within BRIEF_FREED_WITHIN_MS even when closing hangs, because a page's core waits for the lock. */
  async function close(how: 'leave' | 'drop'): Promise<void> {
    stop();
    await Promise.race([
      live
        ?.close(how)
        .then(() => forget(how))
        .catch(() => undefined),
      delay(BRIEF_FREED_WITHIN_MS),
    ]);
    dispatch({ type: 'closed' });
  }
}
