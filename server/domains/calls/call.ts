import type { call as callTable, ReportedInterval } from './tables.ts';

type Row = typeof callTable.$inferSelect;
/** A side of a call: the caller, who pays, or the callee, who earns. */
export type SideName = 'caller' | 'callee';

/**
 * One side of a call: its uid and device, the last heartbeat, the current loss of media, and whether it has seen the other's picture;
 * times in ms.
 */
export type Side = {
  readonly uid: number;
  /** Full JID of the device in the call; the callee's is empty before the answer. */
  jid: string;
  /** Whether this side has received the other's picture. */
  seen: boolean;
  /** Time of the last heartbeat of this side. */
  beat: number;
  /** Start of the current loss of media; 0 while media arrives. */
  loss: number;
  /** Whether the other side got PeerAway: the heartbeat of this side is late, or its device is reconnecting. */
  away: boolean;
  /** Intervals in which this side reports unusable media. */
  unusable: readonly ReportedInterval[];
};

type SideColumn = `${SideName}${'Jid' | 'Seen' | 'Beat' | 'Loss' | 'Away' | 'Unusable'}`;
type Common = { -readonly [K in Exclude<keyof Row, SideColumn | SideName>]: Row[K] };

/** A call with its two sides, as its row was read; `saveCall` writes changes of one that the current transaction has locked. */
export type Call = Common & { readonly caller: Side; readonly callee: Side };

/** The other side of a call. */
export const otherOf = (side: SideName): SideName => (side === 'caller' ? 'callee' : 'caller');

/** The side that a user has in a call; undefined for other users. */
export function sideOf(call: Call, uid: number): SideName | undefined {
  if (call.caller.uid === uid) return 'caller';
  return call.callee.uid === uid ? 'callee' : undefined;
}

/** Whether the call has not ended: it rings, or is answered or connected. */
export const isLive = (call: Call) => call.state !== 'ended';

/** Converts a row of `call` to a call with its two sides. */
export function callOfRow(row: Row): Call {
  const { callerJid, callerSeen, callerBeat, callerLoss, callerAway, callerUnusable, ...rest } = row;
  const { calleeJid, calleeSeen, calleeBeat, calleeLoss, calleeAway, calleeUnusable, ...common } = rest;
  return {
    ...common,
    caller: {
      uid: row.caller,
      jid: callerJid,
      seen: callerSeen,
      beat: callerBeat,
      loss: callerLoss,
      away: callerAway,
      unusable: callerUnusable,
    },
    callee: {
      uid: row.callee,
      jid: calleeJid,
      seen: calleeSeen,
      beat: calleeBeat,
      loss: calleeLoss,
      away: calleeAway,
      unusable: calleeUnusable,
    },
  };
}

/** Converts a call to its row of `call`, to insert it or to write its changed columns. */
export function rowOfCall(call: Call): Row {
  const { caller, callee, ...common } = call;
  return {
    ...common,
    caller: caller.uid,
    callee: callee.uid,
    callerJid: caller.jid,
    callerSeen: caller.seen,
    callerBeat: caller.beat,
    callerLoss: caller.loss,
    callerAway: caller.away,
    callerUnusable: caller.unusable,
    calleeJid: callee.jid,
    calleeSeen: callee.seen,
    calleeBeat: callee.beat,
    calleeLoss: callee.loss,
    calleeAway: callee.away,
    calleeUnusable: callee.unusable,
  };
}
