import { useEffect, useState } from 'react';
import type { MoveState } from '#contract/account/life.ts';
import type { Result } from '#contract/result.ts';

const LOOK_AGAIN_MS = 1_500;

type MoveSnapshot = { readonly state: MoveState; readonly choices?: readonly string[] };

/**
 * Polls the state of an account's move by `ask` until it is `done` or `over`; used on the old and on the new device. Failed requests are
 * ignored. `from`: initial state. `choices`: digits of which the user of the old device chooses one.
 */
export function useMoveState(ask: () => Promise<Result<MoveSnapshot>>, from: MoveState = 'waiting') {
  const [seen, setSeen] = useState<MoveSnapshot>({ state: from });
  const isOpen = seen.state === 'waiting' || seen.state === 'claimed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` asks the same question in every render
  useEffect(() => {
    if (!isOpen) return;
    let mounted = true;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const result = await ask();
      if (!mounted) return;
      if (result.ok) setSeen(result.value);
      timer = setTimeout(() => void poll(), LOOK_AGAIN_MS);
    };
    void poll();
    return () => {
      mounted = false;
      clearTimeout(timer);
    };
  }, [isOpen]);
  return { state: seen.state, choices: seen.choices ?? [] };
}
