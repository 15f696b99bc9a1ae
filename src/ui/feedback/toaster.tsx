import { useEffect, useState } from 'react';
import { Lazy, partOf } from '../lazy.tsx';
import { whenQuiet } from '../quiet.ts';
import { onToast, SHOWN_FOR_MS, type ToastNote } from './toast.ts';
import { toastStyles } from './toast-styles.ts';

const toastStack = partOf(() => import('./toast-stack.tsx'));

/**
 * Renders all toasts of the page; mounted once by the root component. The toast stack is a lazily loaded script; when it cannot
 * be fetched (offline, or a tab of an older build), toasts are plain text, one after the other.
 */
export const Toaster = () => {
  const [notes, setNotes] = useState<readonly ToastNote[]>([]);
  const [stack, setStack] = useState<'waited for' | 'there' | 'missing'>('waited for');
  const ready = stack === 'there';
  const first = notes.at(0);
  useEffect(() => whenQuiet(toastStack.prepare), []);
  useEffect(() => (ready ? undefined : onToast((note) => setNotes((before) => [...before, note]))), [ready]);
  useEffect(() => {
    if (!first) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let mounted = true;
    const next = () => setNotes(([, ...others]) => others);
    toastStack.load().then(
      () => mounted && setStack('there'),
      () => {
        if (!mounted) return;
        setStack('missing');
        timer = setTimeout(next, SHOWN_FOR_MS);
      },
    );
    return () => {
      mounted = false;
      clearTimeout(timer);
    };
  }, [first]);
  if (ready) return <Lazy part={toastStack} with={{ notes }} />;
  if (!first || stack !== 'missing') return null;
  return (
    <div css={toastStyles.place} role="alert">
      <p css={toastStyles.card}>{first.text}</p>
    </div>
  );
};
