import { css } from '@emotion/react';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLACE_NAME_MAX_CHARS } from '#contract/chat/kind-rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { userActions } from '../../core/core.ts';
import { useWords } from '../../i18n/more.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Button } from '../../ui/input/button.tsx';
import { Field } from '../../ui/input/field.tsx';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';
import { color, size, space } from '../../ui/style/tokens.ts';
import { MAP } from '../bubbles/heights.ts';
import { cityOf, findLocation, type GeoLocation } from '../place/place.ts';
import type { TrayToolProps } from './tools.ts';

const map = partOf(() => import('../place/map-canvas.tsx'));

const styles = {
  root: css({ display: 'grid', gap: space(3), paddingBlockEnd: space(3), justifyItems: 'start' }),
  note: css({ fontSize: size.xs, color: color.soft }),
  fault: css({ fontSize: size.xs, color: color.danger }),
  name: css({ inlineSize: '100%' }),
};

/** Sends the device's location with a precision of about 1 km. It explains that before it asks for permission. */
const PlaceTool = ({ tid, onClose }: TrayToolProps) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const [place, setPlace] = useState<GeoLocation>();
  const [state, setState] = useState<'new' | 'finding' | 'denied' | 'failed'>('new');
  const [name, setName] = useState(() => cityOf(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [isSending, setSending] = useState(false);
  useEscape(onClose);
  if (!ready) return null;
  const find = async () => {
    setState('finding');
    const found = await findLocation();
    if (typeof found === 'string') return setState(found);
    setPlace(found);
    setState('new');
  };
  const send = async () => {
    if (!place) return;
    setSending(true);
    const sent = await userActions.send(tid, { kind: 'location', ...place, name: typedContent(name) });
    reportFailure(sent);
    if (sent.ok) onClose();
    else setSending(false);
  };
  return (
    <section css={styles.root} aria-label={t('place.title')}>
      <p css={styles.note}>{t('place.note')}</p>
      {place ? (
        <>
          <Lazy part={map} missing={renderNothing} with={{ at: place, ...MAP, label: t('place.map', { name }) }} />
          <div css={styles.name}>
            <Field
              label={t('place.name')}
              value={name}
              maxChars={PLACE_NAME_MAX_CHARS}
              dir="auto"
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          <Button
            variant="primary"
            disabled={isSending || textFault(name, PLACE_NAME_MAX_CHARS) !== undefined}
            onClick={() => void send()}
          >
            {t('place.title')}
          </Button>
        </>
      ) : (
        <Button disabled={state === 'finding'} onClick={() => void find()}>
          <MapPin size={18} aria-hidden="true" />
          {t(state === 'finding' ? 'place.finding' : 'place.find')}
        </Button>
      )}
      {state === 'denied' || state === 'failed' ? (
        <p css={styles.fault} role="alert">
          {t(`place.${state}`)}
        </p>
      ) : null}
    </section>
  );
};
export default PlaceTool;
