import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { callPath } from './paths.ts';
import { newPress } from './press.ts';

/** Calls somebody, for a press: the same address from anywhere else only offers it. */
export const dial = (uid: number, from: string, replace = false): void =>
  navigate(callPath(uid, from), { replace, state: newPress() });

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'ref'> & {
  readonly uid: number;
  readonly from: string;
  readonly replace?: boolean;
  readonly onPress?: () => void;
};

/** A link that calls when it is pressed. Opened in another tab it offers the call there. */
export const CallLink = ({ uid, from, replace = false, onPress, ...rest }: Props) => {
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    onPress?.();
    dial(uid, from, replace);
  };
  return <Link {...rest} href={callPath(uid, from)} onClick={onClick} />;
};
