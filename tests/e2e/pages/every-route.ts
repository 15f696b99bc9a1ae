import type { RouteRow } from '../../../src/routing/route-row.ts';

type Walked = Pick<RouteRow, 'path' | 'offline'> & {
  readonly at: string;
  /** A text that the page shows without a network. */
  readonly shows?: RegExp;
  /** The page says what is missing without a network; this disappears without a reload when the network is back. */
  readonly comes?: true;
};

const ORDER = 'o'.repeat(21);

/** One address of every route of the app (src/app/routes.ts), visited by a signed-in user. */
export const EVERY_ROUTE: readonly Walked[] = [
  { path: '/onlinevideochat', at: '/onlinevideochat', offline: 'shell' },
  { path: '/login', at: '/login', offline: 'shell' },
  { path: '/userpassword', at: '/userpassword', offline: 'shell' },
  { path: '/goddess', at: '/goddess', offline: 'rows', shows: /Asha/ },
  { path: '/silveranchor', at: '/silveranchor', offline: 'rows', shows: /Asha|Defne/ },
  { path: '/club', at: '/club', offline: 'rows', shows: /Asha|Defne/ },
  { path: '/task', at: '/task', offline: 'rows', shows: /You are offline|silver/i },
  { path: '/message/:tid?', at: '/message/u_9001', offline: 'rows', shows: /kept for the tunnel/ },
  { path: '/match', at: '/match', offline: 'rows', shows: /\(demo\)/ },
  { path: '/callrecord', at: '/callrecord', offline: 'rows' },
  {
    path: '/call/:uid',
    at: '/call/9001',
    offline: 'line',
    shows: /You are offline|cannot reach the server/,
    comes: true,
  },
  { path: '/video/:jid', at: '/video/u_9001', offline: 'shell', shows: /There is no such call/ },
  { path: '/videoview', at: '/videoview?uid=9001', offline: 'rows' },
  { path: '/test', at: '/test', offline: 'shell' },
  {
    path: '/checkoutCards',
    at: '/checkoutCards?op=aaaaaaaaaaaaaaaaaaaaa',
    offline: 'line',
    shows: /not started in this browser/,
  },
  {
    path: '/bindcheckout',
    at: '/bindcheckout?op=bbbbbbbbbbbbbbbbbbbbb',
    offline: 'line',
    shows: /You are offline|cannot reach the server/,
  },
  { path: '/upi', at: '/upi?op=ccccccccccccccccccccc', offline: 'line', shows: /not started in this browser/ },
  { path: '/upiprocess', at: `/upiprocess?order=${ORDER}`, offline: 'line', shows: /not started in this browser/ },
  { path: '/payresult', at: `/payresult?order=${ORDER}`, offline: 'line', shows: /You are offline/, comes: true },
  { path: '/settings', at: '/settings', offline: 'rows' },
  { path: '/anchorprofile', at: '/anchorprofile?uid=9001', offline: 'rows', shows: /Asha/ },
  { path: '/personalhome', at: '/personalhome', offline: 'rows', shows: /100001/ },
  { path: '/host', at: '/host', offline: 'rows' },
  { path: '/paymenthistory', at: '/paymenthistory?tab=gems', offline: 'rows' },
  { path: '/device', at: '/device', offline: 'rows' },
  { path: '/notices', at: '/notices', offline: 'rows' },
  { path: '/editprofile', at: '/editprofile', offline: 'rows', shows: /About you|Save|Nickname/i },
  { path: '/friendreq', at: '/friendreq', offline: 'rows' },
  { path: '/languagesettings', at: '/languagesettings', offline: 'shell', shows: /Deutsch/ },
  { path: '/deletemessagesettings', at: '/deletemessagesettings', offline: 'rows' },
  { path: '/messageSetup', at: '/messageSetup', offline: 'rows' },
  { path: '/security', at: '/security', offline: 'shell' },
  { path: '/blocked', at: '/blocked', offline: 'rows' },
  {
    path: '/delete-account',
    at: '/delete-account',
    offline: 'line',
    shows: /Deleting your account needs a connection/,
    comes: true,
  },
  { path: '/download', at: '/download', offline: 'shell' },
  { path: '/domain', at: '/domain', offline: 'shell' },
  { path: '/open', at: '/open?to=web%2Bgemcall%3Awall', offline: 'shell' },
  { path: '/preview', at: '/preview', offline: 'line', shows: /You are offline/, comes: true },
];
