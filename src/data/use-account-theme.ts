import { useEffect } from 'react';
import { chooseOutlines, chooseTheme } from '../ui/style/theme.ts';
import { useAppState } from './use-app-state.ts';

/** Applies the account's theme and outlines instead of the device's last ones, once the account's settings are known. */
export function useAccountTheme(): void {
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
