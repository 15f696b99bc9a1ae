import { CALL_STATUS, type CallReason } from '../../../contract/calls/calls.ts';
import type { CallRow, VideoCallRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { OWN, OWN_JID } from './account.ts';
import { person } from './people.ts';

/** The other side of the gallery's calls. */
export const CALLED = 9_002;
const peerOf = (uid: number) => {
  const { jid, nickName, avatarUrl } = person(uid);
  return { uid, jid, nickName, avatarUrl };
};
export const PEER = peerOf(CALLED);

/** An outgoing call that rings; `change` describes its further course. */
export const callRow = (change: Partial<CallRow> = {}): CallRow => ({
  key: 'call',
  id: 'gallery-call-00000000',
  sid: 'gallery-call-00000001',
  status: CALL_STATUS.INITIAL,
  direction: 'out',
  kind: 'paid',
  peer: PEER,
  price: 40,
  freeSeconds: 0,
  startTime: GALLERY_NOW,
  connectingTime: 0,
  endTime: 0,
  answered: false,
  ownerTab: '',
  rejoinUntil: 0,
  generation: 0,
  peerAway: false,
  reason: '',
  rejectType: '',
  ...change,
});

/** A connected call that this tab owns. */
export const talking = (tab: string, change: Partial<CallRow> = {}): CallRow =>
  callRow({
    status: CALL_STATUS.CONNECTED,
    answered: true,
    ownerTab: tab,
    connectingTime: GALLERY_NOW,
    meter: { at: GALLERY_NOW, secondsLeft: 754, freeSecondsLeft: 0, seconds: 305, gems: 240, metering: true },
    ...change,
  });

/** A call that has ended, with its receipt. */
export const ended = (reason: CallReason, seconds: number, change: Partial<CallRow> = {}): CallRow =>
  callRow({
    status: seconds > 0 ? CALL_STATUS.DISCONNECTED : CALL_STATUS.FAILED,
    answered: seconds > 0,
    connectingTime: seconds > 0 ? GALLERY_NOW : 0,
    endTime: GALLERY_NOW + seconds * 1_000,
    reason,
    receipt: {
      sid: 'gallery-call-00000001',
      kind: change.kind ?? 'paid',
      caller: OWN,
      callee: CALLED,
      startTime: GALLERY_NOW,
      connectingTime: seconds > 0 ? GALLERY_NOW : 0,
      endTime: GALLERY_NOW + seconds * 1_000,
      seconds,
      freeSeconds: Math.min(seconds, 60),
      price: 40,
      gems: seconds > 0 ? 240 : 0,
      reason,
      rejectType: '',
    },
    ...change,
  });

const record = (uid: number, change: Partial<VideoCallRow>): VideoCallRow => ({
  vid: `gallery-record-${uid}`,
  caller: OWN_JID,
  callee: person(uid).jid,
  startTime: GALLERY_NOW - uid * 60_000,
  linkedJid: person(uid).jid,
  connectingTime: 0,
  endTime: GALLERY_NOW - uid * 60_000,
  reason: 'timeOut',
  rejectType: '',
  kind: 'paid',
  direction: 'out',
  nickName: person(uid).nickName,
  seconds: 0,
  freeSeconds: 0,
  price: 40,
  gems: 0,
  seen: true,
  stars: 0,
  ...change,
});

/** One record of each look: missed and new, answered, made, not answered. */
export const RECORDS: readonly VideoCallRow[] = [
  record(9_001, { direction: 'in', caller: person(9_001).jid, callee: OWN_JID, seen: false }),
  record(9_002, { connectingTime: GALLERY_NOW - 1, seconds: 754, gems: 520, reason: 'hangUp', stars: 5 }),
  record(9_003, { direction: 'in', connectingTime: GALLERY_NOW - 1, seconds: 61, reason: 'hangUp' }),
  record(9_004, { reason: 'decline' }),
];
