import { useEffect, useState } from 'react';
import { Later, partOf } from './later.tsx';
import { onToast, type ToastNote } from './toast.ts';

const toastStack = partOf(() => import('./toast-stack.tsx'));

/** Mounted once; loads nothing until the first toast. */
export const Toaster = () => {
  const [first, setFirst] = useState<ToastNote>();
  useEffect(() => (first ? undefined : onToast(setFirst)), [first]);
  return first ? <Later part={toastStack} with={{ first }} /> : null;
};
