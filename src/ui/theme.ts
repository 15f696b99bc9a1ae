import { useSyncExternalStore } from 'react';
import { PALETTES, type ThemeName } from './tokens.ts';

export const THEME_CHOICES = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'theme';
const prefersLight = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();

const isChoice = (value: unknown): value is ThemeChoice => THEME_CHOICES.some((choice) => choice === value);

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return isChoice(value) ? value : 'system';
  } catch {
    return 'system';
  }
}

let choice = stored();

const shown = (): ThemeName => (choice === 'system' ? (prefersLight.matches ? 'light' : 'dark') : choice);

function apply(): void {
  const name = shown();
  document.documentElement.dataset['theme'] = name;
  document.documentElement.style.colorScheme = name;
  document.documentElement.style.backgroundColor = PALETTES[name].ground;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PALETTES[name].ground);
  for (const tell of listeners) tell();
}

/** Dresses the page before anything is drawn; follows the device from then on. */
export function startTheme(): void {
  apply();
  prefersLight.addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key !== KEY && key !== null) return;
    choice = stored();
    apply();
  });
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Forbidden storage: the choice lasts as long as the page.
  }
  apply();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);
