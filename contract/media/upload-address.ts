/** The address of a file that has not arrived: the id of its upload. No server takes it, and no page loads it. */
const PREFIX = 'upload:';

export const addressOfUpload = (id: string) => `${PREFIX}${id}`;
/** The id of the upload that an address names; undefined for any other address. */
export const uploadIn = (url: string): string | undefined =>
  url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;

/** The batch of a recording that was not sent: it belongs to no message, only to that conversation. */
const DRAFT = 'draft:';
export const draftBatchOf = (tid: string) => `${DRAFT}${tid}`;
export const isDraftBatch = (batch: string) => batch.startsWith(DRAFT);
