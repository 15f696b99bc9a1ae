import type { ArchiveMessage } from '../../domains/chat/archive/archive-writer.ts';
import type { Clock } from '../clock.ts';
import type { RateClass } from '../limits/rates.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AbuseThrottle } from './limits/abuse-throttle.ts';
import type { ConnectionLimiter } from './limits/connection-limiter.ts';
import type { LoginAttempt } from './limits/wrong-logins.ts';
import type { StreamMemories } from './memory.ts';
import type { Policies } from './policies.ts';
import type { HasReceived, HasToken, KindFactsPort, NoteViolation, PushPort, Revocations, StreamLog } from './ports.ts';
import type { ReplyQuota } from './reply-quota.ts';
import type { homeAddresses } from './session/component-domain.ts';

/** Counters of an edge since its start, for metrics and tests; `open` is the current number of streams. */
export type EdgeCounts = { open: number; authenticated: number; frames: number; forwarded: number; refused: number };

/** Dependencies and state shared by all streams of one edge. */
export type EdgeContext = {
  readonly domain: string;
  readonly addresses: ReturnType<typeof homeAddresses>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly counts: EdgeCounts;
  readonly metrics: Metrics;
  readonly crowd: ConnectionLimiter;
  readonly floods: AbuseThrottle;
  readonly policies: Policies;
  readonly hasReceived: HasReceived;
  readonly facts: KindFactsPort;
  /** Undefined without rate limits (benchmarks, browser tests): messages that wait for a reply are not limited then. */
  readonly pairs: ReplyQuota | undefined;
  readonly violated: NoteViolation;
  readonly away: PushPort;
  readonly hasToken: HasToken;
  readonly revocations: Revocations;
  readonly streamLog: StreamLog;
  readonly memories: StreamMemories;
  readonly loginTimeoutMs: number;
  readonly keep: ArchiveMessage;
  /** False without rate limits (benchmarks, browser tests): frames are read without pauses. */
  readonly isPaced: boolean;
  /** Signs the pass that the XMPP server accepts in place of a session token. */
  signPass(uid: number): Promise<string>;
  /** Counts a login; undefined when too many came from the address, to any account or to this one. */
  attemptLogin(uid: number, address: string): LoginAttempt | undefined;
  hashToken(token: string): string;
  withinRate(uid: number, rateClass: RateClass): boolean;
  /** Returns the categories of blocked words in a text as a bit mask. */
  sensitiveBits(text: string): number;
  /** Signs the text of a message to a user, so that a report can prove what was sent (contract/chat/seal.ts). */
  seal(text: string): string;
};
