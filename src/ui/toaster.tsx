import { useEffect, useState } from 'react';
import { Later, partOf } from './later.tsx';
import { onToast, type ToastNote } from './toast.ts';

const toastStack = partOf(() => import('./toast-stack.tsx'));

/** Mounted once; costs nothing until something is said. */
export const Toaster = () => {
  const [first, setFirst] = useState<ToastNote>();
  useEffect(() => (first ? undefined : onToast(setFirst)), [first]);
  return first ? <Later part={toastStack} with={{ first }} /> : null;
};
