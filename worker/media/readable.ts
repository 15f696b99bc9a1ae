/**
 * Returns whether a chosen file can still be read. A File refers to a file of the device until it is stored: one that was moved, deleted or
 * changed since it was chosen, or a folder, fails here and not in the middle of a transaction.
 */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
