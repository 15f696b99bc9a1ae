import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Settings } from '#contract/account/settings.ts';
import type { Payload } from '#contract/chat/payload.ts';
import type { ConnectionState } from '#contract/core.ts';
import type { MessageLook } from '#contract/notices/words.ts';
import type { ListName, ProfileFields } from '#contract/people/people.ts';
import type { AppError } from '#contract/result.ts';
import type {
  AllowancesRow,
  CallbackRow,
  CallRow,
  CallSignalRow,
  MatchRow,
  VideoCallRow,
  WishRow,
} from './call-rows.ts';
import type { CardRow, ListRow, PersonRow, RelationRow, SkippedRow, UploadRow } from './people-rows.ts';
import type { OwnerRow, SiteRow } from './site-rows.ts';

export type { CallRow, CallSignalRow, VideoCallRow } from './call-rows.ts';
export type { CardRow, ListRow, PersonRow, RelationRow, UploadRow } from './people-rows.ts';

/** A conversation (product 3.3). `id` is the peer's uid, so that the local official conversation (1.5) has its place. */
export type ThreadRow = {
  id: number;
  /** The peer's local name (`u_9001`) or 'localOfficial'. Derived from the verified sender, never from the wire. */
  tid: string;
  mainJid: string;
  linkedJid: string;
  linkedUser: { jid: string; uid: number; nickName: string };
  /** Excludes ask_gift (product 4.3). */
  unread: number;
  /** Date of the last message in ms; threads are ordered by it, newest first. */
  lastDate: number;
  lastText: string;
  /** What the list may show of the last message: its words only when it is plain. */
  lastLook: MessageLook;
  lastMid: string;
  lastOut: boolean;
  lastState: MessageState;
  /** Date of the newest incoming message: what a reply within ten minutes answers (product 9.2). */
  lastIncoming: number;
  /** mid of the first unread message when the conversation was last opened: where the divider stands. */
  dividerMid: string;
};

export type MessageState = 'sending' | 'success' | 'error';

/** A message (product 3.4). Kept flat: one row is one bubble. */
export type MessageRow = {
  id?: number;
  /** `<sender's local name>/<stanza id>`: another sender's reuse of an id is another message (threats: mid collision). */
  mid: string;
  tid: string;
  /** Server clock, ms. */
  date: number;
  from: string;
  to: string;
  nickName: string;
  os: string;
  pkgName: string;
  read: boolean;
  /** The tid while an incoming message is unread, absent after: a small index that counts and finds the unread. */
  unreadIn?: string;
  sensitiveInfo: number;
  state: MessageState;
  /** Why the state is `error`: the stanza error's condition, for a sentence under the bubble. */
  refusal: string;
  /** Outgoing only: how far the peer's receipts and markers reached. */
  reached: 'none' | 'delivered' | 'seen';
  type: number;
  version: number;
  /** Undefined when this build cannot read the type; `raw` then keeps it for one that can. */
  payload: Payload | undefined;
  raw: string;
  /** The type, while `payload` is undefined: a small index of what a newer build has to read again. */
  unsupportedType?: number;
  textAction: '' | 'reply';
  out: boolean;
};

/**
 * A message or mark on its way out. Sent in order of `id`, under one stanza id for ever (law 3).
 * `about` is the mid of the message to send, or the stanza id that a mark speaks of.
 */
export type OutboxRow = {
  id?: number;
  kind: 'message' | 'received' | 'displayed';
  about: string;
  tid: string;
  stanzaId: string;
  to: string;
};

/** One row of state that must be committed together with the messages it speaks of. */
export type SyncRow =
  /** Stream management (XEP-0198): what a later worker needs to resume. `inbound` counts only what is committed. */
  | { key: 'stream'; id: string; inbound: number; jid: string; savedAt: number }
  /**
   * Archive (XEP-0313): the newest id before which nothing is missing, and how far back the older history was read.
   * `settled` is false while newer pages are still being fetched: live messages must not move `newest` over the gap.
   */
  | { key: 'archive'; newest: string; oldest: string; complete: boolean; settled: boolean }
  /** Records of calls: the end (server clock, ms) of the last one that the hub was asked for. */
  | { key: 'calls'; since: number };
export type ArchiveRow = Extract<SyncRow, { key: 'archive' }>;
export type StreamRow = Extract<SyncRow, { key: 'stream' }>;

export type UserRow = { uid: number; jid: string; nickName: string; avatarUrl: string };

export type ChatDb = Dexie & {
  users: Table<UserRow, number>;
  threads: Table<ThreadRow, number>;
  messages: EntityTable<MessageRow, 'id'>;
  videocalls: Table<VideoCallRow, string>;
  outbox: EntityTable<OutboxRow, 'id'>;
  sync: Table<SyncRow, string>;
};

