import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { CoreApi } from '#contract/core.ts';
import { command } from './link.ts';

type Core = Omit<CoreApi, 'sendText'> & {
  sendText(tid: string, body: string): ReturnType<CoreApi['sendText']>;
};

/** The core as pages see it. Every command answers with a Result; none throws, none hangs. */
export const core: Core = {
  signIn: (way) => command((remote) => remote.signIn(way)),
  signOut: () => command((remote) => remote.signOut()),
  adopt: (kept) => command((remote) => remote.adopt(kept)),
  openThread: (uid, nickName) => command((remote) => remote.openThread(uid, nickName)),
  watchThread: (tabId, tid) => command((remote) => remote.watchThread(tabId, tid)),
  sendText(tid, body) {
    const id = nanoid(REQUEST_ID_LENGTH);
    return command((remote) => remote.sendText(tid, body, id));
  },
  retryMessage: (mid) => command((remote) => remote.retryMessage(mid)),
  discardMessage: (mid) => command((remote) => remote.discardMessage(mid)),
  saveDraft: (tid, text) => command((remote) => remote.saveDraft(tid, text)),
  refreshList: (name, more) => command((remote) => remote.refreshList(name, more)),
  refreshCard: (uid) => command((remote) => remote.refreshCard(uid)),
  watchPeople: (tabId, uids) => command((remote) => remote.watchPeople(tabId, uids)),
  changeRelation: (uid, action) => command((remote) => remote.changeRelation(uid, action)),
  changeFavourite: (uid, favourite) => command((remote) => remote.changeFavourite(uid, favourite)),
  skipPerson: (uid, skipped) => command((remote) => remote.skipPerson(uid, skipped)),
  report: (uid, reason, note) => command((remote) => remote.report(uid, reason, note)),
  refreshConfig: () => command((remote) => remote.refreshConfig()),
  updateProfile: (change) => command((remote) => remote.updateProfile(change)),
  changeSettings: (change) => command((remote) => remote.changeSettings(change)),
  upload: (id, purpose, file) => command((remote) => remote.upload(id, purpose, file)),
  dropUpload: (id) => command((remote) => remote.dropUpload(id)),
  clearMessages: (tid) => command((remote) => remote.clearMessages(tid)),
  call: (tabId, uid, nickName, kind, source) => command((remote) => remote.call(tabId, uid, nickName, kind, source)),
  answerCall: (tabId) => command((remote) => remote.answerCall(tabId)),
  declineCall: (words) => command((remote) => remote.declineCall(words)),
  hangUp: () => command((remote) => remote.hangUp()),
  callRelays: (tabId) => command((remote) => remote.callRelays(tabId)),
  testRelays: () => command((remote) => remote.testRelays()),
  sendSignal: (tabId, signal) => command((remote) => remote.sendSignal(tabId, signal)),
  takeSignals: (tabId, upTo) => command((remote) => remote.takeSignals(tabId, upTo)),
  tellMedia: (tabId, news) => command((remote) => remote.tellMedia(tabId, news)),
  rejoinCall: (tabId) => command((remote) => remote.rejoinCall(tabId)),
  dismissCall: () => command((remote) => remote.dismissCall()),
  rateCall: (sid, stars) => command((remote) => remote.rateCall(sid, stars)),
  matchToFlash: () => command((remote) => remote.matchToFlash()),
  enterMatch: (tabId, filter) => command((remote) => remote.enterMatch(tabId, filter)),
  leaveMatch: () => command((remote) => remote.leaveMatch()),
  answerMatch: (proposal, yes) => command((remote) => remote.answerMatch(proposal, yes)),
  askCallback: (uid) => command((remote) => remote.askCallback(uid)),
  replyCallback: (tabId, reply) => command((remote) => remote.replyCallback(tabId, reply)),
  seeCallRecords: () => command((remote) => remote.seeCallRecords()),
  refreshAllowances: () => command((remote) => remote.refreshAllowances()),
  wake: (why) => command((remote) => remote.wake(why)),
  describeDevice: (device) => command((remote) => remote.describeDevice(device)),
};
