import { useState } from 'react';
import type { AppError, Result } from '#contract/result.ts';

type Chosen<Item> = {
  readonly items: readonly Item[];
  /** The stored list while the last change was under way, and whether that has ended. */
  readonly stored: readonly Item[];
  readonly isStored: boolean;
};

/**
 * Shows a chosen list at once, before it comes back from the database: the next press is about what the person sees, and not
 * about the list of before. `store` stores the change; a refused one is shown no longer.
 */
export function useChosen<Item>(
  stored: readonly Item[],
  store: (items: readonly Item[]) => Promise<Result<unknown, AppError>>,
): readonly [items: readonly Item[], choose: (items: readonly Item[]) => void] {
  const [chosen, setChosen] = useState<Chosen<Item>>();
  if (chosen && chosen.stored !== stored) {
    // The list as stored has changed: by the change itself once that is stored, else by an earlier one.
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
