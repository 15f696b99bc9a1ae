import { createSerialQueue } from '#contract/serial-queue.ts';
import type { Api } from '../api/client.ts';
import type { AccountGuard } from '../base/account-guard.ts';
import type { Epoch } from '../base/epoch.ts';
import { readSession } from '../base/session-row.ts';
import type { AppDb, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';
import { wipe, wipeGone } from './wipe.ts';

/** The dependencies of the sign-out operations. */
export type LeavePorts = {
  readonly chat: ChatDb;
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly api: Pick<Api, 'cancelAll'>;
  readonly epoch: Epoch;
  readonly guard: AccountGuard;
  readonly onSigningOut: () => Promise<void>;
};

/** The operations that end an account on this device and delete its data, one after the other. */
export type Leave = {
  /** Runs account changes one after the other, so that none sees a partly completed one. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /**
   * Ends the account's stream, calls and requests, deletes its data and queues the revocation of its token. Call it
   * via `inTurn`.
   */
  leave(session: SessionRow | undefined): Promise<void>;
  /**
   * Ends everything that runs for an account whose session row is gone, and deletes what it has stored since, unless another core has
   * signed in a user. Call it via `inTurn`.
   */
  leaveIfGone(): Promise<void>;
};

/** Creates the sign-out operations. */
export function createLeave(ports: LeavePorts): Leave {
  const { app, guard } = ports;
  const queue = createSerialQueue();

  async function endActing(): Promise<void> {
    guard.end();
    await ports.onSigningOut();
    ports.api.cancelAll();
  }
  async function leave(session: SessionRow | undefined): Promise<void> {
    await endActing();
    await wipe(ports, session);
  }

  return {
    inTurn: queue.add,
    leave,
    async leaveIfGone() {
      const account = guard.current();
      if (account === undefined) return;
      if ((await readSession(app))?.uid === account) return;
      await endActing();
      await wipeGone(ports, account);
    },
  };
}
