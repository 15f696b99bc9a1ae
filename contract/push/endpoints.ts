import { boolean, maxLength, object, pipe, string } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { PUSH_TOKEN_MAX_CHARS } from './rules.ts';

/** Push tokens (product 7.4). */
export const awayRows = {
  /**
   * The token of this session's browser: the first one with `isUpdate` false, a replacement with true, '' to delete it. Queued requests
   * are replayed in order, so the last one wins.
   */
  fcmToken: {
    path: '/api/common_service/fcm_token',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'queued',
    replay: 'recomputed',
    input: object({ fcmToken: pipe(string(), maxLength(PUSH_TOKEN_MAX_CHARS)), isUpdate: boolean() }),
    output: object({}),
  },
} as const satisfies EndpointTable;
