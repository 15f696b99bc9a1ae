import {
  type ComponentType,
  createElement,
  type ReactNode,
  startTransition,
  useEffect,
  useReducer,
  useState,
} from 'react';

/** Component whose script is loaded when it is first drawn, or earlier by `prepare`. */
export type Part<P> = {
  readonly loaded: () => ComponentType<P> | undefined;
  readonly load: () => Promise<void>;
  /** A failure is ignored here: it shows when the part is drawn. */
  readonly prepare: () => void;
};

/** Where the file lies that could not be fetched, as Chromium and Firefox say it. */
const FAILED_AT = /https?:\/\/\S+?\.js/;

export function partOf<P>(fetchPart: () => Promise<{ readonly default: ComponentType<P> }>): Part<P> {
  let component: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  let preparing: Promise<void> | undefined;

  let failedAt: string | undefined;
  let failures = 0;

  // A browser keeps a failure for as long as the page lives: under another address the same file is asked for anew.
  const fetchHere = (): ReturnType<typeof fetchPart> =>
    failedAt ? import(/* @vite-ignore */ `${failedAt}?again=${failures}`) : fetchPart();
  const fetchNow = async () => {
    try {
      component = (await fetchHere()).default;
    } catch (error) {
      failures += 1;
      failedAt ??= FAILED_AT.exec(String(error))?.[0];
      throw error;
    }
  };
  async function fetchOnce(): Promise<void> {
    try {
      // What failed while nobody waited is tried anew for who does.
      if (preparing) await preparing;
      if (!component) await fetchNow();
    } finally {
      loading = undefined;
    }
  }
  const load = () => {
    loading ??= component ? Promise.resolve() : fetchOnce();
    return loading;
  };
  const prepare = () => {
    if (component || loading) return;
    preparing ??= fetchNow()
      .catch(() => undefined)
      .finally(() => {
        preparing = undefined;
      });
  };
  return { loaded: () => component, load, prepare };
}

/** Whether the script of a part is loaded. Fetches it while `isWanted`; where that fails, the next mount tries again. */
export function useLoaded<P>(part: Part<P>, isWanted: boolean): boolean {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const isLoaded = part.loaded() !== undefined;
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    let mounted = true;
    part.load().then(
      () => mounted && drawAgain(),
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [part, isWanted, isLoaded]);
  return isLoaded;
}

/** `tries`: how often it was tried again in vain. */
export type MissingPart = { readonly tryAgain: () => void; readonly trying: boolean; readonly tries: number };

type Props<P> = {
  readonly part: Part<P>;
  readonly with: P;
  /** Drawn where the script cannot be fetched. Without it the failure is thrown. */
  readonly missing?: (state: MissingPart) => ReactNode;
};

/** Of what nobody asked for: it comes once there is a network again, and is not missed until then. */
export const nothing = () => null;

/**
 * Draws a part once it is loaded, nothing meanwhile. Not React's `lazy`: once that has drawn a fallback it holds the part back
 * until 300 ms have passed, so that fallbacks do not flicker, even where the script was loaded already.
 */
export const Later = <P extends object>({ part, with: props, missing }: Props<P>) => {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const [attempt, tryAgain] = useReducer((attempts: number) => attempts + 1, 0);
  const [failure, setFailure] = useState<{ readonly error: unknown; readonly attempt: number }>();
  const component = part.loaded();
  useEffect(() => {
    if (component) return;
    let mounted = true;
    part.load().then(
      () => mounted && startTransition(drawAgain),
      (error: unknown) => mounted && setFailure({ error, attempt }),
    );
    return () => {
      mounted = false;
    };
  }, [part, component, attempt]);
  const isMissing = failure !== undefined && !component;
  useEffect(() => {
    if (!isMissing) return;
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [isMissing]);
  if (component) return createElement(component, props);
  if (!failure) return null;
  if (!missing) throw failure.error;
  return missing({ tryAgain, trying: failure.attempt !== attempt, tries: failure.attempt });
};
