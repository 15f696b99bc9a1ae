/** Why a stanza is not believed or cannot be read. Counted, for a diagnosis. */
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
