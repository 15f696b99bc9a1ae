import { useState } from 'react';
import type { AppError, Result } from '#contract/result.ts';

type Chosen<Item> = {
  /** The list after the user's change, which is shown. */
  readonly items: readonly Item[];
  /** The stored list at the last render, to notice that it changes. */
  readonly stored: readonly Item[];
  /** Whether the core has accepted the change. */
  readonly isStored: boolean;
};

/**
 * Optimistic list of the profile's pictures or clips: shows a change before the database has it, so that the next action applies
 * to what the user sees. `store` stores the change; a rejected one is reverted.
 */
export function useChosen<Item>(
  stored: readonly Item[],
  store: (items: readonly Item[]) => Promise<Result<unknown, AppError>>,
): readonly [items: readonly Item[], choose: (items: readonly Item[]) => void] {
  const [chosen, setChosen] = useState<Chosen<Item>>();
  if (chosen && chosen.stored !== stored) {
    // The stored list has changed: by this change once it is stored, otherwise by an earlier one.
    setChosen(chosen.isStored ? undefined : { ...chosen, stored });
  }
  const choose = (items: readonly Item[]) => {
    const choice: Chosen<Item> = { items, stored, isStored: false };
    setChosen(choice);
    void store(items).then(({ ok: isStored }) =>
      setChosen((now) => {
        if (now?.items !== items) return now;
        return isStored ? { ...now, isStored } : undefined;
      }),
    );
  };
  return [chosen?.items ?? stored, choose];
}
