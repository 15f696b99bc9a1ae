import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { AskedKind } from '#contract/calls/calls.ts';
import { callPath } from '#contract/paths.ts';
import { newPress } from './press.ts';
import { noteShownTerms } from './shown-terms.ts';

type How = { readonly kind?: AskedKind | undefined; readonly replace?: boolean };

/**
 * Opens the page that dials a person, by a press in this page: the call starts without a confirmation. The same URL opened in any
 * other way only offers the call.
 */
export const dial = (uid: number, from: string, { kind, replace = false }: How = {}): void => {
  noteShownTerms(uid, kind ?? 'paid');
  navigate(callPath(uid, from, kind), { replace, state: newPress() });
};

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'ref'> &
  How & {
    readonly uid: number;
    readonly from: string;
    readonly onPress?: () => void;
  };

/** Link that starts a call when pressed, as `dial` does. Opened in another tab, it only offers the call. */
export const CallLink = ({ uid, from, kind, replace = false, onPress, ...rest }: Props) => {
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    onPress?.();
    dial(uid, from, { kind, replace });
  };
  return <Link {...rest} href={callPath(uid, from, kind)} onClick={onClick} />;
};
