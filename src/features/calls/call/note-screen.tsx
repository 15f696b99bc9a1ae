import { css } from '@emotion/react';
import { PhoneMissed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PREFLIGHT } from '../../../paths.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import type { StoreScene } from '../../../ui/dialog/panel.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { CallFrame } from './call-frame.tsx';

const styles = { ways: css({ display: 'grid', gap: space(3), inlineSize: 'min(300px, 80vw)' }) };

type Props = {
  readonly text: string;
  readonly onRetry?: () => void;
  /** Set if the cause is camera or microphone: the screen then offers the preflight. */
  readonly check?: boolean;
  /** Set if the cause is a lack of gems: the screen then offers to buy gems. */
  readonly gems?: StoreScene | undefined;
  readonly onClose: () => void;
};

/** Screen for a call that could not be made: the reason and what the user can do. */
export const NoteScreen = ({ text, onRetry, check = false, gems, onClose }: Props) => {
  const { t } = useTranslation(['call', 'common', 'preflight']);
  return (
    <CallFrame>
      <Empty
        level="h1"
        art={<PhoneMissed size={40} />}
        title={t('end.failed')}
        text={text}
        action={
          <div css={styles.ways}>
            {gems ? <GetGems scene={gems} variant="primary" wide /> : null}
            {onRetry ? (
              <Button variant={gems ? 'plain' : 'primary'} onClick={onRetry}>
                {t('common:retry')}
              </Button>
            ) : null}
            {check ? (
              <Link href={PREFLIGHT} css={buttonStyle} data-look="plain">
                {t('preflight:link')}
              </Link>
            ) : null}
            <Button onClick={onClose}>{t('common:back')}</Button>
          </div>
        }
      />
    </CallFrame>
  );
};
