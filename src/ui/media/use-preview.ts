import { useEffect, useState } from 'react';

/** Recognizes a chosen file: equal for each Blob of the same file. Only a File has a name and a date. */
export const toFileKey = (file: Blob): string =>
  [file.size, file.type, ...(file instanceof File ? [file.lastModified, file.name] : [])].join(' ');

/**
 * Returns an object URL for the preview of a chosen file, revoked on unmount or when the file changes; undefined while there is no file.
 * Another file is recognized by `toFileKey`, because each read of a row creates another Blob of the same file.
 */
export function usePreview(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  const key = file && toFileKey(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read of a row creates another Blob of the same file
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [key]);
  return file && url;
}
