import type { Output } from '#contract/api/endpoint.ts';
import type { lockCommands } from '#contract/chat/lock/commands.ts';
import { LOCK_ID_CHARS, lockSeed, type MessageKey } from '#contract/chat/lock-id.ts';
import type { Payload } from '#contract/chat/payload.ts';
import type { CommandsOf } from '#contract/command.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { needLogin } from '#contract/errors.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { Epoch } from '../base/epoch.ts';
import type { AppDb, ChatDb, MessageRow, SessionRow } from '../db/schema.ts';
import { refreshBalance, saveBalance } from '../wallet/balance.ts';

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/** Returns the id that the server gives to the lock of a message. Empty when `crypto.subtle` is missing (page without HTTPS). */
export async function lockIdOf(message: MessageKey): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return '';
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(lockSeed(message)));
  return base64Url(digest).slice(0, LOCK_ID_CHARS);
}

/** The dependencies of the commands for paid messages. */
export type LockPorts = {
  readonly chat: ChatDb;
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly epoch: Epoch;
  readonly session: () => Promise<SessionRow | undefined>;
};
type LockAnswer = Output<Endpoints['unlockedMedia']>['locks'][number];
type LockedPayload = Extract<Payload, { readonly lockId: string }>;

const NOTHING = { url: '', thumb: '' };
/** Error codes after which it is unknown whether the message was unlocked. */
const UNKNOWN: readonly AppError['code'][] = ['timeout', 'offline', 'server-error'];

const lockedIn = ({ payload }: MessageRow): LockedPayload | undefined =>
  payload && 'lockId' in payload && payload.lockId !== '' ? payload : undefined;

/** Returns the payload with the media URLs that the server returned for its lock; with empty URLs when the lock is void. */
function opened<P extends LockedPayload>(payload: P, { state, items }: LockAnswer): P {
  const isOver = state === 'void';
  if ('items' in payload) {
    const revealed = isOver ? payload.items.map((item) => ({ ...item, ...NOTHING })) : items;
    return revealed.length === payload.items.length ? { ...payload, items: revealed } : payload;
  }
  const [item] = isOver ? [NOTHING] : items;
  if (!item) return payload;
  const { thumb: thumbUrl, ...rest } = item;
  return { ...payload, ...rest, thumbUrl };
}

/**
 * Creates the commands that unlock paid messages and refresh the state of their locks, and those for the page of a host. `payNeed` of an
 * unlocked message stays true, because the price is still shown.
 */
export function createLockCommands({ chat, app, api, epoch, session }: LockPorts): CommandsOf<typeof lockCommands> {
  const rowOf = (mid: string) => chat.messages.where('mid').equals(mid).first();

  /** Stores the state of a lock and its media URLs in the row of its message. */
  async function keep(mid: string, update: LockAnswer, isCurrent: () => boolean): Promise<void> {
    await chat.transaction('rw', chat.messages, async () => {
      const row = await rowOf(mid);
      const payload = row && lockedIn(row);
      if (!row || payload?.lockId !== update.lockId || !isCurrent()) return;
      const lock = update.state === 'locked' ? {} : { lock: update.state };
      await chat.messages.put({ ...row, ...lock, payload: opened(payload, update) });
    });
  }

  async function refresh(mids: readonly string[]): Promise<Result<null>> {
    const isCurrent = epoch.guard();
    if (!(await session())) return fail(needLogin);
    const rows = await chat.messages
      .where('mid')
      .anyOf([...mids])
      .toArray();
    const midOf = new Map(rows.flatMap((row) => (lockedIn(row) ? [[lockedIn(row)?.lockId ?? '', row.mid]] : [])));
    if (midOf.size === 0) return ok(null);
    const answer = await api.call('unlockedMedia', { lockIds: [...midOf.keys()] });
    if (!answer.ok) return answer;
    for (const lock of answer.value.locks) await keep(midOf.get(lock.lockId) ?? '', lock, isCurrent);
    return ok(null);
  }

  return {
    async unlock(mid, price) {
      const isCurrent = epoch.guard();
      if (!(await session())) return fail(needLogin);
      const connection = await app.state.get('connection');
      if (connection?.key === 'connection' && !connection.online) return fail({ code: 'offline' });
      const row = await rowOf(mid);
      const lockId = row && lockedIn(row)?.lockId;
      if (lockId === undefined) return fail({ code: 'not-found' });
      const answer = await api.call('unlockMessage', { lockId, price }, { operationId: lockId });
      if (answer.ok) {
        const { items, gemsBalance } = answer.value;
        await saveBalance(app, gemsBalance, isCurrent);
        await keep(mid, { lockId, state: 'opened', items }, isCurrent);
        return ok({ gemsBalance });
      }
      const { error } = answer;
      if (error.code === 'gems-insufficient') await saveBalance(app, error.balance, isCurrent);
      if (error.code === 'gone') await keep(mid, { lockId, state: 'void', items: [] }, isCurrent);
      if (!UNKNOWN.includes(error.code)) return answer;
      await refresh([mid]);
      if ((await rowOf(mid))?.lock !== 'opened') return answer;
      await refreshBalance(app, api);
      const account = await app.state.get('account');
      return ok({ gemsBalance: account?.key === 'account' ? account.gemsBalance : 0 });
    },
    refreshLocks: refresh,
    readExclusive: (targetUid) => api.call('exclusiveItems', { targetUid }),
    async openExclusive(targetUid, lockId, price) {
      const isCurrent = epoch.guard();
      const answer = await api.call('openExclusive', { targetUid, lockId, price }, { operationId: lockId });
      if (!answer.ok) return answer;
      const { gemsBalance } = answer.value;
      await saveBalance(app, gemsBalance, isCurrent);
      return ok({ gemsBalance });
    },
    async editExclusive(items) {
      const answer = await api.call('editExclusive', { items: [...items] });
      return answer.ok ? ok(null) : answer;
    },
    async mediaGone(mid) {
      const before = (await rowOf(mid))?.lock;
      const result = await refresh([mid]);
      // The state of the lock changed: one that became void was refunded.
      if ((await rowOf(mid))?.lock !== before) await refreshBalance(app, api);
      return result;
    },
  };
}
