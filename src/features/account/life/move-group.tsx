import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOGIN } from '#contract/paths.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';

import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { QrCode } from '../../../ui/mark/qr-code.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { useMoveState } from './use-move-state.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(4) }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
  code: css({ maxInlineSize: '260px', inlineSize: '100%', justifySelf: 'center' }),
  digits: css({ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: space(3), fontSize: size.lg }),
};

/** Move of the account in progress: the QR code, then the choice of the digits that the other device shows. */
const Moving = ({ code, onOver }: { readonly code: string; readonly onOver: () => void }) => {
  const { t } = useTranslation('life');
  const { state, choices } = useMoveState(() => core.moveState());
  const [busy, setBusy] = useState(false);
  const choose = async (digits: string | null) => {
    setBusy(true);
    const result = await core.confirmMove(digits);
    setBusy(false);
    if (!result.ok) reportFailure(result);
  };
  useEffect(() => {
    if (state === 'done') void core.refreshSessions();
  }, [state]);
  if (state === 'waiting') {
    return (
      <>
        <p css={styles.text}>{t('move.scan')}</p>
        <div css={styles.code}>
          <QrCode text={`${location.origin}${LOGIN}#move=${code}`} label={t('move.scan')} />
        </div>
      </>
    );
  }
  if (state === 'claimed') {
    return (
      <>
        <p role="status">{t('move.choose')}</p>
        <div css={styles.digits}>
          {choices.map((digits) => (
            <Button key={digits} disabled={busy} onClick={() => void choose(digits)}>
              {digits}
            </Button>
          ))}
        </div>
        <Button wide disabled={busy} onClick={() => void choose(null)}>
          {t('move.none')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p role="status">{t(state === 'done' ? 'move.done' : 'move.over')}</p>
      <Button wide onClick={onOver}>
        {t('move.again')}
      </Button>
    </>
  );
};

/** Security settings: moves the account to another device by a QR code. Shown only if this device has a device secret of the account. */
export const MoveGroup = () => {
  const { t } = useTranslation('life');
  const [code, setCode] = useState('');
  const canMove = useAppState('sessions')?.canMove ?? false;
  const begin = async () => {
    const result = await core.beginMove();
    if (result.ok) setCode(result.value.code);
    else reportFailure(result);
  };
  // Without a device secret on this device, the account signs in elsewhere with its password, Google or a passkey.
  if (!canMove) return null;
  return (
    <Group title={t('move.title')}>
      <div css={styles.root}>
        {code === '' ? (
          <>
            <p css={styles.text}>{t('move.text')}</p>
            <Button wide onClick={() => void begin()}>
              {t('move.show')}
            </Button>
          </>
        ) : (
          <Moving key={code} code={code} onOver={() => void begin()} />
        )}
      </div>
    </Group>
  );
};
