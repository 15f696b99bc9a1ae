import { useEffect, useState } from 'react';

/**
 * Returns an object URL for the preview of a chosen file, revoked on unmount or when the file changes; undefined while there is no file.
 * Another file is recognized by its size, because each read of a row creates another Blob of the same file.
 */
export function usePreview(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  const size = file?.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read of a row creates another Blob of the same file
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [size]);
  return file && url;
}
