/** The used properties of a native or React key event. */
type KeyLike = {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing?: boolean;
  readonly nativeEvent?: { readonly isComposing: boolean };
};

/** `keyCode` of a `keydown` that an input method has processed (UI Events, legacy key codes). */
const PROCESSED_BY_INPUT_METHOD = 229;

/**
 * Returns the name of the pressed key (UI Events `key`), or an empty string while an input method uses the key for a composition.
 * Safari ends the composition before the `keydown` of the key that ends it, so there only `keyCode` shows that (WebKit bug
 * 165004). All key handlers of the app use this function instead of `event.key`.
 */
export function pressedKey({ key, keyCode, isComposing = false, nativeEvent }: KeyLike): string {
  const isInputMethod = isComposing || nativeEvent?.isComposing === true || keyCode === PROCESSED_BY_INPUT_METHOD;
  return isInputMethod ? '' : key;
}

type EnterEvent = KeyLike & {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

/**
 * Returns whether a key event in the composer sends the message. Enter sends, and inserts a line break with Shift and on touch devices,
 * whose keyboards have no Shift+Enter; Control+Enter and Command+Enter send on every device.
 */
export const isSendKey = (event: EnterEvent, isTouch: boolean): boolean =>
  pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey || !(event.shiftKey || isTouch));
