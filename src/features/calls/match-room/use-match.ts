import { useCallback, useEffect, useRef, useState } from 'react';
import type { MatchFilter } from '#contract/calls/calls.ts';
import type { AppError } from '#contract/result.ts';
import { core, userActions } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain, explainNoDevice } from '../../../i18n/errors.ts';
import type { DeviceFault } from '../../../media/devices.ts';

type Ports = {
  /** Opens camera and microphone, or one of them; resolves to the fault if neither can be opened. */
  readonly prepare: () => Promise<DeviceFault | undefined>;
};

/** Why the search for a random match did not start. */
type Problem = AppError | { readonly fault: DeviceFault };
/** Returns the sentence of a problem in the current language; empty without one. */
function textOf(problem: Problem | undefined): string {
  if (!problem) return '';
  return 'fault' in problem ? explainNoDevice(problem.fault) : explain(problem);
}

/**
 * Returns the state of the search for a random match in this tab, and the functions that start it, end it, and answer a proposal. The
 * search of this tab ends when the component unmounts.
 */
export function useMatch({ prepare }: Ports) {
  const row = useAppState('match');
  const [problem, setProblem] = useState<Problem>();
  const [entering, setEntering] = useState(false);
  /** Name of a proposed partner who left before the user answered; otherwise empty. */
  const [gone, setGone] = useState('');
  const waiting = row?.tabId === tabId;
  const proposal = waiting ? row.proposal : undefined;
  const last = useRef('');
  const here = useRef(true);
  /** Whether this tab waits; read at unmount, which ends the search of this tab but not that of another tab of the account. */
  const isWaiting = useRef(false);
  isWaiting.current = waiting;

  useEffect(() => {
    if (proposal) {
      last.current = proposal.peer.nickName;
      setGone('');
    } else if (last.current !== '') {
      if (waiting) setGone(last.current);
      last.current = '';
    }
  }, [proposal, waiting]);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      if (isWaiting.current) void core.leaveMatch();
    };
  }, []);

  const enter = useCallback(
    async (filter: MatchFilter) => {
      setProblem(undefined);
      setGone('');
      setEntering(true);
      try {
        const fault = await prepare();
        if (fault) return setProblem({ fault });
        if (!here.current) return;
        const result = await userActions.enterMatch(tabId, filter);
        if (!result.ok) setProblem(result.error);
        else if (!here.current) void core.leaveMatch();
      } finally {
        setEntering(false);
      }
    },
    [prepare],
  );
  const leave = useCallback(() => void core.leaveMatch(), []);
  const answer = useCallback(async (id: string, yes: boolean) => {
    if (!yes) last.current = '';
    await userActions.answerMatch(id, yes);
  }, []);
  return { waiting, since: row?.since ?? 0, proposal, problem: textOf(problem), entering, gone, enter, leave, answer };
}
/** A partner proposed by the random match, until both sides have accepted or one has not. */
export type Proposal = NonNullable<ReturnType<typeof useMatch>['proposal']>;
