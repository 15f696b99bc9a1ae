import { type ComponentType, createElement, startTransition, useEffect, useReducer, useState } from 'react';

/** Component whose script is loaded when it is first drawn, or earlier by `prepare`. */
export type Part<P> = {
  readonly loaded: () => ComponentType<P> | undefined;
  readonly load: () => Promise<void>;
  /** A failure is ignored here: it shows when the part is drawn. */
  readonly prepare: () => void;
};

export function partOf<P>(fetchPart: () => Promise<{ readonly default: ComponentType<P> }>): Part<P> {
  let component: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;

  async function fetchOnce(): Promise<void> {
    try {
      component = (await fetchPart()).default;
    } finally {
      loading = undefined;
    }
  }
  const load = () => {
    loading ??= component ? Promise.resolve() : fetchOnce();
    return loading;
  };
  return { loaded: () => component, load, prepare: () => void load().catch(() => undefined) };
}

type Props<P> = { readonly part: Part<P>; readonly with: P };

/**
 * Draws a part once it is loaded, nothing meanwhile; a part that cannot be loaded throws. Not
 * React's `lazy`: once that has drawn a fallback it holds the part back until 300 ms have passed, so that fallbacks do
 * not
 * flicker, even where the script was loaded already.
 */
export const Later = <P extends object>({ part, with: props }: Props<P>) => {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const component = part.loaded();
  useEffect(() => {
    if (component) return;
    let mounted = true;
    part.load().then(
      () => mounted && startTransition(drawAgain),
      (error: unknown) => mounted && setFailure({ error }),
    );
    return () => {
      mounted = false;
    };
  }, [part, component]);
  if (failure) throw failure.error;
  return component ? createElement(component, props) : null;
};
