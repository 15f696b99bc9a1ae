import { CALL_ERRORS, CALL_STATUS, type CallError } from '#contract/calls/calls.ts';
import type { callCommands } from '#contract/calls/commands.ts';
import type { CallTerms } from '#contract/calls/hub-shapes.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { jidOfUid } from '#contract/jid.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { fail, ok } from '#contract/result.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { queued } from '../api/enqueue.ts';
import { refreshAllowances } from './allowances.ts';
import type { CallbackRequests } from './callback-requests.ts';
import type { EffectPorts, Effects } from './effects.ts';
import { errorOfRefusal, isLive } from './endings.ts';
import type { Match } from './match.ts';

type Ports = EffectPorts & {
  readonly match: Match;
  readonly callbackRequests: CallbackRequests;
  readonly effects: Effects;
};

const refuse = (detail: CallError | 'SessionFail') => fail({ code: 'call', detail } as const);

/** The commands for calls, as pages call them. */
export type CallCommands = CommandsOf<typeof callCommands>;

/** Creates the commands for calls. Preconditions of starting a call: product 5.2. */
export function createCallCommands(ports: Ports): CallCommands {
  const { app, chat, dispatch, effects, line, match, now, signals } = ports;

  /** Returns the live call if this tab owns its media and the hub has given it a sid. */
  function owned(tabId: string) {
    const call = ports.call();
    return isLive(call) && call.ownerTab === tabId && call.sid !== '' ? call : undefined;
  }

  async function begin(
    tab: string,
    uid: number,
    nickName: string,
    details: {
      readonly kind: 'paid' | 'silver' | 'callback';
      readonly source: string;
      readonly callback: string;
      readonly shown: CallTerms;
    },
  ) {
    if (uid === 0) return refuse(CALL_ERRORS.jid);
    const session = await ports.session();
    if (session?.status !== 'active') return refuse(CALL_ERRORS.user);
    if (!line.isUp()) return refuse(CALL_ERRORS.connection);
    if (uid === session.uid) return fail({ code: 'forbidden' } as const);
    const person = await app.people.get(uid);
    const before = ports.call();
    if (isLive(before)) return refuse(CALL_ERRORS.one);
    ports.tabs.attach(tab);
    const peer = {
      uid,
      jid: jidOfUid(uid, session.services.domain),
      nickName: cleanNick(nickName) || (person?.nickName ?? ''),
      avatarUrl: person?.avatarUrl ?? '',
    };
    await dispatch({ type: 'dialled', at: now(), id: ports.newId(), tab, peer, ...details });
    return ok(null);
  }

  return {
    call: (tabId, uid, nickName, kind, source, shown) =>
      begin(tabId, uid, nickName, { kind, source, callback: '', shown }),
    async answerCall(tabId) {
      if (ports.call()?.status !== CALL_STATUS.CALLIN) return refuse(CALL_ERRORS.sid);
      ports.tabs.attach(tabId);
      await dispatch({ type: 'answered', tab: tabId });
      return ok(null);
    },
    async declineCall(words) {
      const call = ports.call();
      if (call?.status !== CALL_STATUS.CALLIN) return refuse(CALL_ERRORS.sid);
      await dispatch({ type: 'declined', at: now() });
      if (!isBlank(words)) await ports.sendText(call.peer.uid, call.peer.nickName, words);
      return ok(null);
    },
    async hangUp() {
      await dispatch({ type: 'hung-up', at: now() });
      return ok(null);
    },
    async callRelays(tabId) {
      await effects.asked();
      const call = owned(tabId);
      if (!call) return refuse(CALL_ERRORS.sid);
      if (!effects.relays()) await effects.accept(call.sid);
      const relays = effects.relays();
      return relays ? ok({ ...relays, sid: call.sid, signals: signals.pending(call.sid) }) : refuse('SessionFail');
    },
    async testRelays() {
      const response = await ports.api.call('relayServers', {});
      return response.ok ? ok(response.value.relays) : response;
    },
    async sendSignal(tabId, signal) {
      const call = owned(tabId);
      if (!call) return refuse(CALL_ERRORS.sid);
      signals.send(call.sid, signal);
      return ok(null);
    },
    async takeSignals(tabId, upTo) {
      if (!owned(tabId)) return refuse(CALL_ERRORS.sid);
      await signals.forget(upTo);
      return ok(null);
    },
    async reportMedia(tabId, news) {
      if (!owned(tabId)) return refuse(CALL_ERRORS.sid);
      if (news.what === 'flow') effects.flows(news);
      else if (news.what === 'switched') {
        const { microphoneOff, cameraOff, revealed } = news;
        await dispatch({ type: 'media-switched', tab: tabId, microphoneOff, cameraOff, revealed });
      } else if (news.what === 'connected')
        await dispatch({ type: 'media-connected', at: now(), deviceNow: Date.now(), tab: tabId });
      else await dispatch({ type: 'media-failed', at: now(), tab: tabId, reason: news.reason });
      return ok(null);
    },
    async rejoinCall(tabId) {
      const call = ports.call();
      if (!isLive(call) || call.sid === '' || call.ownerTab === '') return refuse(CALL_ERRORS.sid);
      ports.tabs.attach(tabId);
      await dispatch({ type: 'rejoined', tab: tabId });
      await effects.accept(call.sid);
      return isLive(ports.call()) ? ok(null) : refuse(CALL_ERRORS.sid);
    },
    async dismissCall() {
      const call = ports.call();
      await dispatch({ type: 'dismissed' });
      if (call && call.connectingTime > 0 && ports.call() === undefined)
        ports.onReceiptClosed(call.peer.uid, call.endTime - call.connectingTime);
      return ok(null);
    },
    async checkFrame(tabId, frame) {
      const call = owned(tabId);
      if (!call) return refuse(CALL_ERRORS.sid);
      const answer = await ports.api.call('matchFrame', { sid: call.sid, frame });
      return answer.ok ? ok(null) : answer;
    },
    async rateCall(sid, stars, reasons) {
      const session = await ports.session();
      if (!session) return fail(needLogin);
      if ((await chat.videocalls.update(sid, { stars })) === 0) return fail({ code: 'not-found' });
      await app.apiQueue.add(queued(session, 'callRating', { sid, stars, reasons: [...reasons] }));
      ports.queue.kick();
      return ok(null);
    },
    async matchToFlash(shown) {
      const call = ports.call();
      if (!isLive(call) || call.sid === '') return refuse(CALL_ERRORS.sid);
      const response = await line.ask('MatchToFlash', call.sid, { price: shown });
      if (!response.ok) return fail(errorOfRefusal(response.refusal, response.newPrice));
      await dispatch({ type: 'price-changed', sid: call.sid, price: response.value.price });
      return ok(null);
    },
    async enterMatch(tabId, filter) {
      if (!line.isUp()) return refuse(CALL_ERRORS.connection);
      if (isLive(ports.call())) return refuse(CALL_ERRORS.one);
      ports.tabs.attach(tabId);
      const entered = await match.enter(tabId, filter);
      return entered.ok ? ok(null) : fail(errorOfRefusal(entered.refusal));
    },
    async leaveMatch() {
      await match.leave();
      return ok(null);
    },
    answerMatch: async (proposal, yes) =>
      (await match.answer(proposal, yes)) ? ok(null) : fail({ code: 'not-found' }),
    async askCallback(uid) {
      if (!line.isUp()) return refuse(CALL_ERRORS.connection);
      return ports.callbackRequests.ask(uid);
    },
    async replyCallback(tabId, reply, price) {
      const wish = await match.callback();
      if (!wish) return fail({ code: 'not-found' });
      await match.forgetCallback();
      if (reply === 'accept') {
        const shown = { price, freeSeconds: 0, silver: 0 };
        const details = { kind: 'callback', source: 'callback', callback: wish.id, shown } as const;
        return begin(tabId, wish.peer.uid, wish.peer.nickName, details);
      }
      await line.ask('Transmit', '', { kind: 'callback_reply', callback: wish.id, reply });
      return ok(null);
    },
    async seeCallRecords() {
      await chat.videocalls.filter(({ seen }) => !seen).modify({ seen: true });
      return ok(null);
    },
    refreshAllowances: () => refreshAllowances(app, ports.api),
  };
}
