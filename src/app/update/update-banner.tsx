import { css } from '@emotion/react';
import { Sparkles } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { activateNewBuild, ownBuild, useIsOutdated, useWaitingBuild } from '../../core/new-build.ts';
import { createStore } from '../../create-store.ts';
import { useAppState } from '../../data/use-app-state.ts';
import { useBanner } from '../../ui/dialog/prompts.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/input/button.tsx';

const styles = { root: css({ flexShrink: 0 }), actions: css({ display: 'flex' }) };

/** Whether the user postponed the update in this page. A module variable, as each layer renders its own banner. */
const postponed = createStore(false);

/**
 * Offers a reload if the core runs a newer build than the page (law 10), if the server no longer has the scripts of this build, or if a
 * newer build is waiting and the user has not postponed it. The page is never reloaded without the user's consent.
 */
export const UpdateBanner = () => {
  const { t } = useTranslation(['connection', 'common']);
  const stale = (useAppState('build')?.build ?? 0) > ownBuild;
  const outdated = useIsOutdated();
  const waiting = useWaitingBuild();
  const title = stale ? t('stale') : t(outdated ? 'common:outdated.title' : 'update');
  const isPostponed = useSyncExternalStore(postponed.subscribe, postponed.get);
  const isShown = useBanner('update', stale || outdated || (waiting && !isPostponed));
  const actions = (
    <span css={styles.actions}>
      {stale || outdated ? null : (
        <Button variant="quiet" small onClick={() => postponed.set(true)}>
          {t('later')}
        </Button>
      )}
      <Button variant="quiet" small onClick={activateNewBuild}>
        {t('reload')}
      </Button>
    </span>
  );
  return (
    <div css={styles.root} role="status" aria-label={t('update')}>
      {isShown ? <Banner tone="accent" icon={<Sparkles size={18} />} title={title} action={actions} /> : null}
    </div>
  );
};
