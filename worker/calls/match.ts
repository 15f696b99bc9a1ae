import { CALL_STATUS, type MatchFilter, type RelaySet } from '#contract/calls/calls.ts';
import type { HubEvent } from '#contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '#contract/calls/rules.ts';
import { jidOfUid } from '#contract/jid.ts';
import { cleanNick } from '#contract/people/nick.ts';
import type { CallbackRow, MatchRow } from '../db/call-rows.ts';
import { initialCall } from './fresh.ts';
import type { HubLine, HubResponse } from './hub-line.ts';
import type { CallEvent } from './machine.ts';
import type { CallParts } from './ports.ts';
import { attemptOf } from './tracked.ts';

type Ports = CallParts & {
  readonly line: HubLine;
  readonly dispatch: (event: CallEvent) => Promise<void>;
  readonly relays: (relays: RelaySet) => void;
  readonly isLive: () => boolean;
};
type Of<N extends HubEvent['name']> = Extract<HubEvent, { readonly name: N }>;

/** Random match and incoming callback requests: asks the hub, handles its events, and writes the rows `match` and `callback`. */
export type Match = {
  /** Handles an event that belongs to no call yet. Returns whether it was one. */
  take(event: HubEvent): boolean;
  enter(tabId: string, filter: MatchFilter): Promise<HubResponse<'MatchEnter'>>;
  leave(): Promise<void>;
  /** Answers a proposal. Resolves to false when the proposal is gone or the hub refused the answer. */
  answer(proposal: string, yes: boolean): Promise<boolean>;
  callback(): Promise<CallbackRow | undefined>;
  forgetCallback(): Promise<void>;
  tabGone(tab: string): void;
  stop(): Promise<void>;
  /** Continues the waiting and the callback request of an earlier worker. A closed tab is then reported as gone. */
  restore(): Promise<void>;
  /** Called when a stream is up: repeats to the hub that this user waits, if so. */
  streamUp(): void;
};

