import { SENSITIVE_COVERED, SENSITIVE_PORN } from './rules.ts';

/**
 * Returns how a message's content is hidden on this device (product 5.4): completely, or until the reader reveals it; undefined if it is
 * shown. Own messages (`out`) are never covered.
 */
export function coverOf({
  sensitiveInfo,
  out,
}: {
  readonly sensitiveInfo: number;
  readonly out: boolean;
}): 'removed' | 'covered' | undefined {
  if ((sensitiveInfo & SENSITIVE_PORN) !== 0) return 'removed';
  return !out && (sensitiveInfo & SENSITIVE_COVERED) !== 0 ? 'covered' : undefined;
}
