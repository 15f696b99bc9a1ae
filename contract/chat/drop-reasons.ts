/** Reasons for dropping an untrusted or unreadable stanza. Counted for diagnosis. */
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
export type DropReason = (typeof DROP_REASONS)[number];
