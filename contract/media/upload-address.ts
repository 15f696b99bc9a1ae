/** The address of a file that has not arrived: the id of its upload. No server takes it, and no page loads it. */
const PREFIX = 'upload:';

export const addressOfUpload = (id: string) => `${PREFIX}${id}`;
/** The id of the upload that an address names; undefined for any other address. */
export const uploadIn = (url: string): string | undefined =>
  url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;
