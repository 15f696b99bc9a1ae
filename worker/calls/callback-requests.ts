import type { HubEvent } from '#contract/calls/hub.ts';
import { CALLBACK_OPEN_MS } from '#contract/calls/rules.ts';
import { ok, type Result } from '#contract/result.ts';
import type { CallbackRequestRow } from '../db/call-rows.ts';
import { errorOfRefusal } from './endings.ts';
import type { HubLine } from './hub-line.ts';
import type { Call } from './machine.ts';
import type { CallParts } from './ports.ts';

type Ports = Pick<CallParts, 'app' | 'chat'> & { readonly line: HubLine; readonly call: () => Call | undefined };

/** Time after which this device ends a callback request by itself, in case the hub's event about its expiry is lost. */
const GIVE_UP_MS = CALLBACK_OPEN_MS + 5_000;

/** The callback requests that the signed-in host sends to users. */
export type CallbackRequests = {
  ask(uid: number): Promise<Result<null>>;
  /** Handles an event. Returns whether it answers a callback request of this client. */
  take(event: HubEvent): boolean;
  stop(): void;
  /** Continues the open request of an earlier worker; deletes its row when GIVE_UP_MS are over. */
  restore(): Promise<void>;
};

/** Creates the callback requests that a host sends to users, and handles their answers. Pages render the row `wish`. */
export function createCallbackRequests({ app, chat, line, call }: Ports): CallbackRequests {
  let current: { readonly id: string; readonly uid: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function nameOf(uid: number): Promise<string> {
    const [person, user] = await Promise.all([app.people.get(uid), chat.users.get(uid)]);
    return person?.nickName || user?.nickName || '';
  }

  async function keep(id: string, uid: number, outcome: CallbackRequestRow['outcome']): Promise<void> {
    const row: CallbackRequestRow = {
      key: 'wish',
      id,
      peer: { uid, nickName: await nameOf(uid) },
      outcome,
      at: Date.now(),
    };
    await app.transaction('rw', app.state, async () => {
      if (await app.state.get('session')) await app.state.put(row);
    });
  }

  function settle(outcome: CallbackRequestRow['outcome']): void {
    const request = current;
    current = undefined;
    clearTimeout(timer);
    if (request) void keep(request.id, request.uid, outcome).catch(() => {});
  }

  /** Ends the request on timeout: without an outcome when the user called back, else as `timeOut`. */
  function giveUp(): void {
    const called = call();
    if (called?.kind === 'callback' && called.peer.uid === current?.uid) current = undefined;
    else settle('timeOut');
  }

  function begin(id: string, uid: number, giveUpInMs: number): void {
    current = { id, uid };
    clearTimeout(timer);
    timer = setTimeout(giveUp, giveUpInMs);
  }

  return {
    async ask(uid: number): Promise<Result<null>> {
      const response = await line.ask('Callback', '', { callee: uid });
      if (!response.ok) return { ok: false, error: errorOfRefusal(response.refusal) };
      begin(response.value.callback, uid, GIVE_UP_MS);
      await keep(response.value.callback, uid, '');
      return ok(null);
    },
    take(event: HubEvent): boolean {
      if (event.name !== 'CallError' || current === undefined || event.sid !== current.id) return false;
      const { reason } = event.data;
      settle(reason === 'busy' || reason === 'Gems insufficient' ? reason : 'timeOut');
      return true;
    },
    stop(): void {
      current = undefined;
      clearTimeout(timer);
    },
    async restore(): Promise<void> {
      const row = await app.state.get('wish');
      if (row?.key !== 'wish' || row.outcome !== '') return;
      const leftMs = row.at + GIVE_UP_MS - Date.now();
      if (leftMs > 0) begin(row.id, row.peer.uid, leftMs);
      else await app.state.delete('wish');
    },
  };
}
