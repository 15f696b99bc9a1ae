import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { AppError } from '#contract/result.ts';

/** The own sessions, as the server told of them last. */
export type SessionsRow = { key: 'sessions' } & Output<Endpoints['sessions']>;

/** The export of all data of the account. `file`: its name in the browser's private files. Device clock, ms. */
export type ExportRow = {
  key: 'export';
  at: number;
  file: string;
  messages: number;
  media: number;
  /** Files of one's own that could not be fetched. */
  missing: number;
  bytes: number;
} & ({ state: 'running' } | { state: 'done' } | { state: 'failed'; error: AppError });
