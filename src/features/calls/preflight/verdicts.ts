import { CALL_GOOD_KBIT_S, CALL_LEAST_KBIT_S } from '#contract/calls/rules.ts';
import type { DeviceFault } from '../../../media/devices.ts';

/** Checks of the preflight, in display order. */
export const CHECKS = ['camera', 'microphone', 'speaker', 'network', 'speed'] as const;
/** Name of a preflight check. */
export type Check = (typeof CHECKS)[number];

/** State of a preflight check; `ask` waits for the user to answer whether the tone was heard. */
export type Grade = 'waiting' | 'running' | 'ask' | 'good' | 'fair' | 'bad';
/** Result of one preflight check, with the reason that its card explains. */
export type CheckResult =
  | { readonly check: 'camera'; readonly grade: Grade; readonly why: 'works' | DeviceFault }
  | { readonly check: 'microphone'; readonly grade: Grade; readonly why: 'works' | 'silent' | DeviceFault }
  | { readonly check: 'speaker'; readonly grade: Grade; readonly why: 'ask' | 'heard' | 'silent' }
  | { readonly check: 'network'; readonly grade: Grade; readonly why: 'relay' | 'direct' | 'blocked' | 'missing' }
  | {
      readonly check: 'speed';
      readonly grade: Grade;
      readonly why: 'enough' | 'little' | 'short' | 'failed';
      /** Throughput to the server in the slower direction, kbit/s. */
      readonly kbits: number;
    };
/** Results of the preflight so far, by check; checks that have not started are missing. */
export type CheckResults = { readonly [C in Check]?: Extract<CheckResult, { readonly check: C }> };

/** Rates the measured throughput for the preflight. `kbits`: kbit/s in the slower direction. */
export function judgeSpeed(kbits: number): Extract<CheckResult, { readonly check: 'speed' }> {
  const enough = kbits >= CALL_GOOD_KBIT_S;
  const least = kbits >= CALL_LEAST_KBIT_S;
  const grade = enough ? 'good' : least ? 'fair' : 'bad';
  return { check: 'speed', grade, why: enough ? 'enough' : least ? 'little' : 'short', kbits };
}

/**
 * Rates the network paths found by `probeWays`. `hasRelays`: TURN or STUN servers were tried. `ways` is undefined if the browser has
 * no WebRTC.
 */
export function judgeWays(
  ways: { readonly kinds: ReadonlySet<string>; readonly connected: boolean } | undefined,
  hasRelays: boolean,
): Extract<CheckResult, { readonly check: 'network' }> {
  if (!ways) return { check: 'network', grade: 'bad', why: 'missing' };
  const outside = ways.kinds.has('relay') || ways.kinds.has('srflx');
  if (hasRelays && outside) return { check: 'network', grade: 'good', why: 'relay' };
  if (!ways.connected) return { check: 'network', grade: 'bad', why: 'blocked' };
  return hasRelays
    ? { check: 'network', grade: 'fair', why: 'blocked' }
    : { check: 'network', grade: 'good', why: 'direct' };
}

/**
 * Returns the overall result of the preflight: the worst grade (`ask` counts as good), or `running` while a check runs or has not started.
 */
export function sumUp(verdicts: CheckResults): 'running' | 'good' | 'fair' | 'bad' {
  const grades = CHECKS.map((check) => verdicts[check]?.grade ?? 'waiting');
  if (grades.some((grade) => grade === 'waiting' || grade === 'running')) return 'running';
  if (grades.includes('bad')) return 'bad';
  return grades.includes('fair') ? 'fair' : 'good';
}
