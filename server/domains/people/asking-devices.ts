import type { Here } from '../../platform/services/service.ts';

/** Number of accounts in memory above which those without a stream in this process are removed. */
const ACCOUNTS_MIN = 1_000;
const DEVICES_MAX = 10;

/** The devices that requested a list of their account and receive its changes, each with the state that was last sent to it. */
export type AskingDevices<State> = {
  add(uid: number, device: string, sent: State): void;
  /** Returns the devices of an account; undefined when none has asked. */
  of(uid: number): Map<string, State> | undefined;
  uids(): Iterable<number>;
  clear(): void;
};

/**
 * Creates one process's register of the devices that requested a list, for pushes of its changes. `here`: accounts with a stream in this
 * process; when there are many accounts, the others are removed.
 */
export function createAskingDevices<State>(here: () => Here): AskingDevices<State> {
  const accounts = new Map<number, Map<string, State>>();
  let forgetAt = ACCOUNTS_MIN;
  return {
    add(uid, device, sent) {
      const devices = accounts.get(uid) ?? new Map<string, State>();
      devices.delete(device);
      accounts.set(uid, devices.set(device, sent));
      // The gate does not learn when a device disconnects, so the oldest of too many is dropped.
      const [oldest] = devices.keys();
      if (devices.size > DEVICES_MAX && oldest !== undefined) devices.delete(oldest);
      if (accounts.size <= forgetAt) return;
      const present = here();
      for (const known of accounts.keys()) if (!present.has(known)) accounts.delete(known);
      forgetAt = Math.max(ACCOUNTS_MIN, accounts.size * 2);
    },
    of: (uid) => accounts.get(uid),
    uids: () => accounts.keys(),
    clear: () => accounts.clear(),
  };
}
