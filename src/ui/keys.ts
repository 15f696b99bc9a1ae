/** Parts of a key event: of the browser's own, or of React's with the browser's inside. */
type KeyLike = {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing?: boolean;
  readonly nativeEvent?: { readonly isComposing: boolean };
};

/** `keyCode` of a `keydown` that an input method has processed (UI Events, legacy key codes). */
const PROCESSED_BY_INPUT_METHOD = 229;

/**
 * Name of the pressed key (UI Events `key`), or an empty string where the key belongs to an input method: then it chooses, ends
 * or cancels what is being composed, and does nothing else. Safari ends the composition before the `keydown` of the key that
 * ends it, so that `isComposing` is false there and only `keyCode` tells (WebKit bug 165004). Every key handler of the app
 * reads its key here.
 */
export function pressedKey({ key, keyCode, isComposing = false, nativeEvent }: KeyLike): string {
  const isInputMethod = isComposing || nativeEvent?.isComposing === true || keyCode === PROCESSED_BY_INPUT_METHOD;
  return isInputMethod ? '' : key;
}