/** Creates the handling of random match and callback requests: proposals of the hub before a call exists. */
export function createMatch(ports: Ports): Match {
  const { app, line } = ports;
  let renewing: ReturnType<typeof setInterval> | undefined;
  let waiting: { readonly tabId: string; readonly filter: MatchFilter } | undefined;
  let callbackTimer: ReturnType<typeof setTimeout> | undefined;

  const rowNow = async () => (await app.state.get('match')) as MatchRow | undefined;
  /** Converts a server time to the device clock, ms. */
  const onDevice = (at: number) => at - ports.now() + Date.now();

  async function renew(): Promise<void> {
    if (!waiting) return;
    const response = await line.ask('MatchEnter', '', { filter: waiting.filter });
    const waitedMs = response.ok ? response.value.waiting : undefined;
    await app.transaction('rw', app.state, async () => {
      const row = await rowNow();
      if (row && waitedMs !== undefined) await app.state.put({ ...row, waiting: waitedMs });
    });
  }
  function renewRegularly(): void {
    clearInterval(renewing);
    renewing = setInterval(() => void renew(), CALL_HEARTBEAT_INTERVAL_MS);
  }
  async function stop(): Promise<void> {
    clearInterval(renewing);
    waiting = undefined;
    await app.state.delete('match');
  }
  async function peerOf({ uid, nickName, avatarUrl, country, lang }: Of<'MatchFound'>['data']['peer']) {
    const domain = (await ports.session())?.services.domain ?? '';
    return { uid, jid: jidOfUid(uid, domain), nickName: cleanNick(nickName), avatarUrl, country, lang };
  }

  async function onProposal({ data }: Of<'MatchFound'>): Promise<void> {
    const peer = await peerOf(data.peer);
    const row = await rowNow();
    const { proposal: id, price, freeSeconds, until } = data;
    if (!row || !waiting) return;
    await app.state.put({ ...row, proposal: { id, peer, price, freeSeconds, until: onDevice(until), said: '' } });
  }
  async function forgetProposal(proposal: string): Promise<void> {
    const row = await rowNow();
    if (row?.proposal?.id !== proposal) return;
    const { proposal: _gone, ...rest } = row;
    await app.state.put(rest);
  }
  async function onAgreed({ data }: Of<'MatchAgreed'>): Promise<void> {
    const row = await rowNow();
    // Only a proposal that this device accepted: the account's other devices receive the event too.
    if (row?.proposal?.id !== data.proposal || row.proposal.said !== 'yes') return;
    const { sid, role, price, freeSeconds, startTime, checksPictures } = data;
    const { country: _country, lang: _lang, ...peer } = await peerOf(data.peer);
    const direction = role === 'caller' ? 'out' : 'in';
    ports.relays(data.relays);
    await ports.dispatch({
      type: 'agreed',
      call: {
        ...initialCall(ports.newId(), direction, peer),
        sid,
        price,
        freeSeconds,
        startTime,
        kind: 'match',
        status: CALL_STATUS.CONNECTING,
        answered: true,
        ownerTab: row.tabId,
        ...(checksPictures && { checksPictures }),
      },
    });
    if (role === 'caller') ports.track('call_attempt', attemptOf(peer.uid, 'match', 'match'));
    ports.track('match_end', { reason: 'agreed' });
    await stop();
  }

  async function onCallbackRequest({ data }: Of<'Transmit'>): Promise<void> {
    const { country: _country, lang: _lang, ...peer } = await peerOf(data.peer);
    const until = onDevice(data.until);
    const row: CallbackRow = { key: 'callback', id: data.callback, peer, price: data.price, until };
    if (ports.isLive() || until <= Date.now()) return;
    await app.transaction('rw', app.state, async () => {
      if (await app.state.get('session')) await app.state.put(row);
    });
    forgetCallbackAt(until);
  }
  /** Deletes the row of the host's callback request at `until` (device clock, ms). */
  function forgetCallbackAt(until: number): void {
    clearTimeout(callbackTimer);
    callbackTimer = setTimeout(() => void forgetCallback(), until - Date.now());
  }
  const forgetCallback = () => app.state.delete('callback');

  return {
    take(event: HubEvent): boolean {
      switch (event.name) {
        case 'MatchFound':
          void onProposal(event);
          return true;
        case 'MatchGone':
          void forgetProposal(event.data.proposal);
          return true;
        case 'MatchAgreed':
          void onAgreed(event);
          return true;
        case 'Transmit':
          void onCallbackRequest(event);
          return true;
        default:
          return false;
      }
    },
    async enter(tabId: string, filter: MatchFilter): Promise<HubResponse<'MatchEnter'>> {
      clearInterval(renewing);
      waiting = { tabId, filter };
      // The row is stored before the request: when a partner is already waiting, the proposal arrives before the
      // response.
      await app.state.put({ key: 'match', tabId, filter, since: Date.now(), waiting: 0 });
      const response = await line.ask('MatchEnter', '', { filter });
      if (!response.ok) {
        await stop();
        return response;
      }
      ports.track('match_begin', {});
      // The user may have left or agreed during the request.
      if (waiting) renewRegularly();
      return response;
    },
    async leave(): Promise<void> {
      ports.track('match_end', { reason: 'left' });
      await stop();
      await line.ask('MatchLeave', '', {});
    },
    async answer(proposal: string, yes: boolean): Promise<boolean> {
      const row = await rowNow();
      if (row?.proposal?.id !== proposal) return false;
      // The answer is stored before it is sent: when the other side has already agreed, the call arrives before the
      // hub's response.
      if (yes) await app.state.put({ ...row, proposal: { ...row.proposal, said: 'yes' } });
      const response = await line.ask('MatchAnswer', '', { proposal, yes });
      if (!response.ok || !yes) await forgetProposal(proposal);
      return response.ok;
    },
    callback: async () => (await app.state.get('callback')) as CallbackRow | undefined,
    forgetCallback,
    tabGone(tab: string): void {
      if (waiting?.tabId === tab) void this.leave();
    },
    stop,
    async restore(): Promise<void> {
      const callback = await this.callback();
      if (callback && callback.until > Date.now()) forgetCallbackAt(callback.until);
      else await forgetCallback();
      const row = await rowNow();
      if (!row?.filter) return app.state.delete('match');
      const { proposal, ...rest } = row;
      if (proposal && proposal.until <= Date.now()) await app.state.put(rest);
      waiting = { tabId: row.tabId, filter: row.filter };
      ports.tabs.attach(row.tabId);
      renewRegularly();
      if (line.isUp()) void renew();
    },
    streamUp: () => void renew(),
  };
}
