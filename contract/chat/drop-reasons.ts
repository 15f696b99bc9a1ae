/**
 * Reasons why a client drops an incoming stanza; counted for the user's diagnosis report.
 * - `unbounded`: larger or deeper than allowed
 * - `forged-carbon`, `forged-archive`: a copy or an archive result that is not from the own account, or was not requested
 * - `forged-self`: a live message that claims to be from the own account
 * - `stranger`: the other side is neither a user of this domain nor a permitted service
 * - `not-ours`: neither to nor from this account
 * - `privileged`: a kind that only a service may send
 * - `unreadable`: the content does not validate
 */
export const DROP_REASONS = [
  'unbounded',
  'forged-carbon',
  'forged-archive',
  'forged-self',
  'stranger',
  'not-ours',
  'privileged',
  'unreadable',
] as const;
/** Reason why a client dropped an incoming stanza, one of `DROP_REASONS`. */
export type DropReason = (typeof DROP_REASONS)[number];
