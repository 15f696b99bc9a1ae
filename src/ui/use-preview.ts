import { useEffect, useState } from 'react';

/** An address by which the page draws a file that it has. Undefined while there is none. */
export function usePreview(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  const size = file?.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read of a row makes another Blob of the same file
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [size]);
  return file && url;
}
