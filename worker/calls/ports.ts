import type { Track } from '#contract/analytics/events.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { Tabs } from '../base/tabs.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import type { Client } from '../db/writes/outgoing.ts';

/** The parts of the core on which the calls part depends. */
export type CallParts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly api: Api;
  readonly queue: Pick<ApiQueue, 'kick'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly tabs: Pick<Tabs, 'attach'>;
  /** Returns the estimated server time, ms. */
  readonly now: () => number;
  readonly track: Track;
  readonly newId: () => string;
  readonly client: Client;
  /** Lets the outbox look for rows to send. */
  readonly kick: () => void;
  /** Sends a text message like the command `sendText`. */
  readonly sendText: (uid: number, nickName: string, words: string) => Promise<void>;
  /** Called with the peer's uid when a call that was connected has ended. */
  readonly onCallEnded: (uid: number) => void;
  /** Called when the hub reports that gems were bought. */
  readonly onRecharged: () => void;
  /** Called with the peer's uid when the user closed the screen after a call that was connected. `talkedMs`: connected time. */
  readonly onReceiptClosed: (uid: number, talkedMs: number) => void;
};
