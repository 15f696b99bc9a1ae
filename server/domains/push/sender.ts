import { PUSH_RULES, TAG_MORE } from '../../../contract/push/kinds.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { PUSH_ANSWER_MS, PUSH_JOBS_AT_ONCE, PUSH_LEASE_MS, PUSH_TRIED_AGAIN_AFTER_MS } from './bounds.ts';
import { decide, peerOf, ringsAgainInMs } from './decide.ts';
import { nextDue, type PushJob, type PushOutcome, saveOutcome, takeDue } from './due.ts';
import { loadFacts, type PushFacts, type PushSubscriptionRow } from './facts.ts';
import { limitHosts } from './hosts-at-once.ts';
import type { PushKeys } from './keys.ts';
import { countOnlinePush, countPush } from './pace.ts';
import { payloadOf, plainTextFor, topicOf } from './payload.ts';
import { enqueuePushes, forgetClosedThreads } from './queue/enqueue.ts';
import type { PushAnswer, SendPush } from './request.ts';
import { noteAnswer } from './token-state.ts';
import { dropToken } from './tokens.ts';

/** Polling interval, because the notification of a due push may be lost. */
const LOOK_EVERY_MS = 15_000;

/** The part of a server process that sends due pushes from the queue, from its creation until `close`. */
export type PushSender = {
  /** Schedules a check for due pushes at a time, in ms since the epoch; without a time, immediately. */
  wake(at?: number): void;
  /** Called when the database announces that a session was signed out: aborts running pushes to it. */
  revoked(sessionHash: string): void;
  close(): Promise<void>;
};

type SenderOptions = {
  readonly db: Database;
  readonly keys: PushKeys;
  readonly send: SendPush;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly now: () => number;
};

/**
 * Creates the sender of due pushes. Every server process except those of role `edge` runs one; a job is leased by one of them. When a
 * process dies, its jobs are sent again once their leases end; a push that was sent already is then repeated under the same id.
 */
