import { CALL_RECORDS, MATCH, PREFLIGHT } from '../paths.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { partOf } from '../ui/later.tsx';

const dial = partOf(() => import('../pages/call.tsx'));
const video = partOf(() => import('../pages/video.tsx'));

/** Where a call is one press away: from the press on, each file would be waited for. */
export function prepareCallPages(): void {
  dial.prepare();
  video.prepare();
}

/** Match, calls, what is left of them, and what is seen before them (product 2.1). */
export const CALL_ROUTES: readonly RouteRow[] = [
  {
    path: MATCH,
    access: 'auth',
    popup: true,
    background: 'wall',
    tracking: 'match',
    title: 'match:title',
    page: partOf(() => import('../pages/match.tsx')),
  },
  {
    path: CALL_RECORDS,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'video_history',
    title: 'call:records.title',
    page: partOf(() => import('../pages/call-record.tsx')),
  },
  {
    path: '/call/:uid',
    access: 'auth',
    popup: false,
    background: 'none',
    tracking: 'call',
    title: 'call:title',
    page: dial,
  },
  {
    path: '/video/:jid',
    access: 'auth',
    popup: true,
    background: 'none',
    tracking: 'video',
    title: 'call:title',
    page: video,
  },
  {
    path: '/videoview',
    access: 'auth',
    popup: true,
    background: 'none',
    tracking: 'video_view',
    title: 'profile:clips',
    page: partOf(() => import('../pages/video-view.tsx')),
  },
  {
    path: PREFLIGHT,
    access: 'public',
    popup: false,
    background: 'none',
    tracking: 'test',
    title: 'preflight:title',
    page: partOf(() => import('../pages/test.tsx')),
  },
];
