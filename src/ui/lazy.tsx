import {
  type ComponentType,
  createElement,
  type ReactNode,
  startTransition,
  useEffect,
  useReducer,
  useState,
} from 'react';
import { checkMissingScript, failedScript, isOutdated } from '../core/new-build.ts';

/** Handle of a component that is loaded by dynamic import: on its first rendering by `Lazy`, or earlier by `load` or `prepare`. */
export type LazyPart<P> = {
  readonly loaded: () => ComponentType<P> | undefined;
  readonly load: () => Promise<void>;
  /** Prefetches the script. A failure is ignored; rendering tries again. */
  readonly prepare: () => void;
};

/**
 * Creates the handle of a lazily loaded component. `fetchPart` is its dynamic import. A failed `load` is repeated once at once, with
 * another URL because browsers cache failed imports, unless that URL is unknown or the script is gone (`isOutdated`). Then it rejects; a
 * later `load` tries again.
 */
export function partOf<P>(fetchPart: () => Promise<{ readonly default: ComponentType<P> }>): LazyPart<P> {
  let component: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  let preparing: Promise<void> | undefined;

  let failedAt: string | undefined;
  let failures = 0;

  // Browsers cache a failed import for the lifetime of the page: another URL makes them request the same file again.
  const fetchHere = (): ReturnType<typeof fetchPart> =>
    failedAt ? import(/* @vite-ignore */ `${failedAt}?again=${failures}`) : fetchPart();
  const fetchNow = async () => {
    try {
      component = (await fetchHere()).default;
    } catch (error) {
      failures += 1;
      failedAt ??= failedScript(error, fetchPart);
      await checkMissingScript(failedAt);
      throw error;
    }
  };
  // Repeats a failed import once: one lost request must not break a page. The page may have asked for the file early, and the browser
  // remembers that this failed.
  const fetchAgain = async (error: unknown) => {
    if (failedAt === undefined || isOutdated()) throw error;
    await fetchNow().catch(() => {
      throw error;
    });
  };
  async function fetchOnce(): Promise<void> {
    try {
      // A running prefetch is awaited; if it fails, the import is repeated, because `load` must have a result.
      if (preparing) await preparing;
      if (!component) await fetchNow().catch(fetchAgain);
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

/**
 * Loads a part while `isWanted`, and returns whether it is loaded. For prompts that must appear only when their script is there.
 * After a failure it tries again on the next mount.
 */
export function useLoaded<P>(part: LazyPart<P>, isWanted: boolean): boolean {
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

/** State that `Lazy` passes to its `missing` prop when the script cannot be loaded. `tries`: number of failed retries. */
export type MissingPart = { readonly tryAgain: () => void; readonly trying: boolean; readonly tries: number };

type Props<P> = {
  readonly part: LazyPart<P>;
  readonly with: P;
  /** Rendered when the script cannot be fetched. Without it the failure is thrown to the error boundary. */
  readonly missing?: (state: MissingPart) => ReactNode;
};

/**
 * Value of the `missing` prop of `Lazy` for optional components: renders nothing until the script is loaded, which is retried
 * when the network is back.
 */
export const renderNothing = () => null;

/**
 * Renders a lazily loaded component once it is loaded and nothing before; after a failure to load, renders `missing`, or without it throws
 * to the error boundary. While `missing` is rendered, it loads again on `tryAgain` and when the browser is online again. React's `lazy` is
 * not used, because after a fallback it delays even a component that is already loaded until 300 ms have passed.
 */
export const Lazy = <P extends object>({ part, with: props, missing }: Props<P>) => {
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
