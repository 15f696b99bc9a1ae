import { object } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';

/** HTTP endpoint of the media of messages (product 7.3). The upload itself is `POST /upload`, outside this table. */
export const mediaRows = {
  /** Sets the cookie that authorises private media requests. */
  mediaPass: {
    path: '/api/common_service/media_pass',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({}),
    output: object({}),
  },
} as const satisfies EndpointTable;
