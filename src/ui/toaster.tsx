import { useEffect, useState } from 'react';
import { Later, partOf } from './later.tsx';
import { whenQuiet } from './quiet.ts';
import { onToast, type ToastNote } from './toast.ts';

const toastStack = partOf(() => import('./toast-stack.tsx'));

/**
 * Mounted once; fetches the stack when the page is quiet, or for the first toast. A stack that cannot be fetched costs that toast
 * only, not the page: a tab of an older build may ask for a file that the server no longer has.
 */
export const Toaster = () => {
  const [first, setFirst] = useState<ToastNote>();
  const [ready, setReady] = useState(false);
  useEffect(() => whenQuiet(toastStack.prepare), []);
  useEffect(() => (first ? undefined : onToast(setFirst)), [first]);
  useEffect(() => {
    if (!first) return;
    toastStack.load().then(
      () => setReady(true),
      () => setFirst(undefined),
    );
  }, [first]);
  return first && ready ? <Later part={toastStack} with={{ first }} /> : null;
};