/** Local databases (product 3.9): 'chat', version 3. Versions are only ever appended. */
export function openChatDb(): ChatDb {
  const db = new Dexie('chat', { cache: 'disabled' }) as ChatDb;
  db.version(3).stores({
    users: 'uid, &jid',
    threads: 'id, &tid, lastDate',
    messages: '++id, &mid, tid, date, [tid+date], unreadIn, unsupportedType',
    videocalls: 'vid, caller, callee, startTime',
    outbox: '++id, about, tid',
    sync: 'key',
  });
  return db;
}

export type OnlineUserRow = { id: number; status: 'online' | 'busy' | 'offline'; at: number };
export type NoticeDb = Dexie & { onlineUsers: Table<OnlineUserRow, number> };

export function openNoticeDb(): NoticeDb {
  const db = new Dexie('notice', { cache: 'disabled' }) as NoticeDb;
  db.version(1).stores({ onlineUsers: 'id' });
  return db;
}

/** The signed-in user. The vcToken is for the core alone: no read in `reads/` returns it. */
export type SessionRow = {
  key: 'session';
  uid: number;
  jid: string;
  role: number;
  vcToken: string;
  nickName: string;
  services: { domain: string; hub: string; gift: string; official: string; gate: string };
  /** 'expired' after the server refused the token: the outbox stays, one login is asked for. */
  status: 'active' | 'expired';
};
export type AppRow =
  | SessionRow
  /** `online` is whether the device has a network at all; only `connected` means that the server answers. */
  | {
      key: 'connection';
      state: ConnectionState;
      since: number;
      online: boolean;
      nextTryAt: number;
      /** Why the last chat login failed, as product 8.3 calls it; empty where it did not. */
      error?: string;
    }
  | OwnerRow
  | SiteRow
  | { key: 'account'; gemsBalance: number; paid: boolean; silverBalance: number; silverSpent: number }
  | {
      key: 'config';
      googleClientId: string;
      demo: boolean;
      maintenance: boolean;
      /** Addresses of the apps in the stores; empty where there is none, absent before a build that keeps them. */
      stores?: { readonly iosUrl: string; readonly androidUrl: string };
    }
  | { key: 'device'; openId: string; webUuid: string; language: string; screenWidth: number; screenHeight: number }
  /** Other builds: set when a newer core took over, so that old tabs ask to reload (law 10). */
  | { key: 'build'; build: number }
  | ({ key: 'profile' } & ProfileFields)
  | ({ key: 'settings' } & Settings)
  /** Numbers of the own page (friends_relative). */
  | {
      key: 'counts';
      friends: number;
      likes: number;
      likedMe: number;
      favourites: number;
      requests: number;
      favouritesMax?: number;
    }
  /** The last change that the server refused and that was taken back here. Device clock, ms. */
  | { key: 'undone'; id: string; at: number; error: AppError }
  | CallRow
  | MatchRow
  | CallbackRow
  | WishRow
  | AllowancesRow
  /** Counters of what was dropped at the edge of the core, by reason (never content). */
  | { key: 'dropped'; counts: Record<string, number> };

export type DraftRow = { tid: string; text: string };
/** A write to the API that waits for the server. Replayed in order with the same key (wire 1.3). */
export type ApiQueueRow = {
  id?: number;
  operationId: string;
  endpoint: string;
  data: unknown;
  /** A logout is sent with the token it revokes, after the session row is gone. */
  vcToken: string;
  uid: number;
  jid: string;
  role: number;
  queuedAt: number;
};

export type AppDb = Dexie & {
  state: Table<AppRow, string>;
  people: Table<PersonRow, number>;
  lists: Table<ListRow, ListName>;
  cards: Table<CardRow, number>;
  relations: Table<RelationRow, number>;
  skipped: Table<SkippedRow, number>;
  uploads: Table<UploadRow, string>;
  drafts: Table<DraftRow, string>;
  apiQueue: EntityTable<ApiQueueRow, 'id'>;
  callSignals: EntityTable<CallSignalRow, 'id'>;
};

export function openAppDb(): AppDb {
  const db = new Dexie('app', { cache: 'disabled' }) as AppDb;
  db.version(1).stores({ state: 'key', people: 'uid, rank', drafts: 'tid', apiQueue: '++id, &operationId' });
  db.version(2)
    .stores({
      people: 'uid',
      lists: 'name',
      cards: 'uid',
      relations: 'uid',
      skipped: 'uid, at',
      uploads: 'id, queuedAt',
    })
    // A cache of another shape.
    .upgrade((upgrade) => upgrade.table('people').clear());
  db.version(3).stores({ callSignals: '++id, sid' });
  return db;
}
