import type { Booking } from '../../../contract/calls/booking.ts';
import { CALL_REASONS, CALL_STATUS } from '../../../contract/calls/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { CallRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT, ACCOUNT_ROWS, ALLOWANCES, withRows } from '../rows/account.ts';
import { CALLED, callRow, ended, PEER, RECORDS, talking } from '../rows/calls.ts';
import { thread } from '../rows/chat.ts';
import { GIFTS } from '../rows/gifts.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

const VIDEO = `/video/${encodeURIComponent(PEER.jid)}`;
const DIAL = `/call/${CALLED}?from=gallery`;
const name = PEER.nickName;
const during = (row: (tab: string) => CallRow) => (tab: string) => withRows(ACCOUNT_ROWS, { state: [row(tab)] });
const meter = (change: Partial<NonNullable<CallRow['meter']>>) => ({
  meter: {
    at: GALLERY_NOW,
    secondsLeft: 754,
    freeSecondsLeft: 0,
    seconds: 305,
    gems: 240,
    metering: true,
    ...change,
  },
});

const end = (which: string, row: CallRow, words: string | RegExp): Screen => ({
  name: `the end of a call: ${which}`,
  path: VIDEO,
  rows: during(() => row),
  shows: text(words),
});
/** A silver call that was not free: it cost silver and no gems. */
function paidWithSilver(): CallRow {
  const call = ended('freeTimeOver', 60, { kind: 'silver', silver: 100 });
  return call.receipt ? { ...call, receipt: { ...call.receipt, gems: 0, silver: 100 } } : call;
}
const onStage = (what: string, change: Partial<CallRow>, words: string | RegExp): Screen => ({
  name: `a call ${what}`,
  path: VIDEO,
  rows: during((tab) => talking(tab, change)),
  shows: text(words),
});
/** A call that ended in its fair start. */
function inFairStart(): CallRow {
  const call = ended('hangUp', 12);
  return call.receipt ? { ...call, receipt: { ...call.receipt, gems: 0, freeSeconds: 0, fairStart: true } } : call;
}
/** A call of which two minutes were given back, because both sides reported unusable media. */
function partlyUnusable(): CallRow {
  const call = ended('hangUp', 754);
  return call.receipt ? { ...call, receipt: { ...call.receipt, refundedMinutes: 2 } } : call;
}
/** The receipt has not arrived. */
function unsettled(): CallRow {
  const { receipt: _receipt, ...call } = ended('heartbeatLost', 65);
  return call;
}
/** Reasons whose text differs if the call had been connected. */
const TALKED: ReadonlySet<string> = new Set(['hangUp', 'gemsOut', 'freeTimeOver', 'heartbeatLost', 'ownerGone']);

/** The booked calls of one side, an hour from now on. */
const booked = (side: Booking['side'], states: readonly Booking['state'][]) =>
  withRows(ACCOUNT_ROWS, {
    state: [
      {
        key: 'bookings',
        bookings: states.map((state, at) => ({
          id: `booking-${at}`,
          side,
          peer: PEER,
          state,
          price: 60,
          minutes: 20,
          proposedAt: GALLERY_NOW,
          expiresAt: GALLERY_NOW + HOUR_MS / 2,
          startsAt: GALLERY_NOW + (at + 1) * HOUR_MS,
          gems: 1_200,
          minimumGems: 300,
          chargedGems: state === 'kept' ? 1_200 : state === 'missedByViewer' ? 300 : 0,
        })),
      },
    ],
  });

