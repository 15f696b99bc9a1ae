import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import type { ListName } from '#contract/people/people.ts';
import type { AppError } from '#contract/result.ts';
import { type ListIndex, readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { useLineBack } from '../../../data/use-line-back.ts';

/** Lists requested in this visit: after a visit to a profile the wall is unchanged. */
const refreshedAt = new Map<ListName, number>();
const FRESH_MS = 300_000;

export type FreshList = {
  /** Undefined until the database answered. */
  readonly index: ListIndex | undefined;
  readonly busy: boolean;
  /** Reason why the last refresh, or the last further page, failed. */
  readonly error: AppError | undefined;
  /** Whether a further page failed: it is requested again when the network is back, or by a press. */
  readonly stuck: boolean;
  readonly refresh: () => void;
  readonly readMore: () => void;
};

type Asked = {
  readonly name: ListName;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  /** Whether it was a request for a further page. */
  readonly more: boolean;
};

/** List that is drawn from the device at once and refreshed when it is opened, and again when the network is back. */
export function useFreshList(name: ListName): FreshList {
  const index = useLiveQuery(() => readListIndex(name), [name]);
  const [asked, setAsked] = useState<Asked>({ name, busy: false, error: undefined, more: false });
  const now = asked.name === name ? asked : { name, busy: false, error: undefined, more: false };

  const ask = useCallback(
    async (more: boolean) => {
      setAsked({ name, busy: true, error: undefined, more });
      // Set before the answer: the rows may be in the database sooner, and would be requested again.
      if (!more) refreshedAt.set(name, Date.now());
      const result = await core.refreshList(name, more);
      if (!result.ok && !more) refreshedAt.delete(name);
      const done = { name, busy: false, error: result.ok ? undefined : result.error, more };
      setAsked((current) => (current.name === name ? done : current));
    },
    [name],
  );

  const ready = index?.name === name;
  const missing = ready && index.fetchedAt === undefined;
  useEffect(() => {
    if (ready && (missing || Date.now() - (refreshedAt.get(name) ?? 0) > FRESH_MS)) void ask(false);
  }, [name, ask, ready, missing]);

  const begun = ready && !missing;
  const failed = now.error !== undefined;
  useLineBack(failed, () => void ask(now.more));

  return {
    index: ready ? index : undefined,
    busy: now.busy,
    error: now.error,
    stuck: failed && now.more,
    refresh: useCallback(() => void ask(false), [ask]),
    // The first page is already requested; a request here would fetch it twice, or fetch the second one too early.
    readMore: useCallback(() => {
      if (begun) void ask(true);
    }, [ask, begun]),
  };
}
