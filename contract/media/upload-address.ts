/** Address of a file that is not uploaded yet: the id of its upload. Servers reject it, and pages never load it. */
const PREFIX = 'upload:';

/** Placeholder address of an unfinished upload. */
export const addressOfUpload = (id: string) => `${PREFIX}${id}`;
/** Returns the upload id of an address; undefined for any other address. */
export const uploadIn = (url: string): string | undefined =>
  url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;

/** Batch of an unsent recording: it belongs to a conversation, not to a message. */
const DRAFT = 'draft:';
export const draftBatchOf = (tid: string) => `${DRAFT}${tid}`;
export const isDraftBatch = (batch: string) => batch.startsWith(DRAFT);