/** Every screen of calls, without a peer. */
export const CALL_SCREENS: readonly Screen[] = [
  { name: 'calls', path: '/callrecord', rows: withRows(ACCOUNT_ROWS, { videocalls: RECORDS }), shows: text('Missed') },
  {
    name: 'booked calls of a viewer',
    path: '/callrecord',
    rows: booked('viewer', ['proposed', 'accepted', 'kept', 'missedByViewer', 'cancelledByHost']),
    shows: heading('Booked calls'),
  },
  {
    name: 'booked calls of a host',
    path: '/callrecord',
    rows: booked('host', ['proposed', 'accepted', 'declined', 'expired', 'missed']),
    shows: text('Decline'),
  },
  {
    name: 'a booked call that is cancelled late',
    path: '/callrecord',
    rows: booked('viewer', ['accepted']),
    act: press('Cancel booking'),
    shows: (page) => page.getByRole('alertdialog', { name: 'Cancel this booked call?' }),
  },
  {
    name: 'a call that is booked',
    path: `/anchorprofile?uid=${CALLED}`,
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...ACCOUNT, gemsBalance: 9_000 }] }),
    act: press('Book a call'),
    shows: dialog(/^Book a call with /),
  },
  { name: 'calls, before the first', path: '/callrecord', rows: ACCOUNT_ROWS, shows: heading('No calls yet') },
  { name: 'a call that does not exist', path: VIDEO, rows: ACCOUNT_ROWS, shows: text('There is no such call now.') },
  {
    name: 'a call without a callee',
    variant: true,
    path: '/call/0',
    rows: ACCOUNT_ROWS,
    shows: text('No one was chosen to call.'),
  },
  {
    name: 'a call that is offered',
    path: DIAL,
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('button', { name: `Call ${name}` }),
  },
  {
    name: 'a call that is offered without free time',
    path: DIAL,
    rows: withRows(ACCOUNT_ROWS, {
      state: [{ ...ALLOWANCES, first: { ...ALLOWANCES.first, remaining: 0 }, free: { ...ALLOWANCES.free, times: 0 } }],
    }),
    shows: text('No charge if it ends in the first 0:20'),
  },
  {
    name: 'a silver call that is offered',
    variant: true,
    path: `${DIAL}&kind=silver`,
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('button', { name: `Call ${name}` }),
  },
  {
    name: 'a call that is prepared',
    path: DIAL,
    rows: ACCOUNT_ROWS,
    answers: { call: 'never' },
    act: press(`Call ${name}`),
    shows: text('Allow the camera and microphone, and the call begins.'),
  },
  {
    name: 'a call that cannot begin',
    path: DIAL,
    rows: ACCOUNT_ROWS,
    answers: { call: { code: 'call', detail: 'Gems insufficient' } },
    act: press(`Call ${name}`),
    shows: text('Your gems do not cover the first minute.'),
  },
  {
    name: 'ringing there',
    path: VIDEO,
    rows: during((tab) => callRow({ ownerTab: tab, freeSeconds: 60 })),
    shows: text(`Calling ${name}…`),
  },
  {
    name: 'ringing here',
    path: '/message',
    rows: during(() => callRow({ status: CALL_STATUS.CALLIN, direction: 'in', freeSeconds: 30 })),
    shows: (page) => page.getByRole('alertdialog', { name: `${name} is calling` }),
  },
  {
    name: 'ringing here, with the replies',
    path: '/message',
    rows: during(() => callRow({ status: CALL_STATUS.CALLIN, direction: 'in' })),
    act: press('Decline with a message'),
    shows: text('Write to me, I can read but not talk.'),
  },
  {
    name: 'a host who would like to be called',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, {
      state: [{ key: 'callback', id: 'gallery', peer: PEER, price: 40, until: GALLERY_NOW + 20_000 }],
    }),
    shows: text(`${name} would like you to call`),
  },
  onStage('that connects', { connectingTime: 0, status: CALL_STATUS.CONNECTING }, 'Connecting…'),
  onStage('', {}, /left$/),
  { ...onStage('with free time', meter({ freeSecondsLeft: 40 }), /free$/), variant: true },
  { ...onStage('in its last minute', meter({ secondsLeft: 40 }), 'Less than a minute left'), variant: true },
  { ...onStage('whose meter pauses', meter({ metering: false }), 'Paused, nothing is charged'), variant: true },
  onStage(
    'that waits for one’s own gems',
    { waitUntil: GALLERY_NOW + 42_000, ...meter({ secondsLeft: 0, metering: false }) },
    'Waiting for your gems. The timer is paused.',
  ),
  {
    ...onStage(
      'that waits for the gems of the caller',
      { direction: 'in', waitUntil: GALLERY_NOW + 42_000, ...meter({ secondsLeft: 0, metering: false }) },
      `${name} is getting gems. The call continues in a moment.`,
    ),
    variant: true,
  },
  {
    ...onStage(
      'whose free time ends',
      { freeSeconds: 60, ...meter({ seconds: 50, freeSecondsLeft: 10, secondsLeft: 130 }) },
      /After that/,
    ),
    variant: true,
  },
  {
    ...onStage(
      'that has become paid',
      { freeSeconds: 60, ...meter({ seconds: 61, freeSecondsLeft: 0, secondsLeft: 119 }) },
      /Paid from now on/,
    ),
    variant: true,
  },
  {
    name: 'a gift in a call',
    path: VIDEO,
    rows: (tab) => withRows(ACCOUNT_ROWS, { gifts: GIFTS, state: [talking(tab)] }),
    act: press('Give a gift'),
    shows: dialog(`A gift for ${name}`),
  },
  onStage('whose other side is away', { peerAway: true }, `${name} lost the connection. One moment…`),
  onStage(
    'by chance whose pictures are blurred',
    { kind: 'match', ...meter({ secondsLeft: 25, freeSecondsLeft: 25 }) },
    'Your pictures are blurred until you both reveal them.',
  ),
  onStage(
    'by chance that may go on',
    { kind: 'match', ...meter({ secondsLeft: 10, freeSecondsLeft: 10 }) },
    /Continue with/,
  ),
  {
    ...onStage(
      'by chance that cannot go on',
      { kind: 'match', ...meter({ secondsLeft: 10, freeSecondsLeft: 10 }) },
      /./,
    ),
    rows: (tab) =>
      withRows(ACCOUNT_ROWS, {
        state: [
          talking(tab, { kind: 'match', ...meter({ secondsLeft: 10, freeSecondsLeft: 10 }) }),
          { ...ACCOUNT, gemsBalance: 3 },
        ],
      }),
    shows: text(/your gems do not cover/),
  },
  {
    name: 'the devices',
    path: VIDEO,
    rows: during((tab) => talking(tab)),
    act: press('More'),
    shows: dialog('More'),
  },
  {
    name: 'the chat in a call',
    path: VIDEO,
    rows: (tab) => withRows(ACCOUNT_ROWS, { state: [talking(tab)], threads: [thread(CALLED)] }),
    act: press('Chat'),
    shows: (page) => page.getByRole('region', { name: 'Chat' }),
  },
  {
    name: 'a minimised call',
    path: '/message',
    rows: during((tab) => talking(tab)),
    shows: (page) => page.getByRole('button', { name: 'Back to the call' }),
  },
  {
    name: 'a call in another tab',
    path: VIDEO,
    rows: during(() => talking('another')),
    shows: text(`In a call with ${name} in another tab`),
  },
  {
    name: 'a call that was left behind',
    path: '/message',
    rows: during(() => talking('another', { rejoinUntil: GALLERY_NOW + 4_000 })),
    shows: text(`Your call with ${name} is still on`),
  },
  end('after a talk', ended('hangUp', 754), 'You paid'),
  {
    ...end('reported from the receipt', ended('hangUp', 754), 'Send report'),
    variant: true,
    act: press('Report this call'),
    shows: (page) => page.getByRole('dialog').getByRole('button', { name: 'Send' }),
  },
  {
    ...end('rated with two stars', ended('hangUp', 754), 'Does not match the profile'),
    variant: true,
    act: press('2 of 5 stars'),
  },
  end('of a host', ended('hangUp', 754, { direction: 'in' }), 'You earned'),
  end('by chance', ended('freeTimeOver', 30, { kind: 'match' }), 'Start matching'),
  end('paid with silver', paidWithSilver(), 'You paid in silver'),
  { ...end('in its fair start', inFairStart(), 'in the first seconds'), variant: true },
  { ...end('with unusable time', partlyUnusable(), 'Given back'), variant: true },
  end('unsettled while the server is away', unsettled(), 'Will be settled'),
  end('camera refused', ended('mediaDenied', 0), 'Check camera and microphone'),
  ...CALL_REASONS.filter((reason) => reason !== 'mediaDenied').map((reason) => ({
    ...end(
      reason,
      ended(reason, TALKED.has(reason) ? 60 : 0),
      TALKED.has(reason) ? 'Call ended' : 'Call not connected',
    ),
    variant: true as const,
  })),
];
