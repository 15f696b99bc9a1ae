import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { activateNewBuild } from '../../core/new-build.ts';
import { Button } from '../input/button.tsx';
import { Empty } from './empty.tsx';

type Props = { readonly level: 'h1' | 'h2' };

/** Placeholder of a page whose script the server no longer has, because a newer build is running: offers a reload. */
export const Outdated = ({ level }: Props) => {
  const { t } = useTranslation();
  return (
    <Empty
      level={level}
      art={<Sparkles size={40} />}
      title={t('outdated.title')}
      text={t('outdated.text')}
      action={
        <Button variant="primary" onClick={activateNewBuild}>
          {t('crashed.reload')}
        </Button>
      }
    />
  );
};
