import { SENSITIVE_COVERED, SENSITIVE_PORN } from './rules.ts';

/**
 * Returns how a message's content is hidden on this device (product 5.4): completely, or until the reader reveals it; undefined if it is
 * shown. An own message (`out`) can be `removed` or `retracted`, but is never `covered`. `retracted`: its sender deletes it, or has deleted
 * it, for everyone.
 */
export function coverOf({
  sensitiveInfo,
  out,
  retract,
}: {
  readonly sensitiveInfo: number;
  readonly out: boolean;
  readonly retract?: 'pending' | 'done' | 'refused';
}): 'removed' | 'retracted' | 'covered' | undefined {
  if ((sensitiveInfo & SENSITIVE_PORN) !== 0) return 'removed';
  if (retract === 'pending' || retract === 'done') return 'retracted';
  return !out && (sensitiveInfo & SENSITIVE_COVERED) !== 0 ? 'covered' : undefined;
}

/**
 * Returns whether a message's content cannot be read on this device any more: moderation removed it, or its sender deleted it for everyone.
 */
export function isGone(message: Parameters<typeof coverOf>[0]): boolean {
  const cover = coverOf(message);
  return cover === 'removed' || cover === 'retracted';
}
