import { useEffect } from 'react';
import type { CallRow } from '#db/schema.ts';

/** Shows `call` in the controls of the system while this tab has its media; undefined: no call of this tab. */
export function useSystemControls(call: CallRow | undefined): void {
  const { nickName, avatarUrl } = call?.peer ?? {};
  useEffect(() => {
    if (nickName === undefined || avatarUrl === undefined) return;
    let isOver = false;
    let end: (() => void) | undefined;
    import('./system-controls.ts').then(
      ({ showSystemControls }) => {
        if (!isOver) end = showSystemControls({ nickName, avatarUrl });
      },
      // If the module does not load, only the controls of the page work.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [nickName, avatarUrl]);
}
