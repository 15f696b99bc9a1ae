import type { KeepMessage } from '../../domains/chat/archive/keeper.ts';
import type { Clock } from '../clock.ts';
import type { RateClass } from '../limits/rates.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Crowd } from './crowd.ts';
import type { Floods } from './floods.ts';
import type { homeAddresses } from './home.ts';
import type { StreamMemories } from './memory.ts';
import type { Pairs } from './pairs.ts';
import type { Policies } from './policies.ts';
import type { AwayPort, HasReceived, HasToken, KindFactsPort, NoteViolation, Revocations, StreamLog } from './ports.ts';
import type { LoginAttempt } from './wrong-logins.ts';

/** Numbers for /healthz and the tests. */
export type EdgeCounts = { open: number; authenticated: number; frames: number; forwarded: number; refused: number };

/** State shared by all streams of one edge. */
export type EdgeContext = {
  readonly domain: string;
  readonly addresses: ReturnType<typeof homeAddresses>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly counts: EdgeCounts;
  readonly metrics: Metrics;
  readonly crowd: Crowd;
  readonly floods: Floods;
  readonly policies: Policies;
  readonly hasReceived: HasReceived;
  readonly facts: KindFactsPort;
  /** Undefined for benchmarks and tests: nobody waits for an answer. */
  readonly pairs: Pairs | undefined;
  readonly violated: NoteViolation;
  readonly away: AwayPort;
  readonly hasToken: HasToken;
  readonly revocations: Revocations;
  readonly streamLog: StreamLog;
  readonly memories: StreamMemories;
  readonly loginTimeoutMs: number;
  readonly keep: KeepMessage;
  /** False for benchmarks: frames are read without turns. */
  readonly isPaced: boolean;
  /** Signs what the XMPP server takes in place of a token. */
  signPass(uid: number): Promise<string>;
  attemptLogin(uid: number, address: string): LoginAttempt | undefined;
  hashToken(token: string): string;
  withinRate(uid: number, rateClass: RateClass): boolean;
  sensitiveBits(text: string): number;
  seal(text: string): string;
};
