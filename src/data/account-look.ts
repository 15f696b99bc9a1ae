import { useEffect } from 'react';
import { chooseOutlines, chooseTheme } from '../ui/theme.ts';
import { useAppState } from './use-app-state.ts';

/** The account's look wins over what this device was used to, once the account's settings are known here. */
export function useAccountLook(): void {
  const settings = useAppState('settings');
  const theme = settings?.darkMode;
  const outlined = settings?.borderedTheme;
  useEffect(() => {
    if (theme !== undefined) chooseTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (outlined !== undefined) chooseOutlines(outlined);
  }, [outlined]);
}
