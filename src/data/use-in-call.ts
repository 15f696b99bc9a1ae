import { isOver } from '#contract/calls/calls.ts';
import { useAppState } from './use-app-state.ts';

/** Whether a call rings or is under way on this device. */
export function useInCall(): boolean {
  const call = useAppState('call');
  return call !== undefined && !isOver(call.status);
}
