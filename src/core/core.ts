import type { CoreApi } from '#contract/core.ts';
import { command } from './link.ts';

/** The core as pages see it. Every command answers with a Result; none throws, none hangs. */
export const core: CoreApi = {
  signIn: (way) => command((remote) => remote.signIn(way)),
  signOut: () => command((remote) => remote.signOut()),
  openThread: (uid, nickName) => command((remote) => remote.openThread(uid, nickName)),
  watchThread: (tabId, tid) => command((remote) => remote.watchThread(tabId, tid)),
  sendText: (tid, body) => command((remote) => remote.sendText(tid, body)),
  retryMessage: (mid) => command((remote) => remote.retryMessage(mid)),
  discardMessage: (mid) => command((remote) => remote.discardMessage(mid)),
  saveDraft: (tid, text) => command((remote) => remote.saveDraft(tid, text)),
  refreshPeople: () => command((remote) => remote.refreshPeople()),
  refreshConfig: () => command((remote) => remote.refreshConfig()),
  updateProfile: (change) => command((remote) => remote.updateProfile(change)),
  wake: (why) => command((remote) => remote.wake(why)),
  describeDevice: (device) => command((remote) => remote.describeDevice(device)),
};