export function createSender({ db, keys, send, log, metrics, now }: SenderOptions): PushSender {
  const hosts = limitHosts(now);
  const ending = new AbortController();
  const runningRequests = new Map<string, Set<AbortController>>();
  const runningJobs = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let isPollRequested = false;

  function wake(at = now()): void {
    if (ending.signal.aborted || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(pollQueue, Math.min(Math.max(0, at - now()), LOOK_EVERY_MS));
  }

  function pollQueue(): void {
    timerAt = Number.POSITIVE_INFINITY;
    if (looking) {
      isPollRequested = true;
      return;
    }
    looking = takeAll()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'failed to load due pushes');
      })
      .finally(() => {
        looking = undefined;
        if (isPollRequested) wake();
        isPollRequested = false;
        wake(now() + LOOK_EVERY_MS);
      });
  }

  async function takeAll(): Promise<void> {
    while (!ending.signal.aborted) {
      const room = PUSH_JOBS_AT_ONCE - runningJobs.size;
      if (room === 0) {
        await Promise.race(runningJobs);
        continue;
      }
      const jobs = await takeDue(db, room);
      if (jobs.length > 0) {
        const factsOf = await loadFacts(
          db,
          [...new Set(jobs.map(({ uid }) => uid))],
          [...new Set(jobs.flatMap(({ about }) => peerOf(about) ?? []))],
          jobs.flatMap(({ kind, about: { sid } }) => (kind === 'call' && sid !== undefined ? [sid] : [])),
        );
        for (const job of jobs) keep(handle(job, factsOf(job.uid)));
      }
      if (jobs.length < room) break;
    }
    const next = ending.signal.aborted ? undefined : await nextDue(db);
    if (next !== undefined) wake(next);
  }

  function keep(work: Promise<void>): void {
    const held: Promise<void> = work
      .catch((error: unknown) => {
        // The job is sent again when its lease ends.
        log.warn({ err: error }, 'failed to send a push');
      })
      .finally(() => runningJobs.delete(held));
    runningJobs.add(held);
  }

  async function handle(job: PushJob, facts: PushFacts): Promise<void> {
    const outcome = await outcomeOf(job, facts);
    await saveOutcome(db, job, outcome);
    if (outcome.againInMs !== null) wake(now() + outcome.againInMs);
  }

  async function outcomeOf(job: PushJob, facts: PushFacts): Promise<PushOutcome> {
    const nothing = (againInMs: number | null): PushOutcome => ({ isPushed: false, tries: 0, left: null, againInMs });
    if (job.expiresAt <= now()) return nothing(null);
    const decision = decide(job, facts, now());
    if (decision === 'unwanted' || (job.tag === TAG_MORE && facts.unread === 0)) return nothing(null);
    // If the user leaves the app while the call rings, a later push still rings.
    if (decision === 'looked') return nothing(ringsAgainInMs(job, now()));
    const isRinging = 'rings' in PUSH_RULES[job.kind];
    if (job.kind === 'online' && !job.about.asked && job.left === null && !(await countOnlinePush(db, job.uid, now())))
      return nothing(null);
    if (!isRinging && job.left === null) {
      const waitMs = await countPush(db, job.uid, now());
      if (waitMs > 0) return joinSummary(job, waitMs);
    }
    const tokens = facts.tokens.filter(({ sessionHash }) => job.left?.includes(sessionHash) ?? true);
    const answers = await Promise.all(tokens.map((token) => pushTo(token, job, facts, decision === 'silent')));
    return afterAnswers(job, tokens, answers, facts);
  }

  /** Above the rate, events join one summary notification without a conversation. */
  async function joinSummary(job: PushJob, waitMs: number): Promise<PushOutcome> {
    const again = { isPushed: false, tries: 0, left: null, againInMs: waitMs };
    if (job.tag === TAG_MORE) return again;
    const { uid, at } = job;
    await enqueuePushes(
      db,
      job.ids.map((id) => ({ uid, kind: 'message', id, at, about: {}, dueInMs: waitMs })),
    );
    return { ...again, againInMs: null };
  }

  async function pushTo(
    token: PushSubscriptionRow,
    job: PushJob,
    facts: PushFacts,
    isSilent: boolean,
  ): Promise<PushAnswer> {
    const key = keys.find(token.vapidKey);
    if (!key) {
      await dropToken(db, token.sessionHash);
      return { is: 'gone' };
    }
    const { host } = new URL(token.endpoint);
    const restsForMs = hosts.restsForMs(host);
    if (restsForMs > 0) return { is: 'resting', forMs: restsForMs };
    const takenAt = now();
    const controller = new AbortController();
    const held = runningRequests.get(token.sessionHash) ?? new Set();
    runningRequests.set(token.sessionHash, held.add(controller));
    try {
      const answer = await hosts.run(host, () => {
        const { uid, tag, kind, about, n, at, expiresAt } = job;
        const pushed = { uid, tag, kind, about, n, at, until: expiresAt, isSilent, id: job.ids.at(-1) ?? '' };
        const payload = payloadOf({ ...pushed, unread: facts.unread, gone: facts.gone });
        const ttlSeconds = Math.max(0, Math.floor((expiresAt - now()) / 1_000));
        // The session was signed out while the request waited for a slot.
        if (controller.signal.aborted) return Promise.resolve({ is: 'unsent' } as const);
        // No request starts near the end of the lease, which could end while it runs: another process would send the push too.
        if (now() - takenAt > PUSH_LEASE_MS - PUSH_ANSWER_MS)
          return Promise.resolve({ is: 'resting', forMs: 1_000 } as const);
        return send(
          {
            endpoint: token.endpoint,
            p256dh: token.p256dh,
            auth: token.auth,
            key,
            ttlSeconds,
            text: plainTextFor(token, payload, tag),
            urgency: PUSH_RULES[kind].urgency,
            topic: topicOf(uid, tag, key.privateKey),
          },
          AbortSignal.any([controller.signal, ending.signal]),
        );
      });
      metrics.count('pushes', answer.is);
      if (answer.is === 'resting') hosts.rest(host, answer.forMs);
      await noteAnswer(db, token, answer, log);
      return answer;
    } finally {
      held.delete(controller);
      if (held.size === 0) runningRequests.delete(token.sessionHash);
    }
  }

  /** Devices whose push service did not answer, failed or rests are tried again; the others got the push or cannot get it. */
  async function afterAnswers(
    job: PushJob,
    tokens: readonly PushSubscriptionRow[],
    answers: readonly PushAnswer[],
    facts: PushFacts,
  ): Promise<PushOutcome> {
    const isPushed = answers.some(({ is }) => is === 'taken');
    if (isPushed && facts.gone.length > 0) await forgetClosedThreads(db, job.uid, facts.gone);
    const left = tokens
      .filter((_, at) => ['failed', 'resting'].includes(answers[at]?.is ?? ''))
      .map((token) => token.sessionHash);
    const rests = answers.flatMap((answer) => (answer.is === 'resting' ? [answer.forMs] : []));
    const hasFailed = answers.some(({ is }) => is === 'failed');
    const afterFailure = hasFailed ? PUSH_TRIED_AGAIN_AFTER_MS[job.tries] : undefined;
    const againInMs = Math.min(...rests, afterFailure ?? Number.POSITIVE_INFINITY);
    const ringsInMs = ringsAgainInMs(job, now());
    if (left.length > 0 && againInMs < (ringsInMs ?? Number.POSITIVE_INFINITY)) {
      if (now() + againInMs < job.expiresAt) {
        return { isPushed, left, againInMs, tries: job.tries + (hasFailed ? 1 : 0) };
      }
    }
    return { isPushed, tries: 0, left: null, againInMs: ringsInMs };
  }

  wake();
  return {
    wake,
    revoked(sessionHash) {
      for (const controller of runningRequests.get(sessionHash) ?? []) controller.abort();
    },
    async close() {
      ending.abort();
      clearTimeout(timer);
      await looking;
      await Promise.all(runningJobs);
    },
  };
}
