import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { CorePart } from '../base/part.ts';
import type { AppDb, AppRow, ChatDb, SessionRow } from '../db/schema.ts';

/** The dependencies of measurement and attribution. */
export type MeasurePorts = {
  readonly app: AppDb;
  readonly chat: ChatDb;
  readonly api: Api;
  readonly queue: ApiQueue;
  readonly device: () => Promise<Extract<AppRow, { key: 'device' }>>;
  readonly session: () => Promise<SessionRow | undefined>;
  /** Base URL for events when the report server is `self`. */
  readonly baseUrl: string;
  readonly build: number;
  /** Adds a part to the core's hooks. */
  readonly join: (part: CorePart) => void;
};
