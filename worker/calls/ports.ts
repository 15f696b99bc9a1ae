import type { Track } from '#contract/measure/events.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { Tabs } from '../base/tabs.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import type { Client } from '../db/writes/outgoing.ts';

/** What calls use of the rest of the core. */
export type CallParts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly api: Api;
  readonly queue: Pick<ApiQueue, 'kick'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly tabs: Pick<Tabs, 'attach'>;
  /** The server's clock, ms. */
  readonly now: () => number;
  readonly track: Track;
  readonly newId: () => string;
  readonly client: Client;
  /** Starts the outbox: there is something to send. */
  readonly kick: () => void;
  /** Sends a text message, as the command `sendText` does. */
  readonly say: (uid: number, nickName: string, words: string) => Promise<void>;
  /** Reports that the two sides of a call have seen each other. */
  readonly met: (uid: number) => void;
  /** Reports that the hub says that gems were bought. */
  readonly recharged: () => void;
  /** Reports that the screen after a call was closed. */
  readonly left: (uid: number, talkedMs: number) => void;
};
