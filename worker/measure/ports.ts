import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { CorePart } from '../base/part.ts';
import type { AppDb, AppRow, ChatDb, SessionRow } from '../db/schema.ts';

export type MeasurePorts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly api: Api;
  readonly queue: ApiQueue;
  readonly device: () => Promise<Extract<AppRow, { key: 'device' }>>;
  readonly session: () => Promise<SessionRow | undefined>;
  /** Where `self` sends its events. */
  readonly baseUrl: string;
  readonly build: number;
  /** Takes part in the core's hooks from now on. */
  readonly join: (part: CorePart) => void;
};
