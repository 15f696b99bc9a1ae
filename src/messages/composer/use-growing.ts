import { type RefObject, useEffect } from 'react';

const growsItself = CSS.supports('field-sizing', 'content');

/** Makes the height of a text field follow its text, in browsers without `field-sizing`. */
export function useGrowing(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the text resizes the input
  useEffect(() => {
    if (growsItself || !input.current) return;
    input.current.style.height = 'auto';
    input.current.style.height = `${input.current.scrollHeight}px`;
  }, [text, input]);
}
