import { type RefObject, useEffect } from 'react';

type FileTarget = { readonly tid: string; readonly field: RefObject<HTMLTextAreaElement | null> };
let targets: readonly FileTarget[] = [];

/**
 * Returns the conversation that receives pasted and dropped files, and its input: of the open ones the last opened, for example the chat of
 * a call over a conversation. Undefined if none takes files.
 */
export const fileTarget = (): FileTarget | undefined => targets.at(-1);

/**
 * Makes a conversation the target of pasted and dropped files while it is open (`watchTransfers`). `field`: its input, which takes the text
 * of a transfer. A conversation that takes no files passes `tid` undefined.
 */
export function useFileTarget(tid: string | undefined, field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (tid === undefined) return;
    const own = { tid, field };
    targets = [...targets, own];
    return () => {
      targets = targets.filter((target) => target !== own);
    };
  }, [tid, field]);
}
