import { css } from '@emotion/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../data/use-app-state.ts';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from '../../../ui/style/theme.ts';
import { color, depth, motion, PALETTES, radius, size, space } from '../../../ui/style/tokens.ts';
import { changeSettings } from './change.ts';

const { dark, light } = PALETTES;
const halves = (first: string, second: string) => `linear-gradient(115deg, ${first} 50%, ${second} 50%)`;

const styles = {
  root: css({ border: 0, margin: 0, padding: space(4), minInlineSize: 0 }),
  legend: css({ float: 'inline-start', inlineSize: '100%', padding: 0, marginBlockEnd: space(3), fontWeight: 550 }),
  list: css({ clear: 'both', display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: space(3) }),
  choice: css({
    position: 'relative',
    display: 'grid',
    gap: space(2),
    justifyItems: 'center',
    alignContent: 'start',
    textAlign: 'center',
    fontSize: size.xs,
    fontWeight: 550,
    color: color.soft,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    '&:has(:disabled)': { cursor: 'default' },
    '&:has(:checked)': { color: color.accentText, fontWeight: 650 },
  }),
  input: css({ position: 'absolute', inset: 0, zIndex: depth.above, opacity: 0, margin: 0, cursor: 'inherit' }),
  picture: css({
    position: 'relative',
    inlineSize: '100%',
    maxInlineSize: '160px',
    aspectRatio: '4 / 3',
    borderRadius: radius.card,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    'input:checked + &': { boxShadow: `inset 0 0 0 3px ${color.accentText}` },
    'input:focus-visible + &': { outline: `2px solid ${color.focus}`, outlineOffset: '3px' },
    '&[data-theme="dark"]': { backgroundColor: dark.ground },
    '&[data-theme="light"]': { backgroundColor: light.ground },
    '&[data-theme="system"]': { backgroundImage: halves(light.ground, dark.ground) },
    '&::before, &::after': { content: '""', position: 'absolute', blockSize: '18%', borderRadius: radius.pill },
    '&::before': { insetBlockStart: '26%', insetInlineStart: '14%', inlineSize: '46%', backgroundColor: dark.edge },
    '&::after': {
      insetBlockEnd: '22%',
      insetInlineEnd: '14%',
      inlineSize: '38%',
      backgroundImage: `linear-gradient(135deg, ${dark.accentFrom}, ${dark.accentTo})`,
    },
  }),
};

const KEYS = { system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const satisfies Record<
  ThemeChoice,
  string
>;

/**
 * Choice of the theme: dark, light or the system's, each with a preview. Disabled until the account's settings are known, because
 * they replace what was chosen before on this device.
 */
export const ThemeChoices = () => {
  const { t } = useTranslation('settings');
  const name = useId();
  const chosen = useThemeChoice();
  const isKnown = useAppState('settings') !== undefined;
  const choose = (theme: ThemeChoice) => {
    chooseTheme(theme);
    void changeSettings({ darkMode: theme });
  };
  return (
    <fieldset css={styles.root}>
      <legend css={styles.legend}>{t('theme')}</legend>
      <div css={styles.list}>
        {THEME_CHOICES.map((theme) => (
          <label key={theme} css={styles.choice}>
            <input
              css={styles.input}
              type="radio"
              name={name}
              checked={theme === chosen}
              disabled={!isKnown}
              onChange={() => choose(theme)}
            />
            <span css={styles.picture} data-theme={theme} aria-hidden="true" />
            {t(KEYS[theme])}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
