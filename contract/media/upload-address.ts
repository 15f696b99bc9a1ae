/** Start of the address of a file that is not uploaded yet; the upload's id follows. Servers reject the address; pages never load it. */
const PREFIX = 'upload:';

/** Returns the placeholder address of a file whose upload is unfinished, for the row of an unsent message. */
export const addressOfUpload = (id: string) => `${PREFIX}${id}`;
/** Returns the upload id from a placeholder address; undefined for any other address, whose file is on the server. */
export const uploadIn = (url: string): string | undefined =>
  url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;

/** Start of the batch of an unsent recording; the tid follows, because the recording belongs to a conversation, not to a message. */
const DRAFT = 'draft:';
/** Returns the batch of uploads of an unsent voice recording in the conversation `tid`. The batch of a message's files is its mid. */
export const draftBatchOf = (tid: string) => `${DRAFT}${tid}`;
/** Returns whether a batch of uploads is an unsent voice recording, which belongs to a conversation and to no message yet. */
export const isDraftBatch = (batch: string) => batch.startsWith(DRAFT);
