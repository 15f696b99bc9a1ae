import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { DOWNLOAD } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { color, motion, radius, size, space, wide } from '../../ui/tokens.ts';
import { install, useInstallState } from './install.ts';
import { dismissGuide, isGuideDue } from './visits.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    gap: space(3),
    margin: space(3),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `0 12px 32px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    [wide]: {
      position: 'fixed',
      zIndex: 30,
      insetBlockEnd: space(3),
      insetInlineEnd: space(3),
      inlineSize: '380px',
    },
  }),
  title: css({ fontSize: size.md }),
  text: css({ fontSize: size.xs, color: color.soft }),
  actions: css({ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: space(2), justifyContent: 'end' }),
};

/** Install-to-desktop guide (product 2.5): offered to who came back, taken away for good by one tap. */
export const InstallGuide = () => {
  const { t } = useTranslation('download');
  const [due, setDue] = useState(() => isGuideDue(new Date().toDateString()));
  const state = useInstallState();
  if (!due || state === 'installed') return null;
  const dismiss = () => {
    dismissGuide();
    setDue(false);
  };
  return (
    <aside css={styles.root} aria-label={t('guide.title')}>
      <Mark size={36} />
      <div>
        <h2 css={styles.title}>{t('guide.title')}</h2>
        <p css={styles.text}>{t('guide.text')}</p>
      </div>
      <div css={styles.actions}>
        <Button look="quiet" small onClick={dismiss}>
          {t('guide.no')}
        </Button>
        {state === 'ready' ? (
          <Button look="primary" small onClick={() => void install()}>
            {t('install')}
          </Button>
        ) : (
          <Link href={DOWNLOAD} css={buttonStyle} data-look="primary" data-size="small" onClick={dismiss}>
            {t('guide.how')}
          </Link>
        )}
      </div>
    </aside>
  );
};
