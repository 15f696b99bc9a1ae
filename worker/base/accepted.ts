import type { ApiQueueRow } from '../db/schema.ts';

/** Returns whether the server has accepted a queued change since `mark`: one about this user; without an argument, any change. */
export type AcceptedSince = (targetUid?: number) => boolean;

/** Records which changes the server accepted, so that a response requested before a change does not overwrite it. */
export type Accepted = {
  /**
   * Records an accepted change before its row is deleted. Until then the row itself shows that the change is newer
   * than a response.
   */
  note(row: ApiQueueRow): void;
  /** Called before a request. The result is checked inside the transaction that stores the response. */
  mark(): AcceptedSince;
};

/** Returns the uid of the user whom a queued call is about; undefined when it is about none. */
export function targetOf({ data }: Pick<ApiQueueRow, 'data'>): number | undefined {
  const { targetUid } = data as { readonly targetUid?: unknown };
  return typeof targetUid === 'number' ? targetUid : undefined;
}

/**
 * Creates the record of accepted changes. A response to a request sent before a change, but received after it, may be
 * older than the change: storing it would show the change as undone.
 */
export function createAccepted(): Accepted {
  let count = 0;
  const lastAbout = new Map<number, number>();
  return {
    note(row) {
      count += 1;
      const uid = targetOf(row);
      if (uid !== undefined) lastAbout.set(uid, count);
    },
    mark() {
      const then = count;
      return (uid) => (uid === undefined ? count : (lastAbout.get(uid) ?? 0)) > then;
    },
  };
}
