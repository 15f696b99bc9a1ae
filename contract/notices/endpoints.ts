import { array, integer, minValue, number, object, optional, pipe } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { noticeItem } from './item.ts';

const place = pipe(number(), integer(), minValue(0));

/** The endpoint of the list of notices (product 7.4). */
export const noticeRows = {
  /** Notices after `since`, oldest first, at most a page. `next` is the `since` of the next call. */
  anchorOnlineNotice: {
    path: '/api/common_service/anchor_online_notice',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ since: optional(place, 0) }),
    output: object({ notices: array(noticeItem), next: place }),
  },
} as const satisfies EndpointTable;
