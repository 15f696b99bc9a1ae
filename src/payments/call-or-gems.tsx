import type { ReactNode } from 'react';
import { GetGems } from './get-gems.tsx';
import { useMissingForCall } from './use-missing-gems.ts';

type Props = {
  readonly uid: number;
  readonly name: string;
  /** Gems per started minute of the call; 0 if it costs no gems. */
  readonly price: number;
  /** Name of the entry point, for analytics. */
  readonly source: string;
  readonly wide?: boolean;
  readonly 'data-first'?: boolean;
  /** The button that calls. */
  readonly children: ReactNode;
};

/** The button of a call. While the balance does not cover its first minute, the button of the coin store with the missing gems instead. */
export const CallOrGems = ({ uid, name, price, source, wide = false, children, ...rest }: Props) => {
  const need = useMissingForCall(price);
  if (need === 0) return children;
  return (
    <GetGems
      variant="primary"
      wide={wide}
      scene={{ source, need, host: { uid, name, perMinute: price }, returnTo: { to: 'profile', uid } }}
      {...rest}
    />
  );
};
