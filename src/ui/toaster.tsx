import { lazy, Suspense, useEffect, useState } from 'react';
import { onToast, type ToastNote } from './toast.ts';

const ToastStack = lazy(() => import('./toast-stack.tsx'));

/** Mounted once; costs nothing until something is said. */
export const Toaster = () => {
  const [first, setFirst] = useState<ToastNote>();
  useEffect(() => (first ? undefined : onToast(setFirst)), [first]);
  return first ? (
    <Suspense fallback={null}>
      <ToastStack first={first} />
    </Suspense>
  ) : null;
};
