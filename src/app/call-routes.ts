import { CALL_PAGE, CALL_RECORDS } from '#contract/paths.ts';
import { CLIPS, MATCH_FEED, PREFLIGHT, VIDEO_PAGE } from '../paths.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { partOf } from '../ui/lazy.tsx';

/** Routes of the match feed and random match, calls, the call history, the clip player and the preflight (product 2.1). */
export const CALL_ROUTES: readonly RouteRow[] = [
  {
    path: MATCH_FEED,
    access: 'auth',
    popup: true,
    background: 'wall',
    tracking: 'match',
    title: 'match:title',
    offline: 'rows',
    page: partOf(() => import('../pages/calls/match.tsx')),
  },
  {
    path: CALL_RECORDS,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'video_history',
    title: 'call:records.title',
    offline: 'rows',
    page: partOf(() => import('../pages/calls/call-record.tsx')),
  },
  {
    path: `${CALL_PAGE}:uid`,
    access: 'auth',
    popup: false,
    background: 'none',
    tracking: 'call',
    title: 'call:title',
    isCall: true,
    offline: 'line',
    page: partOf(() => import('../pages/calls/call.tsx')),
  },
  {
    path: `${VIDEO_PAGE}:jid`,
    access: 'auth',
    popup: true,
    background: 'none',
    tracking: 'video',
    title: 'call:title',
    isCall: true,
    offline: 'shell',
    page: partOf(() => import('../pages/calls/video.tsx')),
  },
  {
    path: CLIPS,
    access: 'auth',
    popup: true,
    background: 'none',
    tracking: 'video_view',
    title: 'profile:clips',
    offline: 'rows',
    page: partOf(() => import('../pages/calls/video-view.tsx')),
  },
  {
    path: PREFLIGHT,
    access: 'public',
    popup: false,
    background: 'shell',
    tracking: 'test',
    title: 'preflight:title',
    offline: 'shell',
    page: partOf(() => import('../pages/calls/test.tsx')),
  },
];
