import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { AppError } from '#contract/result.ts';

/** The sessions and ways to sign in of the account (device secrets, passkeys, recovery address), in the server's last response. */
export type SessionsRow = { key: 'sessions' } & Output<Endpoints['sessions']>;

/** The export of all account data. `file`: name in the origin private file system. Time: device clock, ms. */
export type ExportRow = {
  key: 'export';
  at: number;
  file: string;
  messages: number;
  media: number;
  /** Number of the user's files that could not be fetched. */
  missing: number;
  bytes: number;
} & ({ state: 'running' } | { state: 'done' } | { state: 'failed'; error: AppError });
