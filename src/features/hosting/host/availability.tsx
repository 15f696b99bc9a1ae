import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { Hosting } from '#contract/hosting/endpoints.ts';
import { HOST_PAUSE_MINUTES } from '#contract/hosting/rules.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { size, space } from '../../../ui/style/tokens.ts';
import { useTakingCalls } from './use-taking-calls.ts';

const styles = {
  pause: css({ display: 'grid', gap: space(2), padding: space(4) }),
  label: css({ fontSize: size.xs, fontWeight: 600 }),
  choices: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
};

/** The switch "Taking calls" of a host and, while it is on and not paused, buttons that pause it for some minutes. */
export const Availability = ({ host }: { readonly host: NonNullable<Hosting['host']> }) => {
  const { t } = useTranslation('hosting');
  const { isOn, text, busy, set } = useTakingCalls(host);
  return (
    <Group title={t('taking.title')}>
      <Switch label={t('taking.label')} hint={text} on={isOn} disabled={busy} onSwitch={(on) => set(on)} />
      {isOn ? (
        <div css={styles.pause}>
          <span css={styles.label} id="pause">
            {t('taking.pause')}
          </span>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a legend inside its border */}
          <div css={styles.choices} role="group" aria-labelledby="pause">
            {HOST_PAUSE_MINUTES.map((minutes) => (
              <Button key={minutes} small disabled={busy} onClick={() => set(true, minutes)}>
                {t('taking.minutes', { number: formatNumber(minutes) })}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
    </Group>
  );
};
